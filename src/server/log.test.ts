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

const tell = (times: number, fields: LogFields = {}) => {
  for (let time = 0; time < times; time += 1) log.warn('wrong_key', fields);
};

test('of many there is one line, and after the pause one with the number of those between', () => {
  tell(500);
  expect(lines).toEqual([{}]);
  now += 60_000;
  tell(1);
  expect(lines).toEqual([{}, { left_out: 499 }]);
});

test('tenants, causes, routes, submissions and tags are different', () => {
  tell(3, { tenant: 'one' });
  tell(3, { tenant: 'two' });
  tell(3, { tenant: 'two', cause: 'visit' });
  tell(3, { tenant: 'two', cause: 'visit', route: 'GET /metrics' });
  tell(3, { tenant: 'two', reference: 'K7M2' });
  tell(3, { tenant: 'two', reference: 'K7M2', tag: 'Applied', context: 'custom_form' });
  tell(3, { tenant: 'two', reference: 'K7M2', tag: 'Applied', context: 'custom_source' });
  expect(lines).toHaveLength(7);
});
