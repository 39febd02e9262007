/**
 * `npx apply-form-server probe [--application ID] [--job ID] [--tenant NAME] [--json]`: reads a real service and reports for each
 * of our readings whether it holds there, and which option to set. Sends only reads. Exit 2: the service cannot be
 * read.
 */
import { setTimeout as pause } from 'node:timers/promises';
import { printError } from '../server/process/print.ts';
import { finish } from './command-result.ts';
import { runProbe } from './probe/probe-command.ts';

finish(
  await runProbe(process.argv.slice(2), {
    environment: process.env,
    send: fetch,
    pause: (milliseconds) => pause(milliseconds),
    tell: printError,
  }),
);
