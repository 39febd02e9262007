import { describe, expect, test } from 'vitest';
import { readFaultsCommand } from './faults-options.ts';

describe('arguments of faults', () => {
  test('all of them', () => {
    const args = [
      '--schedules',
      '10',
      '--seed',
      '0',
      '--store',
      'file',
      '--control',
      'read-back',
      '--trace',
      '3',
    ];
    expect(readFaultsCommand(args)).toEqual({
      schedules: 10,
      seed: 0,
      store: 'file',
      isDurable: false,
      control: 'read-back',
      trace: 3,
    });
  });

  test('in memory, without a control, unless they say otherwise', () => {
    expect(readFaultsCommand(['--schedules', '1', '--seed', '7'])).toMatchObject({
      store: 'memory',
      control: null,
      trace: null,
    });
  });

  test.each([['--help'], ['-h'], ['--help', '--trace', 'x']])('%s asks for nothing but help', (...args) => {
    expect(readFaultsCommand(args)).toEqual({ help: true });
  });

  test.each([
    [[], '--schedules is missing.'],
    [['--schedules', '5'], '--seed is missing.'],
    [['--schedules', '0', '--seed', '1'], '--schedules must be a whole number from 1, not "0".'],
    [['--schedules', '1e3', '--seed', '1'], '--schedules must be a whole number from 1, not "1e3".'],
    [['--schedules', '1', '--seed', '-1'], '--seed must be a whole number from 0, not "-1".'],
    [['--schedules', '-5'], '--schedules must be a whole number from 1, not "-5".'],
    [['--seed', 'x'], '--seed must be a whole number from 0, not "x".'],
    [['--control', 'x'], '--control must be one of quiet'],
    [
      ['--schedules', '5', '--seed', '1', '--trace', '6'],
      '--trace must be one of the 5 of --schedules, not "6".',
    ],
    [
      ['--schedules', '1', '--seed', '1', '--store', 'redis'],
      '--store must be one of memory, file, postgres, not "redis".',
    ],
    [
      ['--schedules', '1', '--seed', '1', '--control', 'x'],
      '--control must be one of quiet, lease, mark, version, read-back, proof, documents, names, own-names, lessons, restore, erase, clock, outbox, event-ids, erased-events, restored-events, not "x".',
    ],
    [['--schedules', '1', '--seed', '1', '--fsync'], '--fsync needs --store postgres.'],
    [['--schedule', '1'], "Unknown option '--schedule'"],
  ])('%j is refused in one sentence', (args, sentence) => {
    const command = readFaultsCommand(args);
    expect('fault' in command ? command.fault : '').toContain(sentence);
    expect('fault' in command ? command.fault : '\n').not.toContain('\n');
  });
});
