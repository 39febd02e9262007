/**
 * `npx apply-form-server link --application ID | --phone +44… [--json] [--tenant NAME]`: reads the service by phone, asks the
 * running server for a session, as a host's back end would, and prints the address of the form. The server's own
 * environment says where both are and which keys they take. The link is an invitation: it opens the form at a press, until
 * the form is sent. Exit 1: no candidate has this phone; 2: it could not be asked.
 */
import { finish } from './command-result.ts';
import { runLink } from './link/link-command.ts';

finish(await runLink(process.argv.slice(2), process.env));
