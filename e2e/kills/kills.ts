/**
 * `npm run kills`: real processes, real HTTP, a real disk. Servers are killed, or stopped by SIGTERM, at random moments
 * while applicants send. With Postgres, two servers run behind a balancer, and Postgres is killed, too. At the end
 * everything that was promised must have arrived once, and no request may have failed because of a SIGTERM.
 */
import { type ParseArgsConfig, parseArgs } from 'node:util';
import * as z from 'zod';
import { print, printError } from '../../src/server/process/print.ts';
import { Processes } from './processes.ts';
import { scenarios } from './scenarios.ts';
import { type KillsOptions, runKills } from './world.ts';

const usage = `Usage: npm run --silent kills -- --count N [--store file|postgres] [--duplicates accept|reject|replace]
  [--seed S] [--scenario ${Object.keys(scenarios).join('|')}]`;

const number = z
  .string()
  .regex(/^\d{1,5}$/, 'a whole number of at most five digits')
  .transform(Number);
const schema = z.object({
  count: number.refine((count) => count > 0, 'at least 1'),
  store: z.enum(['file', 'postgres']).default('file'),
  duplicates: z.enum(['accept', 'reject', 'replace']).default('accept'),
  seed: number.default(1),
  scenario: z.literal(['mixed', 'rolling', 'late', 'abrupt', 'forgetful']).default('mixed'),
});

function readOptions(): KillsOptions {
  const names = Object.keys(schema.shape).map((name) => [name, { type: 'string' as const }]);
  const options: ParseArgsConfig['options'] = Object.fromEntries(names);
  try {
    return schema.parse(parseArgs({ options }).values);
  } catch (error) {
    const reason = error instanceof z.ZodError ? z.prettifyError(error) : String(error);
    printError(`${reason}\n${usage}`);
    return process.exit(2);
  }
}

const options = readOptions();
const processes = new Processes();
for (const signal of ['SIGINT', 'SIGTERM'] as const)
  process.once(signal, () => void processes.end().then(() => process.exit(130)));
const started = performance.now();
const log = (line: string) =>
  printError(`${((performance.now() - started) / 1000).toFixed(1).padStart(6)} s  ${line}`);

async function run(): Promise<number> {
  const result = await runKills(options, processes, log);
  const { kills, restarts, storeKills, answers, lost, duplicated, failed, parked, unsettled, faults } =
    result;
  for (const fault of faults) log(`${fault}.`);
  log(`${parked} answers wait for an operator, ${unsettled} receipts are not settled.`);
  print(JSON.stringify({ kills, answers, lost, duplicated, failed, restarts, storeKills }));
  return lost + duplicated + failed + unsettled === 0 ? 0 : 1;
}

const code = await run().catch((error: unknown) => {
  log(String(error));
  return 1;
});
await processes.end();
process.exit(code);
