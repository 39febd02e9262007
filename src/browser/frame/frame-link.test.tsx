// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { linkToHost } from './frame-page.ts';
import type { Sender } from './messages.ts';

type Listener = (event: Sender & { readonly data: unknown }) => void;

let posted: { readonly message: { readonly type?: string }; readonly origin: string }[];
let receive: Listener;
let element: HTMLElement;

const parent = {
  postMessage: (message: object, origin: string) => void posted.push({ message, origin }),
};
const portal = 'https://portal.example.com';
const hello = { apply: 1, id: 'apply-1', type: 'hello', nonce: 'n1' };

beforeEach(() => {
  posted = [];
  document.documentElement.removeAttribute('style');
  element = document.createElement('div');
  element.getBoundingClientRect = () => new DOMRect(0, 0, 300, 812.2);
  const page = {
    parent,
    innerHeight: 813,
    innerWidth: 600,
    matchMedia: () => ({ addEventListener: () => undefined }),
    addEventListener: (type: string, listener: Listener & (() => void)) => {
      if (type === 'message') receive = listener;
    },
  };
  linkToHost({ page, element, measured: element });
});

const types = () => posted.map(({ message }) => message.type);
const emit = (type: string, detail: object = {}) => element.dispatchEvent(new CustomEvent(type, { detail }));

describe('the frame and its host', () => {
  test('the frame calls first, with an empty message', () => {
    expect(posted).toEqual([
      { message: { apply: 1, id: '', type: 'ready', nonce: '', styles: [], title: '' }, origin: '*' },
    ]);
  });

  test('the frame returns the nonce to the origin that greeted it, and to no other', () => {
    receive({ origin: portal, source: parent, data: hello });
    expect(posted[1]).toMatchObject({
      message: { apply: 1, id: 'apply-1', type: 'ready', nonce: 'n1' },
      origin: portal,
    });
    emit('apply-submitted', { reference: 'R' });
    expect(posted.slice(1).every(({ origin }) => origin === portal)).toBe(true);
  });

  test('events from before the greeting are sent after it', () => {
    emit('apply-ready', { questions: ['1'] });
    expect(types()).toEqual(['ready']);
    receive({ origin: portal, source: parent, data: hello });
    expect(posted.at(-1)?.message).toMatchObject({
      type: 'apply-ready',
      id: 'apply-1',
      detail: { questions: ['1'] },
    });
  });

  test('the frame reports its page title once the form has loaded', () => {
    receive({ origin: portal, source: parent, data: hello });
    document.title = 'Ward Coordinator';
    emit('apply-ready');
    receive({ origin: portal, source: parent, data: { ...hello, id: 'apply-2' } });
    const ready = posted.map(({ message }) => message).filter(({ type }) => type === 'ready');
    expect(ready).toMatchObject([
      { title: '' },
      { title: '' },
      { title: 'Ward Coordinator' },
      { id: 'apply-2', title: 'Ward Coordinator' },
    ]);
  });
});

describe('a message that the frame cannot trust', () => {
  test.each([
    ['another window greets', { origin: portal, source: { name: 'a pop-up' }, data: hello }],
    ['no window greets', { origin: portal, source: null, data: hello }],
    ['our parent greets without a nonce', { origin: portal, source: parent, data: { ...hello, nonce: '' } }],
    [
      'our parent greets in another version',
      { origin: portal, source: parent, data: { ...hello, apply: 2 } },
    ],
    ['our parent posts null', { origin: portal, source: parent, data: null }],
    ['our parent posts for another product', { origin: portal, source: parent, data: { type: 'hello' } }],
  ])('is ignored: %s', (_name, event) => {
    receive(event);
    emit('apply-submitted', { reference: 'R' });
    expect(types()).toEqual(['ready']);
  });

  test('a second origin in the same window gets no events and changes nothing', () => {
    receive({ origin: portal, source: parent, data: hello });
    receive({ origin: 'https://evil.example', source: parent, data: { ...hello, id: 'evil' } });
    const set = { apply: 1, id: 'apply-1', type: 'set', attributes: { theme: 'dark' } };
    receive({ origin: 'https://evil.example', source: parent, data: set });
    emit('apply-submitted', { reference: 'R' });
    expect(posted.some(({ origin }) => origin === 'https://evil.example')).toBe(false);
    expect(element.hasAttribute('theme')).toBe(false);
  });

  test('a message with another id changes nothing', () => {
    receive({ origin: portal, source: parent, data: hello });
    receive({ origin: portal, source: parent, data: { ...hello, id: 'apply-2', nonce: 'n2' } });
    const set = { apply: 1, type: 'set', attributes: { theme: 'dark' } };
    receive({ origin: portal, source: parent, data: { ...set, id: 'apply-1' } });
    expect(element.hasAttribute('theme')).toBe(false);
    receive({ origin: portal, source: parent, data: { ...set, id: 'apply-2' } });
    expect(element.getAttribute('theme')).toBe('dark');
  });

  test('a host cannot set a token, an address or a handler', () => {
    receive({ origin: portal, source: parent, data: hello });
    const attributes = {
      token: 'x',
      endpoint: 'https://evil.example',
      onclick: 'x',
      mode: 'preview',
      lang: 7,
    };
    for (const styles of [{ '--apply-space': 4 }, 'x'])
      receive({
        origin: portal,
        source: parent,
        data: { apply: 1, id: 'apply-1', type: 'set', attributes, styles },
      });
    expect(document.documentElement.style.getPropertyValue('--apply-space')).toBe('');
    expect(element.getAttributeNames()).toEqual([]);
  });
});
