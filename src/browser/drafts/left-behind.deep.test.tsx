import { webcrypto } from 'node:crypto';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { signal } from '../../form/signals.ts';
import type { LeftBehind } from '../contract.ts';
import { lightRoot } from '../element/light-styles.ts';
import { readSettings } from '../element/settings.ts';
import { createSeal } from './draft-storage.ts';
import { offerReload } from './left-behind.ts';
import { readStored } from './visitor-storage.ts';

const key = Buffer.from(new Uint8Array(32).fill(7)).toString('base64url');
const address = 'https://forms.example.com/assets/later-1.js';
const visitor = { job: '4711', endpoint: 'https://forms.example.com' };
const application = { token: 'sealed', endpoint: 'https://forms.example.com' };

/** As a browser's, with what a test wants to go wrong. */
class PlainStorage {
  readonly items = new Map<string, string>();
  isFull = false;
  getItem = (name: string) => this.items.get(name) ?? null;
  removeItem = (name: string) => void this.items.delete(name);
  setItem(name: string, text: string) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(name, text);
  }
}

let local: PlainStorage;
let tab: PlainStorage;
let element: HTMLElement;
let statuses: number[];
let requests: string[];
let lives: AbortController[];

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  vi.stubGlobal('crypto', countedCrypto());
  vi.stubGlobal('location', { reload: vi.fn() });
  local = new PlainStorage();
  tab = new PlainStorage();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', tab);
  element = document.createElement('div');
  element.attachShadow({ mode: 'open' });
  document.body.append(element);
  statuses = [];
  requests = [];
  lives = [];
});

