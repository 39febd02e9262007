import { parseArgs } from 'node:util';
import { joinNegatives, sentenceOf, wantsHelp } from './arguments.ts';
import { type Control, controls, isControl } from './controls.ts';

export const stores = ['memory', 'file', 'postgres'] as const;
export type StoreName = (typeof stores)[number];

/** What `npm run faults` was asked for. */
export interface FaultsCommand {
  readonly schedules: number;
  readonly seed: number;
  readonly store: StoreName;
  /** Postgres waits for the disk, as an operator's does. */
  readonly isDurable: boolean;
  /** null: everything works as it should. */
  readonly control: Control | null;
  /** The one schedule to tell of, step by step; null: all are run. */
  readonly trace: number | null;
}

export const usage =
  'npm run --silent faults -- --schedules N --seed S [--store memory|file|postgres] [--fsync] [--control quiet|lease|mark|version|read-back|proof|documents|names|own-names|lessons|restore|erase|clock|outbox|event-ids|erased-events|restored-events] [--trace SCHEDULE]';

type Reading = FaultsCommand | { readonly help: true } | { readonly fault: string };

/** Reads the arguments; a fault as one sentence: of a value that is wrong before one that is missing. */
export function readFaultsCommand(args: readonly string[]): Reading {
  if (wantsHelp(args)) return { help: true };
  const values = readArguments(args);
  if (typeof values === 'string') return { fault: values };
  const { store = 'memory', control = null, fsync: isDurable = false } = values;
  const schedules = readNumber('--schedules', values.schedules, 1);
  const seed = readNumber('--seed', values.seed, 0);
  const trace = readNumber('--trace', values.trace, 1);
  for (const number of [schedules, seed, trace]) if (typeof number === 'string') return { fault: number };
  const name = stores.find((one) => one === store);
  if (name === undefined) return { fault: `--store must be one of ${stores.join(', ')}, not "${store}".` };
  if (control !== null && !isControl(control))
    return { fault: `--control must be one of ${controls.join(', ')}, not "${control}".` };
  if (typeof schedules !== 'number') return { fault: '--schedules is missing.' };
  if (typeof seed !== 'number') return { fault: '--seed is missing.' };
  if (typeof trace === 'string') return { fault: trace };
  if (trace !== null && trace > schedules)
    return { fault: `--trace must be one of the ${schedules} of --schedules, not "${trace}".` };
  if (isDurable && name !== 'postgres') return { fault: '--fsync needs --store postgres.' };
  return { schedules, seed, store: name, isDurable, control, trace };
}

const options = {
  schedules: { type: 'string' },
  seed: { type: 'string' },
  store: { type: 'string' },
  fsync: { type: 'boolean' },
  control: { type: 'string' },
  trace: { type: 'string' },
} as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: joinNegatives(args), options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    return sentenceOf(error);
  }
}

/** null: it is not there. */
function readNumber(name: string, text: string | undefined, least: number): number | string | null {
  if (text === undefined) return null;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least ? number : `${name} must be a whole number from ${least}, not "${text}".`;
}
