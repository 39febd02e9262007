/** The real server on this store, from its start to the end of its sweep; prints the longest stop and what is left. */
import { monitorEventLoopDelay } from 'node:perf_hooks';
import { setTimeout } from 'node:timers/promises';
import Libsql from 'libsql';
import { print } from '../../../src/server/app/print.ts';
import { startServer } from '../../../src/server/app/start-server.ts';

const [, , address = ''] = process.argv;
/** Milliseconds: how often the loop is looked at, which comes off what it was late by. */
const EACH = 1;
/** Milliseconds in which nothing goes any more: the sweep is over. */
const REST = 3_000;

await setTimeout(500);
const stops = monitorEventLoopDelay({ resolution: EACH });
stops.enable();
const started = await startServer({
  PORT: '0',
  APPLY_MODE: 'sandbox',
  APPLY_STORE: address,
  APPLY_SECRET: 's'.repeat(32),
});
if (!started.ok) throw new Error(started.error.join(' '));

const path = address.replace(/^file:/, '');
const count = (): number => {
  const file = new Libsql(path, { readonly: true });
  const [row] = file.prepare('select count(*) as count from submission').all();
  file.close();
  return Number(Object(row).count);
};
stops.disable();
let left = count();
for (let before = -1; before !== left; left = count()) {
  before = left;
  stops.enable();
  await setTimeout(REST);
  stops.disable();
}
await started.value.close();
print(`${Math.round(stops.max / 1e6 - EACH)} ${left}`);
process.exit(0);
