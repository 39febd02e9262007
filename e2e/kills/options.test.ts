import { expect, test } from 'vitest';
import { readKillsCommand } from './options.ts';

test('a count is enough', () => {
  expect(readKillsCommand(['--count', '10'])).toEqual({
    count: 10,
    store: 'file',
    duplicates: 'accept',
    seed: 1,
    control: false,
    isAbrupt: false,
    isForgetful: false,
  });
});

test('every option is read', () => {
  const args = ['--count=3', '--store', 'postgres', '--duplicates', 'replace', '--seed', '9'];
  expect(readKillsCommand(args, { KILLS_CONTROL: 'late' })).toEqual({
    count: 3,
    store: 'postgres',
    duplicates: 'replace',
    seed: 9,
    control: true,
    isAbrupt: false,
    isForgetful: false,
  });
});

test('--help asks for nothing else', () => {
  expect(readKillsCommand(['--help'])).toEqual({ help: true });
});

test.each([
  [[], '--count is missing.'],
  [['--store', 'memory'], '--store must be file or postgres.'],
  [['--count', '0'], '--count must be'],
  [['--count', 'ten'], '--count must be'],
  [['--count', '1', '--store', 'memory'], '--store must be file or postgres.'],
  [['--count', '1', '--duplicates', 'maybe'], '--duplicates must be'],
  [['--count', '1', '--seed', '-1'], '--seed must be'],
  [['--cont', '1'], '--cont'],
])('%j is refused in one sentence', (args, words) => {
  const read = readKillsCommand(args);
  expect('fault' in read && read.fault).toContain(words);
});
