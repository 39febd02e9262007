/**
 * `npm run link -- --application ID [--json]`: asks the running server for a session, as a host's back end would, and
 * prints the address of the form. The server's own environment says where it is and which key it takes.
 */
import { parseArgs } from 'node:util';
import { sessionLink } from './session-link.ts';

const usage = 'Usage: npm run --silent link -- --application ID [--json]';

function fail(message: string): void {
  console.error(message);
  process.exitCode = 2;
}

function readOptions(): { readonly application: string; readonly json: boolean } | null {
  try {
    const { values } = parseArgs({
      options: { application: { type: 'string' }, json: { type: 'boolean', default: false } },
    });
    return values.application === undefined ? null : { application: values.application, json: values.json };
  } catch {
    return null;
  }
}

const options = readOptions();
if (options === null) {
  fail(usage);
} else {
  const link = await sessionLink(process.env, options.application);
  if (!link.ok) fail(link.error);
  else console.log(options.json ? JSON.stringify(link.value) : link.value.link);
}
