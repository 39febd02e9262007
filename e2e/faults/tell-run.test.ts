import { expect, test } from 'vitest';
import { type FaultsCommand, readFaultsCommand } from './faults-options.ts';
import { newTotal } from './run-schedules.ts';
import { tellRun } from './tell-run.ts';

const command: FaultsCommand = {
  schedules: 500,
  seed: 7,
  store: 'postgres',
  isDurable: true,
  control: 'quiet',
  trace: null,
};
const faulty = { ...newTotal(), schedules: 500, answers: 900, lost: 2, parked: 3 };

test('the line that traces a schedule can be given back as it is', () => {
  const [line = ''] = tellRun(command, faulty, [12, 3]);
  expect(readFaultsCommand(line.split(' -- ')[1]?.split(' ') ?? [])).toEqual({ ...command, trace: 3 });
});

test('every figure is explained', () => {
  const lines = tellRun({ ...command, control: null }, faulty, [3]);
  expect(lines.slice(1)).toEqual([
    'Of 900 answers:',
    expect.stringMatching(/^ +2 lost +accepted, but neither/),
    expect.stringMatching(/^ +0 duplicated more than once/),
    expect.stringMatching(/^ +0 hidden /),
    expect.stringMatching(/^ +0 untold /),
    expect.stringMatching(/^ +3 parked .*no fault$/),
    expect.stringMatching(/^ +0 restores /),
    expect.stringMatching(/^ +0 erased /),
    expect.stringMatching(/^ +0 documents /),
    expect.stringMatching(/^ +0 refusals /),
    expect.stringMatching(/^ +0 mistaught /),
    expect.stringMatching(/^ +0 aged /),
    expect.stringMatching(/^ +0 kept /),
    expect.stringMatching(/^ +0 events /),
    expect.stringMatching(/^ +0 unheard +ends that it never heard/),
    expect.stringMatching(/^ +0 overheard /),
  ]);
});

test('only where the states in between are seen does it say that they were heard', () => {
  const memory = { ...command, store: 'memory', control: null } as const;
  expect(tellRun(memory, faulty, []).at(-2)).toMatch(/^ +0 unheard +states that it never heard/);
});

test('a control says last that faults were its aim', () => {
  expect(tellRun(command, faulty, [3]).at(-1)).toBe(
    'control quiet: faults in 1 of 500 schedules, as it must.',
  );
  const none = { ...newTotal(), schedules: 1 };
  expect(tellRun(command, none, []).at(-1)).toMatch(/^control quiet: no faults in 1 schedule, where it must/);
});
