import { expect, test } from 'vitest';
import { commandOf, readCommand } from './options.ts';

test.each([
  ['--schedules 10 --seed 0 --store file --control read-back --trace 3', ''],
  ['--schedules 1 --seed 7', ' --store memory'],
])('%s is read, and makes the same command again', (args, more) => {
  expect(commandOf(readCommand(args.split(' ')))).toBe(`npm run --silent faults -- ${args}${more}`);
});

test.each([
  ['--schedules 1e3 --seed 1', '--schedules must be a whole number from 1, not 1e3.'],
  ['--schedules 1 --seed 1 --store redis', '--store must be one of memory, file, postgres, not "redis".'],
  ['--schedules 1 --seed 1 --control x', '--control must be one of quiet, lease, mark'],
  ['--schedule 1', "Unknown option '--schedule'"],
])('%s is refused in one sentence', (args, sentence) => {
  expect(() => readCommand(args.split(' '))).toThrow(sentence);
});
