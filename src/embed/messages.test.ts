import { describe, expect, test } from 'vitest';
import { isFrom, readFrameMessage, readHostMessage } from './messages.ts';

const frame = { name: 'the frame' };
const expected = { origin: 'https://forms.example.com', source: frame };

describe('a message is believed only from the right window on the right origin', () => {
  test('of the frame itself: yes', () => {
    expect(isFrom({ origin: 'https://forms.example.com', source: frame }, expected)).toBe(true);
  });

  test.each([
    ['another origin in the same window', { origin: 'https://evil.example', source: frame }],
    [
      'the right origin in another window',
      { origin: 'https://forms.example.com', source: { name: 'a pop-up' } },
    ],
    ['an origin that only begins alike', { origin: 'https://forms.example.com.evil.example', source: frame }],
    ['the same host over http', { origin: 'http://forms.example.com', source: frame }],
    ['another port', { origin: 'https://forms.example.com:8443', source: frame }],
    ['a sandboxed frame without an origin', { origin: 'null', source: frame }],
    ['a worker, which has no window', { origin: 'https://forms.example.com', source: null }],
  ])('%s: no', (_name, sender) => {
    expect(isFrom(sender, expected)).toBe(false);
  });

  test('nobody is right while the frame has no window', () => {
    expect(isFrom({ origin: 'https://forms.example.com', source: null }, { ...expected, source: null })).toBe(
      false,
    );
  });
});

const strangers: readonly (readonly [string, unknown])[] = [
  ['null', null],
  ['nothing', undefined],
  ['a text', 'resize'],
  ['a number', 7],
  ['a list', [1, 2]],
  ['a function name of another product', { giscus: { resizeHeight: 10 } }],
  ['another version', { apply: 2, id: 'apply-1', type: 'resize', height: 10 }],
  ['a version as text', { apply: '1', id: 'apply-1', type: 'resize', height: 10 }],
  ['no id', { apply: 1, type: 'resize', height: 10 }],
  ['a type that we do not know', { apply: 1, id: 'apply-1', type: 'destroy' }],
  ['a type from a prototype', { apply: 1, id: 'apply-1', type: 'constructor' }],
];

describe('what the host reads', () => {
  test.each(strangers)('ignores %s', (_name, data) => {
    expect(readFrameMessage(data)).toBeNull();
  });

  test.each([
    ['a height as text', { height: '100px' }],
    ['a negative height', { height: -1 }],
    ['an endless height', { height: Number.POSITIVE_INFINITY }],
    ['no number', { height: Number.NaN }],
    ['a height that no form has', { height: 2_000_000 }],
  ])('ignores %s', (_name, fields) => {
    expect(readFrameMessage({ apply: 1, id: 'apply-1', type: 'resize', ...fields })).toBeNull();
  });

  test('takes only what belongs to a message', () => {
    const read = readFrameMessage({ apply: 1, id: 'apply-1', type: 'resize', height: 812, extra: 'x' });
    expect(read).toEqual({ apply: 1, id: 'apply-1', type: 'resize', height: 812 });
  });

  test('takes the events of the form', () => {
    const message = { apply: 1, id: 'apply-1', type: 'apply-submitted', detail: { reference: 'R' } };
    expect(readFrameMessage(message)).toEqual(message);
  });

  test('does not take what only a host may say', () => {
    expect(readFrameMessage({ apply: 1, id: 'apply-1', type: 'hello', nonce: 'n' })).toBeNull();
  });
});

describe('what the frame reads', () => {
  test.each(strangers)('ignores %s', (_name, data) => {
    expect(readHostMessage(data)).toBeNull();
  });

  test.each([{ nonce: '' }, { nonce: 7 }, {}])('ignores a greeting without a nonce: %j', (fields) => {
    expect(readHostMessage({ apply: 1, id: 'apply-1', type: 'hello', ...fields })).toBeNull();
  });

  test('takes only texts to be set', () => {
    const attributes = { theme: 'dark', lang: 7, onclick: null };
    expect(readHostMessage({ apply: 1, id: 'apply-1', type: 'set', attributes })).toMatchObject({
      attributes: { theme: 'dark' },
    });
  });

  test('does not take what only a frame may say', () => {
    expect(readHostMessage({ apply: 1, id: 'apply-1', type: 'resize', height: 1 })).toBeNull();
  });
});
