/**
 * `npm run rolling`: two real servers on one Postgres behind a balancer that reads `/readyz`, restarted in turn by
 * SIGTERM while applicants send. No request may fail; with `--drain 0`, the control, the balancer hears of it too late,
 * and some must. Exit 1: it is otherwise.
 */
import { parseArgs } from 'node:util';
import { print } from '../../src/server/app/print.ts';
import { readWishOrExit, runWithProcesses } from '../support/process-command.ts';
import { type RollingWish, rollServers } from './rolling-restart.ts';

const usage = 'npm run --silent rolling -- [--restarts N] [--drain SECONDS]';

function readWish(args: readonly string[]): RollingWish {
  const options = {
    restarts: { type: 'string', default: '3' },
    drain: { type: 'string', default: '2' },
  } as const;
  const { restarts, drain } = parseArgs({ args: [...args], options, strict: true }).values;
  if (!/^[1-9]\d{0,3}$/.test(restarts)) throw new Error('--restarts must be a whole number from 1 to 9999.');
  if (!/^\d{1,2}$/.test(drain)) throw new Error('--drain must be a whole number from 0 to 99.');
  return { restarts: Number(restarts), drain: Number(drain) };
}

const wish = readWishOrExit(usage, readWish);

await runWithProcesses(async ({ processes }) => {
  const result = await rollServers(processes, wish);
  print(JSON.stringify(result));
  const isControl = wish.drain === 0;
  return result.failed > 0 === isControl ? 0 : 1;
});
