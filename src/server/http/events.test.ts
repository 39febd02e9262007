import { expect, test } from 'vitest';
import { describeError } from './events.ts';

const withStack = (message: string, ...lines: readonly string[]) => {
  const error = new TypeError(message);
  error.stack = [`TypeError: ${message}`, ...lines].join('\n');
  return error;
};

test('an exception is described by its name and its places in our code', () => {
  const { cause, stack } = describeError(new RangeError('Ada Lovelace'));
  expect(cause).toBe('RangeError');
  expect(stack[0]).toMatch(/^src\/server\/http\/events\.test\.ts:\d+:\d+$/);
});

test('the message of an exception is never logged, even if its lines look like places', () => {
  const message = 'ada@example.com\n    at ada (/src/ada.ts:1:1)\n    at /src/lovelace.ts:1:1';
  const { stack } = describeError(new Error(message));
  expect(stack.length).toBeGreaterThan(0);
  expect(JSON.stringify(stack)).not.toMatch(/ada|lovelace/);
});

test.each([
  ['    at run (/home/ada/app/src/proxy/a.ts:1:2)', 'run (src/proxy/a.ts:1:2)'],
  ['    at async run (file:///home/ada/app/dist/server/b.js:3:4)', 'run (dist/server/b.js:3:4)'],
  [
    '    at Hono.fetch (file:///home/ada/app/node_modules/hono/dist/hono-base.js:5:6)',
    'Hono.fetch (node_modules/hono/dist/hono-base.js:5:6)',
  ],
  ['anything else', null],
])('the line %j of a stack is logged as %j', (line, place) => {
  expect(describeError(withStack('m', line)).stack).toEqual(place === null ? [] : [place]);
});
