import { parseArgs } from 'node:util';
import { type Control, controls, isControl } from './controls.ts';
import { type StoreName, storeNames } from './stores.ts';

/** The parsed arguments of `npm run faults`. */
export interface FaultsCommand {
  readonly schedules: number;
  readonly seed: number;
  readonly store: StoreName;
  /** null for a run without a control. */
  readonly control: Control | null;
  /** The one schedule to print step by step; null to run all. */
  readonly trace: number | null;
}

export const usage = `npm run --silent faults -- --schedules N --seed S [--store ${storeNames.join('|')}] [--control ${controls.join('|')}] [--trace SCHEDULE]`;

const options = {
  schedules: { type: 'string' },
  seed: { type: 'string' },
  store: { type: 'string', default: 'memory' },
  control: { type: 'string' },
  trace: { type: 'string' },
} as const;

/** Throws an error that explains the first invalid argument. */
export function readCommand(args: readonly string[]): FaultsCommand {
  const { values } = parseArgs({ args: [...args], options });
  const { store: name, control = null } = values;
  const store = storeNames.find((known) => known === name);
  if (store === undefined) throw new Error(`--store must be one of ${storeNames.join(', ')}, not "${name}".`);
  if (control !== null && !isControl(control))
    throw new Error(`--control must be one of ${controls.join(', ')}, not "${control}".`);
  return {
    schedules: readNumber('--schedules', values.schedules, 1),
    seed: readNumber('--seed', values.seed, 0),
    store,
    control,
    trace: values.trace === undefined ? null : readNumber('--trace', values.trace, 1),
  };
}

function readNumber(name: string, text: string | undefined, least: number): number {
  const number = /^\d{1,15}$/.test(text ?? '') ? Number(text) : Number.NaN;
  if (number >= least) return number;
  throw new Error(`${name} must be a whole number from ${least}, not ${text ?? 'missing'}.`);
}

/** The command line that repeats a run, to be pasted into a shell. */
export function commandOf({ schedules, seed, store, control, trace }: FaultsCommand): string {
  const always = `npm run --silent faults -- --schedules ${schedules} --seed ${seed} --store ${store}`;
  return `${always}${control === null ? '' : ` --control ${control}`}${trace === null ? '' : ` --trace ${trace}`}`;
}
