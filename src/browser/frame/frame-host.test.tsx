// @vitest-environment happy-dom
import { beforeEach, describe, expect, test } from 'vitest';
import { quiet } from '../settle.support.ts';

const forms = 'https://forms.example.com';

interface Sent {
  readonly type: string;
  readonly id: string;
  readonly nonce: string;
  readonly attributes?: object;
  readonly styles?: object;
}

let sent: Sent[];
let frame: { postMessage(message: never, origin: string): void };
let iframe: HTMLIFrameElement;
let events: Event[];

await import('./frame-host.ts');

beforeEach(() => {
  sent = [];
  events = [];
  frame = { postMessage: (message) => void sent.push(message) };
  document.body.replaceChildren();
  iframe = document.createElement('iframe');
  iframe.setAttribute('data-apply-frame', '');
  // The test must not load a document.
  iframe.setAttribute('srcdoc', '');
  document.body.append(iframe);
  Object.defineProperty(iframe, 'src', { value: `${forms}/frame/default` });
  Object.defineProperty(iframe, 'contentWindow', { get: () => frame });
  iframe.addEventListener('apply-submitted', (event) => events.push(event));
});

function post(data: unknown, { origin = forms, source = frame as unknown } = {}): void {
  const event = new Event('message');
  Object.defineProperties(event, {
    data: { value: data },
    origin: { value: origin },
    source: { value: source },
  });
  window.dispatchEvent(event);
}

const call = { apply: 1, id: '', type: 'ready', nonce: '', styles: [], title: '' };
const submitted = { apply: 1, type: 'apply-submitted', detail: { reference: 'R' } };

/** The frame calls, the host greets, the frame gives the nonce back. */
function shakeHands(styles: readonly string[] = []): string {
  post(call);
  const { id, nonce } = sent.at(-1) ?? { id: '', nonce: '' };
  post({ apply: 1, id, type: 'ready', nonce, styles, title: '' });
  return id;
}

test('the host greets a frame that calls, and sends it a long nonce', () => {
  post(call);
  expect(sent).toMatchObject([{ apply: 1, type: 'hello' }]);
  expect(sent[0]?.nonce.length).toBeGreaterThan(16);
});

test('the iframe gets the height and the events of its form', () => {
  const id = shakeHands();
  post({ apply: 1, id, type: 'resize', height: 812 });
  post({ apply: 1, id, type: 'apply-submitted', detail: { reference: 'R' } });
  expect(iframe.style.height).toBe('812px');
  expect(events).toHaveLength(1);
});

test('the host ignores messages after a wrong nonce', () => {
  post(call);
  const id = sent.at(-1)?.id ?? '';
  post({ apply: 1, id, type: 'ready', nonce: 'guessed', styles: ['color'], title: 'x' });
  post({ apply: 1, id, type: 'resize', height: 812 });
  post({ ...submitted, id });
  expect(iframe.style.height).toBe('');
  expect(events).toEqual([]);
  expect(sent.map(({ type }) => type)).toEqual(['hello']);
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['the same host over http', { origin: forms.replace('https', 'http') }],
  ['a sandboxed frame without an origin', { origin: 'null' }],
  ['another window', { source: { name: 'a pop-up' } }],
  ['no window', { source: null }],
])('a message from %s changes nothing', (_name, sender) => {
  const id = shakeHands();
  post({ apply: 1, id, type: 'resize', height: 1 }, sender);
  post({ apply: 1, id, type: 'apply-submitted', detail: {} }, sender);
  expect(iframe.style.height).toBe('');
  expect(events).toEqual([]);
});

test.each<[string, unknown]>([
  ['null', null],
  ['a message of another product', { giscus: { resizeHeight: 10 } }],
  ['a message without an id', { id: undefined, type: 'resize', height: 10 }],
  ['a negative height', { type: 'resize', height: -1 }],
  ['a height beyond the limit', { type: 'resize', height: 2_000_000 }],
  ['an event of the browser', { type: 'click', detail: 1 }],
  ['styles that are not a list', { type: 'ready', nonce: '', styles: 'color', title: '' }],
])('the host ignores %s', (_name, data) => {
  const id = shakeHands();
  iframe.addEventListener('click', (event) => events.push(event));
  post(data instanceof Object ? { apply: 1, id, ...data } : data);
  expect([iframe.style.height, events, sent.length]).toEqual(['', [], 2]);
});

test('the old id of a frame becomes invalid when the frame loads another document', () => {
  const old = shakeHands();
  shakeHands();
  post({ apply: 1, id: old, type: 'resize', height: 1 });
  expect(iframe.style.height).toBe('');
});

test('the host ignores an id that does not belong to the frame', () => {
  const id = shakeHands();
  post({ ...submitted, id: 'apply-0' });
  expect(events).toEqual([]);
  post({ ...submitted, id });
  expect(events).toHaveLength(1);
});

test('the host scrolls a line of the form into view, and restores the margin', () => {
  const margins: string[] = [];
  iframe.scrollIntoView = () => void margins.push(iframe.style.scrollMarginTop);
  const id = shakeHands();
  post({ apply: 1, id, type: 'scroll', top: 812 });
  expect(margins).toEqual(['-812px']);
  expect(iframe.style.scrollMarginTop).toBe('');
});

describe('the settings of the iframe', () => {
  const sheet = document.createElement('style');
  document.head.append(sheet);
  const settings = () => sent.filter(({ type }) => type === 'set');

  test('include the requested styles and the language of the iframe, and none of its other data attributes', () => {
    iframe.style.setProperty('--apply-radius', '2px');
    iframe.setAttribute('data-apply-lang', 'de');
    iframe.setAttribute('data-tracking', 'not for us');
    const id = shakeHands(['--apply-radius', '--apply-space']);
    expect(settings()).toMatchObject([{ apply: 1, id, attributes: { lang: 'de' } }]);
    expect(settings()[0]?.styles).toEqual({ '--apply-radius': '2px', '--apply-space': '' });
    expect(Object.keys(settings()[0]?.attributes ?? {})).not.toContain('tracking');
  });

  test.each([
    ['the iframe', () => iframe],
    ['an element around it', () => document.body],
  ])('are sent again when %s changes', async (_name, element) => {
    shakeHands(['--apply-radius']);
    sheet.textContent = '.brand iframe, iframe.brand { --apply-radius: 9px }';
    element().classList.add('brand');
    await quiet();
    element().classList.remove('brand');
    await quiet();
    expect(settings().map(({ styles }) => styles)).toEqual([
      { '--apply-radius': '' },
      { '--apply-radius': '9px' },
      { '--apply-radius': '' },
    ]);
  });

  test('are not sent to a frame with a wrong nonce', () => {
    post(call);
    const { id } = sent[0] ?? { id: '' };
    post({ apply: 1, id, type: 'ready', nonce: 'guessed', styles: ['--apply-radius'], title: '' });
    expect(settings()).toEqual([]);
  });
});
