/** The report of a run for people; figures for programs are in the last line of the output. */
import type { FaultsCommand } from './faults-options.ts';
import type { Total } from './run-schedules.ts';
import { type Figures, figureNames, isFaulty } from './verdict.ts';

/** How many schedules with faults are named. */
const NAMED = 10;

const meanings: Readonly<Record<Exclude<keyof Figures, 'answers'>, string>> = {
  lost: 'accepted, but neither at the service nor handed to an operator',
  duplicated: 'more than once at the service',
  hidden: 'at the service, although the form no longer asked for it',
  untold: 'the applicant was told something else, or nothing',
  parked: 'handed to an operator, who is told: no fault',
  restores: 'times the store was replaced by a backup',
  erased: 'people whose submission was erased while it was delivered',
  documents: 'files of applications, with them or after them',
  refusals: 'applications that the service refused',
  mistaught: 'details learned of a job though they were sent, or told to be missing and not learned',
  aged: 'schedules that went on until nothing need be kept any more',
  kept: 'wiped or forgotten too early, or not in time',
  events: 'told to a back end, repetitions too',
  unheard: 'states that it never heard, or out of their order, or with more than it may be told',
  overheard: 'events of an erased person told, or one told under two ids',
};

/** Calls of several processes meet in that store: which states there were in between is not seen from outside. */
const unheardAtOnce =
  'ends that it never heard, gaps in what was told, or out of its order, or with more than it may be told';

const meaningOf = (name: keyof typeof meanings, { store }: FaultsCommand): string =>
  name === 'unheard' && store === 'postgres' ? unheardAtOnce : meanings[name];

/** @param faulty numbers of the schedules that have faults */
export function tellRun(command: FaultsCommand, total: Total, faulty: readonly number[]): readonly string[] {
  const { control } = command;
  const named = [...faulty].sort((one, other) => one - other).slice(0, NAMED);
  return [
    ...named.map((schedule) => `Step by step: ${commandOf({ ...command, trace: schedule })}`),
    `Of ${total.answers} answers:`,
    ...figureNames
      .filter((name) => name !== 'answers')
      .map((name) => `${String(total[name]).padStart(8)} ${name.padEnd(10)} ${meaningOf(name, command)}`),
    ...(control === null ? [] : [controlSentence(control, total, faulty.length)]),
  ];
}

function controlSentence(control: string, total: Total, faulty: number): string {
  const count = `${total.schedules} schedule${total.schedules === 1 ? '' : 's'}`;
  return isFaulty(total)
    ? `control ${control}: faults in ${faulty} of ${count}, as it must.`
    : `control ${control}: no faults in ${count}, where it must find some: take more schedules.`;
}

/** One event, as a line. */
export const lineOf = (now: number, who: string, what: string): string =>
  `${(now / 1_000).toFixed(3).padStart(10)}  ${who.padEnd(12)} ${what}`;

/** To be pasted as it is. */
export function commandOf({ schedules, seed, store, isDurable, control, trace }: FaultsCommand): string {
  const more = [
    ...(isDurable ? ['--fsync'] : []),
    ...(control === null ? [] : ['--control', control]),
    ...(trace === null ? [] : ['--trace', trace]),
  ];
  return [
    'npm run --silent faults --',
    '--schedules',
    schedules,
    '--seed',
    seed,
    '--store',
    store,
    ...more,
  ].join(' ');
}
