/**
 * `npm run rolling`: two real servers on one Postgres behind a balancer that reads `/readyz`, restarted in turn by
 * SIGTERM while applicants send. No request may fail; with `--drain 0` the balancer hears of it too late, and some must.
 */
import { parseArgs } from 'node:util';
import { sentenceOf, wantsHelp } from '../../src/cli/arguments.ts';
import { print, printError } from '../../src/server/app/print.ts';
import { createProcesses } from '../kills/processes.ts';
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

function findWish(args: readonly string[]): RollingWish | string {
  try {
    return readWish(args);
  } catch (error) {
    return sentenceOf(error);
  }
}

const args = process.argv.slice(2);
if (wantsHelp(args)) {
  print(`Usage: ${usage}`);
  process.exit(0);
}
const wish = findWish(args);
if (typeof wish === 'string') {
  printError(`${wish}\nUsage: ${usage}`);
  process.exit(2);
}

const processes = createProcesses();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void processes.end().then(() => process.exit(130)));

try {
  const result = await rollServers(processes, wish);
  await processes.end();
  print(JSON.stringify(result));
  process.exit(result.failed === 0 ? 0 : 1);
} catch (error) {
  await processes.end();
  printError(sentenceOf(error));
  process.exit(1);
}
