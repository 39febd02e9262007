/** The server's entry: starts, says where, stops when it is told to. */

import { createLog } from './log.ts';
import { startServer } from './start-server.ts';
import { SANDBOX_ADMIN_KEY } from './tenant-configuration.ts';

const isBuilt = !import.meta.url.endsWith('.ts');
const site = new URL(isBuilt ? './site/' : '../../dist/site/', import.meta.url);
const log = createLog();

const started = await startServer(process.env, { site, log, dev: process.argv.includes('--dev') });
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
  if (configuration.sandboxMode) {
    console.log(`admin key: ${describeKey(configuration.tenants[0]?.adminKey ?? null)}`);
    console.log(`sandbox: ${address}/sandbox/`);
  }
} else {
  console.error(started.error.join('\n'));
  process.exit(2);
}

/** One request that goes wrong in a way that nobody thought of must not end the others. */
function survive(error: unknown): void {
  log.error('unexpected', { cause: error instanceof Error ? error.name : 'unknown' });
}

/** Only the one that everybody knows is written out. */
function describeKey(key: string | null): string {
  return key === SANDBOX_ADMIN_KEY ? key : 'as set in APPLY_ADMIN_KEY';
}
