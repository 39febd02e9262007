import { beforeEach, expect, test } from 'vitest';
import type { LogFields } from './log.ts';
import { createSeldomLog, type LogOf } from './seldom-log.ts';

type Event = 'flood' | 'other';

let now: number;
let lines: LogFields[];
let log: LogOf<Event>;

const start = (pauses: Partial<Record<Event, number>>) => {
  const add = (_event: Event, fields: LogFields) => lines.push(fields);
  log = createSeldomLog({ warn: add, error: add }, { now: () => now, pauses });
};

beforeEach(() => {
  now = 1_000_000;
  lines = [];
  start({ flood: 60_000 });
});

const tell = (times: number, fields: LogFields = {}) => {
  for (let time = 0; time < times; time += 1) log.warn('flood', fields);
};

test('of many there is one line, and after the pause one with the number of those between', () => {
  tell(500);
  expect(lines).toEqual([{}]);
  now += 60_000;
  tell(1);
  expect(lines).toEqual([{}, { left_out: 499 }]);
});

test('the control, without a pause, tells all of them', () => {
  start({});
  tell(500);
  expect(lines).toHaveLength(500);
});

test('tenants, causes and routes are told apart', () => {
  tell(3, { tenant: 'one' });
  tell(3, { tenant: 'two' });
  tell(3, { tenant: 'two', cause: 'visit' });
  tell(3, { tenant: 'two', cause: 'visit', route: 'GET /metrics' });
  expect(lines).toHaveLength(4);
});

test('a clock that is set back an hour silences nothing for an hour', () => {
  tell(2);
  now -= 3_600_000;
  tell(1);
  expect(lines).toEqual([{}, { left_out: 1 }]);
});
