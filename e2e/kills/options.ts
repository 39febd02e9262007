import { parseArgs } from 'node:util';
import { joinNegatives, sentenceOf, wantsHelp } from '../../src/cli/arguments.ts';
import type { Duplicates } from '../../src/sandbox/sandbox-state.ts';

/** What `npm run kills` was asked for. */
export interface KillsCommand {
  readonly count: number;
  readonly store: 'file' | 'postgres';
  /** What the sandbox makes of a second answer. */
  readonly duplicates: Duplicates;
  /** Of all that is left to chance, but for the machine's own. */
  readonly seed: number;
  /**
   * The service stores late more often, and later than the reconcile delay. That breaks what the ledger builds on, so faults
   * must be found: a run that finds none proves nothing.
   */
  readonly control: boolean;
  /**
   * Every server is stopped in order, but without a window in which its balancer could hear of it: requests must fail,
   * or nothing was judged.
   */
  readonly isAbrupt: boolean;
  /** Postgres says of a commit that it is stored before it is, so something must be lost when it is killed. */
  readonly isForgetful: boolean;
}

export const usage =
  'npm run --silent kills -- --count N [--store file|postgres] [--duplicates accept|reject|replace] [--seed S]';

const options = {
  count: { type: 'string' },
  store: { type: 'string', default: 'file' },
  duplicates: { type: 'string', default: 'accept' },
  seed: { type: 'string', default: '1' },
} as const;

type Environment = Readonly<Record<string, string | undefined>>;

type Reading = KillsCommand | { readonly help: true } | { readonly fault: string };

/** @param environment `KILLS_CONTROL=late`: see `control`; `abrupt`: see `isAbrupt`; `forgetful`: see `isForgetful` */
export function readKillsCommand(args: readonly string[], environment: Environment = {}): Reading {
  if (wantsHelp(args)) return { help: true };
  const values = readArguments(args);
  if (typeof values === 'string') return { fault: values };
  const { store, duplicates } = values;
  const count = readNumber(values.count ?? '1');
  const seed = readNumber(values.seed);
  const control = environment['KILLS_CONTROL'] ?? '';
  if (count === null || count === 0) return { fault: '--count must be a whole number from 1 to 99999.' };
  if (store !== 'file' && store !== 'postgres') return { fault: '--store must be file or postgres.' };
  if (duplicates !== 'accept' && duplicates !== 'reject' && duplicates !== 'replace')
    return { fault: '--duplicates must be accept, reject or replace.' };
  if (seed === null) return { fault: '--seed must be a whole number from 0 to 99999.' };
  if (!['', 'late', 'abrupt', 'forgetful'].includes(control))
    return { fault: 'KILLS_CONTROL must be late, abrupt or forgetful, or not set.' };
  if (control === 'forgetful' && store !== 'postgres')
    return { fault: 'KILLS_CONTROL=forgetful needs --store postgres.' };
  if (values.count === undefined) return { fault: '--count is missing.' };
  const controls = {
    control: control === 'late',
    isAbrupt: control === 'abrupt',
    isForgetful: control === 'forgetful',
  };
  return { count, store, duplicates, seed, ...controls };
}

const readNumber = (text: string): number | null => (/^\d{1,5}$/.test(text) ? Number(text) : null);

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: joinNegatives(args), options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return sentenceOf(error);
  }
}
