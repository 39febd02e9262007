import { describe, expect, test } from 'vitest';
import { isFrameMessage, isFrom, readHostMessage } from './messages.ts';

const frame = { name: 'the frame' };
const forms = () => 'https://forms.example.com';

describe('a message is believed only from the right window on the right origin', () => {
  test('of the frame itself: yes', () => {
    expect(isFrom({ origin: 'https://forms.example.com', source: frame }, frame, forms)).toBe(true);
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
    expect(isFrom(sender, frame, forms)).toBe(false);
  });

  test('no sender is right while the frame has no window', () => {
    expect(isFrom({ origin: 'https://forms.example.com', source: null }, null, forms)).toBe(false);
  });

  test('of another window the origin is not even asked: another iframe’s address may be none', () => {
    const throwing = () => {
      throw new TypeError('Invalid URL');
    };
    expect(isFrom({ origin: forms(), source: { name: 'a pop-up' } }, frame, throwing)).toBe(false);
    expect(() => isFrom({ origin: forms(), source: frame }, frame, throwing)).toThrow();
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
    expect(isFrameMessage(data)).toBe(false);
  });

  const envelope = { apply: 1, id: 'apply-1' };

  test.each([
    { type: 'ready', nonce: 'n', styles: ['color-scheme'], title: '' },
    { type: 'resize', height: 812 },
    { type: 'scroll', top: 0 },
    { type: 'apply-submitted', detail: { reference: 'R' } },
    { type: 'apply-of-a-later-version', detail: {} },
  ])('takes %j', (message) => {
    expect(isFrameMessage({ ...envelope, ...message })).toBe(true);
  });

  test.each([
    ['a height as text', { type: 'resize', height: '100px' }],
    ['a negative height', { type: 'resize', height: -1 }],
    ['an endless height', { type: 'resize', height: Number.POSITIVE_INFINITY }],
    ['no number', { type: 'resize', height: Number.NaN }],
    ['a height that no form has', { type: 'resize', height: 2_000_000 }],
    ['no height', { type: 'resize' }],
    ['a line as text', { type: 'scroll', top: '0' }],
    ['an event of the browser', { type: 'click', detail: 1 }],
    ['an event with a space in its name', { type: 'apply-submitted click' }],
    ['an event whose name is none', { type: ['apply-submitted', 'x'] }],
    ['styles that are no list', { type: 'ready', nonce: 'n', styles: 'color', title: '' }],
    ['a title that is no text', { type: 'ready', nonce: 'n', styles: [], title: {} }],
    ['what only a host may say', { type: 'hello', nonce: 'n' }],
  ])('ignores %s', (_name, message) => {
    expect(isFrameMessage({ ...envelope, ...message })).toBe(false);
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
    const styles = { '--apply-radius': '2px', '--apply-space': 4 };
    expect(readHostMessage({ apply: 1, id: 'apply-1', type: 'set', attributes, styles })).toEqual({
      apply: 1,
      id: 'apply-1',
      type: 'set',
      attributes: { theme: 'dark' },
      styles: { '--apply-radius': '2px' },
    });
    expect(readHostMessage({ apply: 1, id: 'apply-1', type: 'set', styles: 'x' })).toMatchObject({
      attributes: {},
      styles: {},
    });
  });

  test('does not take what only a frame may say', () => {
    expect(readHostMessage({ apply: 1, id: 'apply-1', type: 'resize', height: 1 })).toBeNull();
  });
});
