// @vitest-environment happy-dom
import { beforeEach, expect, test } from 'vitest';

const forms = 'https://forms.example.com';

let sent: { readonly type: string; readonly id: string; readonly nonce: string }[];
let frame: { postMessage(message: never, origin: string): void };
let iframe: HTMLIFrameElement;
let heard: Event[];

await import('./frame-host.ts');

beforeEach(() => {
  sent = [];
  heard = [];
  frame = { postMessage: (message) => void sent.push(message) };
  document.body.replaceChildren();
  iframe = document.createElement('iframe');
  iframe.setAttribute('data-apply-frame', '');
  // No document is to be loaded here.
  iframe.setAttribute('srcdoc', '');
  document.body.append(iframe);
  Object.defineProperty(iframe, 'src', { value: `${forms}/frame/default` });
  Object.defineProperty(iframe, 'contentWindow', { get: () => frame });
  iframe.addEventListener('apply-submitted', (event) => heard.push(event));
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

/** The frame calls, the host greets, the frame gives the nonce back. */
function shakeHands(): string {
  post({ apply: 1, id: '', type: 'ready', nonce: '' });
  const { id, nonce } = sent.at(-1) ?? { id: '', nonce: '' };
  post({ apply: 1, id, type: 'ready', nonce });
  return id;
}

test('a frame that calls is greeted with a nonce and an id of its own', () => {
  post({ apply: 1, id: '', type: 'ready', nonce: '' });
  expect(sent).toMatchObject([{ apply: 1, type: 'hello' }]);
  expect(sent[0]?.nonce.length).toBeGreaterThan(16);
});

test('the iframe gets the height of its form, and its events', () => {
  const id = shakeHands();
  post({ apply: 1, id, type: 'resize', height: 812 });
  post({ apply: 1, id, type: 'apply-submitted', detail: { reference: 'R' } });
  expect(iframe.style.height).toBe('812px');
  expect(heard).toHaveLength(1);
});

test('without the right nonce nothing is believed', () => {
  post({ apply: 1, id: '', type: 'ready', nonce: '' });
  const id = sent.at(-1)?.id ?? '';
  post({ apply: 1, id, type: 'ready', nonce: 'guessed' });
  post({ apply: 1, id, type: 'resize', height: 812 });
  expect(iframe.style.height).toBe('');
});

test.each([
  ['another origin', { origin: 'https://evil.example' }],
  ['another window', { source: { name: 'a pop-up' } }],
  ['no window', { source: null }],
])('%s changes nothing', (_name, sender) => {
  const id = shakeHands();
  post({ apply: 1, id, type: 'resize', height: 1 }, sender);
  post({ apply: 1, id, type: 'apply-submitted', detail: {} }, sender);
  expect(iframe.style.height).toBe('');
  expect(heard).toEqual([]);
});

test.each([null, undefined, 'resize', 7, { giscus: {} }])(
  'what other scripts post, such as %j, is ignored',
  (data) => {
    shakeHands();
    expect(() => post(data)).not.toThrow();
  },
);

test('a frame that has loaded another document is greeted anew, and what the old one knew is worth nothing', () => {
  const old = shakeHands();
  shakeHands();
  post({ apply: 1, id: old, type: 'resize', height: 1 });
  expect(iframe.style.height).toBe('');
});
