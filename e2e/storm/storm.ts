/**
 * `npm run storm`: thousands of fake applications at the built server, from 500 addresses and then from one, while real
 * candidates apply; beside a run of these alone. Each of them must be at the service once.
 */
import { parseArgs } from 'node:util';
import { print } from '../../src/server/app/print.ts';
import { readWishOrExit, runWithProcesses } from '../support/process-command.ts';
import { runStorm, type StormRun, type StormWish } from './run-storm.ts';
import { summaryOf, tellStorm } from './tell-storm.ts';

const usage =
  'npm run --silent storm -- [--fakes N] [--seconds N] [--candidates N] [--patience SECONDS] [--rate N/SECONDS] [--warm N]';

const options = {
  fakes: { type: 'string', default: '10000' },
  seconds: { type: 'string', default: '90' },
  /** Of each of three kinds. */
  candidates: { type: 'string', default: '25' },
  patience: { type: 'string', default: '180' },
  rate: { type: 'string', default: '20/1' },
  /** Applications before each run, by which the server learns the rate. */
  warm: { type: 'string', default: '60' },
} as const;

function readWish(args: readonly string[]): StormWish {
  const { values } = parseArgs({ args: [...args], options, strict: true });
  const number = (name: 'fakes' | 'seconds' | 'candidates' | 'patience' | 'warm'): number => {
    if (!/^[1-9]\d{0,4}$/.test(values[name]))
      throw new Error(`--${name} must be a whole number from 1 to 99999.`);
    return Number(values[name]);
  };
  return {
    fakes: number('fakes'),
    seconds: number('seconds'),
    each: number('candidates'),
    patience: number('patience'),
    rate: values.rate,
    warm: number('warm'),
  };
}

const wish = readWishOrExit(usage, readWish);

/** Addresses of the fakes. */
const runs = { alone: 0, 'from 500 addresses': 500, 'from one address': 1 };

await runWithProcesses(async (tools) => {
  let alone: StormRun | null = null;
  const summaries: Record<string, ReturnType<typeof summaryOf>> = {};
  for (const [name, addresses] of Object.entries(runs)) {
    tools.tell(`${name} …`);
    const run = await runStorm(tools, wish, addresses);
    alone ??= run;
    for (const text of tellStorm(name, run, alone)) tools.tell(text);
    summaries[name] = summaryOf(run);
  }
  print(JSON.stringify({ rate: wish.rate, fakes: wish.fakes, runs: summaries }));
  const isWhole = Object.values(summaries).every(
    ({ lost, twice, unfinished, withoutReceipt }) => lost + twice + unfinished + withoutReceipt === 0,
  );
  return isWhole ? 0 : 1;
});
