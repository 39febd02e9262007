/** The server's entry: starts, says where, stops when it is told to. */

import type { Configuration } from './configuration.ts';
import { createLog } from './log.ts';
import { withImpliedMode } from './mode.ts';
import { startServer } from './start-server.ts';

const isBuilt = !import.meta.url.endsWith('.ts');
const site = new URL(isBuilt ? './site/' : '../../dist/site/', import.meta.url);
const log = createLog();

const dev = process.argv.includes('--dev');
/** Only `npm start` and `npm run dev` may take the sandbox for granted. */
const isImplied = dev || process.argv.includes('--or-sandbox');
const environment = isImplied ? withImpliedMode(process.env) : process.env;

const started = await startServer(environment, { site, log, dev });
if (started.ok) {
  const { address, configuration, close } = started.value;
  process.on('uncaughtException', survive);
  process.on('unhandledRejection', survive);
  let isStopping = false;
  // The first finishes what is on its way to the service; whoever asks again does not want to wait.
  const stop = () => {
    if (isStopping) process.exit(1);
    isStopping = true;
    void close().then(() => process.exit(0));
  };
  process.on('SIGTERM', stop);
  process.on('SIGINT', stop);
  console.log(`Apply Form  ${address}`);
  for (const line of tellOfSandbox(configuration, address)) console.log(line);
} else {
  console.error(started.error.join('\n'));
  process.exit(2);
}

/** One request that goes wrong in a way that nobody thought of must not end the others. */
function survive(error: unknown): void {
  log.error('unexpected', { cause: error instanceof Error ? error.name : 'unknown' });
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
