/** Entry point of the server: starts it, prints its address, and stops it on a signal. */

import type { Configuration } from './configuration/configuration.ts';
import { withImpliedMode } from './configuration/variables.ts';
import { createLog } from './log.ts';
import { print, printError } from './print.ts';
import { release } from './release.ts';
import { startServer } from './start-server.ts';

const isBuilt = !import.meta.url.endsWith('.ts');
const site = new URL(isBuilt ? './site/' : '../../../dist/site/', import.meta.url);
const log = createLog();

const parameters = process.argv.slice(2);
const options = ['--sandbox', '--restored', '--dev', '--or-sandbox'];
const isSandbox = parameters.includes('--sandbox');
const isRestored = parameters.includes('--restored');
const dev = parameters.includes('--dev');
const isImplied = parameters.includes('--or-sandbox');
const unknown = parameters.find((parameter) => !options.includes(parameter));
if (unknown !== undefined) {
  printError(`Unknown option ${unknown}: the options are --sandbox and --restored.`);
  process.exit(2);
}
const baseEnvironment = isSandbox ? { ...process.env, APPLY_MODE: 'sandbox' } : process.env;
/** Only `npm start` and `npm run dev` may use the sandbox by default. */
const environment = dev || isImplied ? withImpliedMode(baseEnvironment) : baseEnvironment;

const started = await startServer(environment, { site, log, dev, isRestored });
if (started.ok) {
  const { address, configuration, storeProduct: store, stop, skipDrain, reportUnexpected } = started.value;
  // An unforeseen failure of one request must not end the others: everything with a receipt is stored, so continuing
  // loses nothing, while exiting would let a single request stop the server.
  process.on('uncaughtException', (error) => reportUnexpected(error));
  process.on('unhandledRejection', (error) => reportUnexpected(error));
  let isStopping = false;
  // The first signal drains, the second closes the port at once, the third exits immediately.
  const end = () => {
    if (isStopping && !skipDrain()) process.exit(1);
    if (!isStopping)
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          reportUnexpected(error);
          process.exit(1);
        },
      );
    isStopping = true;
  };
  process.on('SIGTERM', end);
  process.on('SIGINT', end);
  print(`Apply Form  ${address}`);
  for (const line of describeSandbox(configuration, address)) print(line);
  // The sandbox runs in a terminal, where a log line would appear among lines for people.
  if (!configuration.sandboxMode) log.started({ ...release, store });
} else {
  printError(started.error.join('\n'));
  process.exit(2);
}

/** Prints generated keys only, never configured ones. */
function describeSandbox(
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