afterEach(() => {
  for (const life of lives) life.abort();
  document.body.replaceChildren();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const known = { connection: () => ({ token: null }), draftHandle: () => 'handle.of.the.session' };

/** One form on the element, as its session hands it over. */
function leave(attributes: Record<string, string>, draftKey: string | null = key, access: object = known) {
  const life = new AbortController();
  lives.push(life);
  const form = createForm(treeOf(question('1', 'short_text')));
  const page = { form, preview: false, meta: { draftKey, revision: 'r1' } };
  const later = signal<unknown>(null);
  const shown = { element: element as HTMLElement | null };
  const left = {
    address,
    signal: life.signal,
    session: {
      page,
      view: signal({ kind: 'form', form }),
      later,
      speech: signal({ locale: 'en' }),
      access,
    },
    host: {
      get element() {
        return shown.element;
      },
      settings: () => readSettings((name) => attributes[name] ?? null, visitor.endpoint),
      transport: {
        fetch: async (_input: unknown, init: RequestInit) => {
          requests.push(init.method ?? 'GET');
          return new Response(null, { status: statuses.shift() ?? 404 });
        },
      },
    },
  } as unknown as LeftBehind;
  return {
    form,
    later,
    life,
    offer: () => offer(left),
    type(text: string) {
      form.setAnswer(questionId('1'), text === '' ? null : { kind: 'text', text });
      element.dispatchEvent(new CustomEvent('apply-change'));
    },
    async hide() {
      shown.element = null;
      element.dataset['state'] = 'loading';
      await turns();
    },
  };
}

/** What is being sealed, on another thread of its own pace. */
let sealing = 0;

async function counted<Value>(work: Promise<Value>): Promise<Value> {
  sealing += 1;
  return work.finally(() => {
    sealing -= 1;
  });
}

const countedCrypto = () => {
  const { subtle } = webcrypto;
  const work = {
    importKey: (...given: Parameters<typeof subtle.importKey>) => counted(subtle.importKey(...given)),
    digest: (...given: Parameters<typeof subtle.digest>) => counted(subtle.digest(...given)),
    encrypt: (...given: Parameters<typeof subtle.encrypt>) => counted(subtle.encrypt(...given)),
    decrypt: (...given: Parameters<typeof subtle.decrypt>) => counted(subtle.decrypt(...given)),
  };
  return { subtle: work, getRandomValues: (bytes: Uint8Array) => webcrypto.getRandomValues(bytes) };
};

async function turns(): Promise<void> {
  for (let turn = 0; turn < 10; turn += 1) {
    if (sealing > 0) turn = 0;
    await new Promise((resolve) => setImmediate(resolve));
    await vi.advanceTimersByTimeAsync(50);
  }
}

async function offer(left: LeftBehind): Promise<void> {
  void offerReload(left);
  await turns();
  await vi.advanceTimersByTimeAsync(3_000);
  await turns();
}

const boxes = () => [...document.querySelectorAll('div')].flatMap((one) => [...inside(one)]);
const inside = (one: Element) => one.shadowRoot?.querySelectorAll<HTMLElement>('[data-left-behind]') ?? [];
const said = () => boxes()[0]?.querySelector('p')?.textContent ?? null;

async function press(): Promise<void> {
  boxes()[0]?.querySelector('button')?.click();
  await turns();
}

const kept = () => JSON.stringify([[...local.items], [...tab.items]]);
/** What is kept, opened with the key that the proxy gives. */
async function opened(): Promise<string> {
  const seal = await createSeal([key]);
  const texts = [...tab.items.values()].map((text) => seal?.open(readStored(text)?.sealed ?? ''));
  return JSON.stringify(await Promise.all(texts));
}

const lost = 'what you entered will be lost';
const promise = 'your answers are kept on this device';

describe('what it says is what it can do', () => {
  test.each([
    ['a visitor', visitor, key, promise],
    ['a visitor without a key', visitor, null, lost],
    ['an application with a key', application, key, promise],
    ['an application without a key', application, null, lost],
    ['a host that wants no draft', { ...visitor, draft: 'off' }, null, lost],
    ['a preview', { ...visitor, mode: 'preview' }, null, lost],
  ])('before anything is entered: %s', async (_, attributes, draftKey, sentence) => {
    await leave(attributes, draftKey).offer();
    expect(said()).toContain(sentence);
    expect(kept()).toBe('[[],[]]');
  });

  test('a browser that keeps nothing promises nothing, though nothing is entered yet', async () => {
    tab.isFull = true;
    await leave(visitor).offer();
    expect(said()).toContain(lost);
  });

  test('where keeping fails in the end, the sentence changes, and only a second press reloads', async () => {
    const left = leave(visitor);
    await left.offer();
    tab.isFull = true;
    left.type('Nurse');
    await press();
    expect([said(), vi.mocked(location.reload).mock.calls.length]).toEqual([
      expect.stringContaining(lost),
      0,
    ]);
    await press();
    expect(location.reload).toHaveBeenCalledOnce();
  });
});

test.each([
  ['its keeper has it', true],
  ['its keeper is what did not come', false],
])('a form whose later file is there may lack a rarer one: %s', async (_, isKept) => {
  const left = leave(visitor);
  left.later.value = { keeping: { isKept: signal(isKept) } };
  left.type('Nurse');
  await left.offer();
  expect(said()).toContain(promise);
  expect((await opened()).includes('Nurse')).toBe(!isKept);
  expect(kept()).not.toContain('Nurse');
});

describe('what is typed while the offer stands', () => {
  test.each([
    ['of a visitor', visitor, key],
    ['of an application, sealed', application, key],
  ])('is written at each change, not only when the page goes: %s', async (_, attributes, draftKey) => {
    const left = leave(attributes, draftKey);
    await left.offer();
    expect(kept()).not.toContain('apply-form:');
    left.type('Nurse');
    await turns();
    expect(kept()).toContain('apply-form:');
  });

  test('what is taken back is not kept', async () => {
    const left = leave(visitor);
    left.type('Nurse');
    await left.offer();
    expect(await opened()).toContain('Nurse');
    left.type('');
    await turns();
    expect(kept()).toBe('[[],[]]');
  });

  test('is forgotten once it is sent, where no keeper has taken it over', async () => {
    const left = leave(visitor);
    left.type('Nurse');
    await left.offer();
    left.later.value = { keeping: { isKept: signal(false) } };
    left.form.submission.value = { kind: 'accepted' } as never;
    await turns();
    expect([boxes().length, kept()]).toEqual([0, '[[],[]]']);
  });

  test('is left to the keeper that has taken it over (control)', async () => {
    const left = leave(visitor);
    left.type('Nurse');
    await left.offer();
    left.later.value = { keeping: { isKept: signal(true) } };
    left.form.submission.value = { kind: 'accepted' } as never;
    await turns();
    expect(await opened()).toContain('Nurse');
  });
});

describe('a visitor’s form of an earlier release, which has neither handle nor key', () => {
  const given = {
    data: { attributes: { token: 'next', draft_handle: 'given.here', draft_expires_in: 604_800 } },
    meta: { draftKey: key },
  };
  const earlier = (ask: object) => ({ connection: () => ({ token: 'of-the-session', ...ask }) });

  test('is given both for its token, and what is typed is kept sealed', async () => {
    const bodies: unknown[] = [];
    const ask = async (_: unknown, path: string, { body }: { readonly body: string }) => {
      bodies.push([path, JSON.parse(body)]);
      return { ok: true, value: { status: 201, document: given } };
    };
    const left = leave(visitor, null, earlier({ ask }));
    left.type('Nurse');
    await left.offer();
    expect(said()).toContain(promise);
    const attributes = { job: '4711', tenant: 'default', draft_handle: expect.stringMatching(/^[\w-]{32}$/) };
    expect(bodies).toEqual([['/sessions', { data: { type: 'sessions', attributes } }]]);
    expect([...tab.items.values()]).toEqual([expect.stringMatching(/^0 given\.here [\w-]+$/)]);
    expect(await opened()).toContain('Nurse');
  });

  test.each([
    ['that cannot ask', {}],
    ['whose server does not answer', { ask: async () => ({ ok: false, error: { code: 'offline' } }) }],
  ])('%s promises nothing', async (_, ask) => {
    await leave(visitor, null, earlier(ask)).offer();
    expect(said()).toContain(lost);
  });
});

describe('the offer ends', () => {
  test('when the file comes after all, and writes nothing any more', async () => {
    const left = leave(visitor);
    await left.offer();
    expect(boxes()).toHaveLength(1);
    left.later.value = { keeping: { isKept: signal(false) } };
    left.type('Nurse');
    await turns();
    expect([boxes().length, kept()]).toEqual([0, '[[],[]]']);
  });

  test('when another form is shown, which can be offered its own', async () => {
    const first = leave(visitor);
    await first.offer();
    await first.hide();
    expect(boxes()).toHaveLength(0);
    const second = leave({ ...visitor, job: '4712' });
    second.type('of the second');
    await second.offer();
    expect([boxes().length, await opened()]).toEqual([1, expect.stringContaining('of the second')]);
  });

  test('with its session', async () => {
    const left = leave(visitor);
    await left.offer();
    left.life.abort();
    left.type('Nurse');
    dispatchEvent(new Event('pagehide'));
    await turns();
    expect([boxes().length, kept()]).toEqual([0, '[[],[]]']);
  });
});

test('a file that is there at the second look was only being put in place', async () => {
  statuses = [404, 200];
  await leave(visitor).offer();
  expect([requests, boxes().length]).toEqual([['HEAD', 'HEAD'], 0]);
});

test('one that is gone at both looks is offered a reload (control)', async () => {
  statuses = [404, 410];
  await leave(visitor).offer();
  expect([requests, boxes().length]).toEqual([['HEAD', 'HEAD'], 1]);
});

test('a server that still lacks the same file after the reload makes no circle', async () => {
  await leave(visitor).offer();
  await press();
  expect(location.reload).toHaveBeenCalledOnce();
  for (const life of lives) life.abort();
  await leave(visitor).offer();
  expect(boxes()).toHaveLength(0);
});

test('in a host’s own DOM it stands below the styles of the form, and not among the fallback of the host', async () => {
  element.remove();
  element = document.createElement('div');
  const root = document.createElement('div');
  root.className = lightRoot;
  element.append(root, document.createElement('p'));
  document.body.append(element);
  await leave(visitor).offer();
  expect(root.querySelector('[data-left-behind]')).not.toBeNull();
});
