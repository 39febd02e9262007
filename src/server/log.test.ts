import { beforeEach, expect, test } from 'vitest';
import { createAdvisingLog, type Log, type LogFields } from './log.ts';

let now: number;
let lines: LogFields[];
let log: Log;

beforeEach(() => {
  now = 0;
  lines = [];
  const add = (_event: string, { advice: _advice, ...fields }: LogFields) => lines.push(fields);
  log = createAdvisingLog({ warn: add, error: add }, { monotonic: () => now });
});

const warn = (times: number, fields: LogFields = {}) => {
  for (let time = 0; time < times; time += 1) log.warn('wrong_key', fields);
};

test('repeated events are logged once a minute, with the number of those left out', () => {
  warn(500);
  expect(lines).toEqual([{}]);
  now += 60_000;
  warn(1);
  expect(lines).toEqual([{}, { left_out: 499 }]);
});

test('events of different tenants, causes, routes, submissions or tags are logged separately', () => {
  warn(3, { tenant: 'one' });
  warn(3, { tenant: 'two' });
  warn(3, { tenant: 'two', cause: 'visit' });
  warn(3, { tenant: 'two', cause: 'visit', route: 'GET /metrics' });
  warn(3, { tenant: 'two', reference: 'K7M2' });
  warn(3, { tenant: 'two', reference: 'K7M2', tag: 'Applied', context: 'custom_form' });
  warn(3, { tenant: 'two', reference: 'K7M2', tag: 'Applied', context: 'custom_source' });
  expect(lines).toHaveLength(7);
});
