import { parseArgs } from 'node:util';
import { type Control, controls, isControl } from './controls.ts';

export const stores = ['memory', 'file', 'postgres'] as const;
export type StoreName = (typeof stores)[number];

/** What `npm run faults` was asked for. */
export interface FaultsCommand {
  readonly schedules: number;
  readonly seed: number;
  readonly store: StoreName;
  /** null: everything works as it should. */
  readonly control: Control | null;
  /** The one schedule to tell of, step by step; null: all are run. */
  readonly trace: number | null;
}

export const usage =
  'npm run --silent faults -- --schedules N --seed S [--store memory|file|postgres] [--control quiet|lease|mark|version|read-back] [--trace SCHEDULE]';

/** Reads the arguments; a fault as one sentence. */
export function readFaultsCommand(args: readonly string[]): FaultsCommand | { readonly fault: string } {
  const values = readArguments(args);
  if (typeof values === 'string') return { fault: values };
  const { store = 'memory', control } = values;
  const schedules = readNumber('--schedules', values.schedules, 1);
  const seed = readNumber('--seed', values.seed, 0);
  const trace = values.trace === undefined ? null : readNumber('--trace', values.trace, 1);
  for (const number of [schedules, seed, trace]) if (typeof number === 'string') return { fault: number };
  const name = stores.find((one) => one === store);
  if (name === undefined) return { fault: `--store must be one of ${stores.join(', ')}, not "${store}".` };
  if (control !== undefined && !isControl(control))
    return { fault: `--control must be one of ${controls.join(', ')}, not "${control}".` };
  if (typeof schedules === 'string' || typeof seed === 'string' || typeof trace === 'string')
    return { fault: usage };
  return { schedules, seed, store: name, control: control ?? null, trace };
}

const options = {
  schedules: { type: 'string' },
  seed: { type: 'string' },
  store: { type: 'string' },
  control: { type: 'string' },
  trace: { type: 'string' },
} as const;

function readArguments(args: readonly string[]) {
  try {
    return parseArgs({ args: [...args], options, strict: true, allowPositionals: false }).values;
  } catch (error) {
    const [message = ''] = (error instanceof Error ? error.message : String(error)).split('\n');
    return message.endsWith('.') ? message : `${message}.`;
  }
}

function readNumber(name: string, text: string | undefined, least: number): number | string {
  if (text === undefined) return `${name} is missing.`;
  const number = /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN;
  return number >= least ? number : `${name} must be a whole number from ${least}, not "${text}".`;
}
