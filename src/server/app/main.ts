/** The server's entry: starts, says where, stops when it is told to. */

import type { Configuration } from './configuration/configuration.ts';
import { withImpliedMode } from './configuration/mode.ts';
import { createLog } from './log.ts';
import { print, printError } from './print.ts';
import { startServer } from './start-server.ts';

const isBuilt = !import.meta.url.endsWith('.ts');
const site = new URL(isBuilt ? './site/' : '../../../dist/site/', import.meta.url);
const log = createLog();

const dev = process.argv.includes('--dev');
/** Only `npm start` and `npm run dev` may take the sandbox for granted. */
const isImplied = dev || process.argv.includes('--or-sandbox');
const environment = isImplied ? withImpliedMode(process.env) : process.env;

const started = await startServer(environment, { site, log, dev });
if (started.ok) {
  const { address, configuration, stop, hurry, tellUnexpected } = started.value;
  // One request that goes wrong in a way that is thought of nowhere must not end the others: all that has a receipt
  // is stored, so what goes on loses nothing, and ending would let a single request stop the server.
  process.on('uncaughtException', (error) => tellUnexpected(error));
  process.on('unhandledRejection', (error) => tellUnexpected(error));
  let isStopping = false;
  // The first ends it in order; the next one does not want to wait, and the one after that for nothing at all.
  const end = () => {
    if (isStopping && !hurry()) process.exit(1);
    if (!isStopping)
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          tellUnexpected(error);
          process.exit(1);
        },
      );
    isStopping = true;
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  print(`Apply Form  ${address}`);
  for (const line of tellOfSandbox(configuration, address)) print(line);
} else {
  printError(started.error.join('\n'));
  process.exit(2);
}

/** A key that was configured is not written out. */
function tellOfSandbox(
  { sandboxKeys, isPublicSandbox, tenants }: Configuration,
  address: string,
): readonly string[] {
  if (sandboxKeys === null) return [];
  const isOurs = tenants[0]?.adminKey === sandboxKeys.adminKey;
  return [
    `admin key: ${isOurs ? sandboxKeys.adminKey : 'as set in APPLY_ADMIN_KEY'}`,
    `sandbox: ${address}/sandbox/`,
    ...(isPublicSandbox ? [`sandbox key: ${sandboxKeys.serviceKey}`] : []),
  ];
}
