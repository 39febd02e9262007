// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { detailId } from '../../core/model/details.ts';
import { questionId } from '../../core/model/ids.ts';
import { de } from '../../locale/de.ts';
import { formEventNames } from '../host/host.ts';
import { Filling, followGround } from '../session/filling.ts';
import { quiet } from '../settle.support.ts';
import { ApplyFormElement, defineApplyForm } from './define.ts';

interface Arrival {
  readonly request: string;
  readonly token: string;
  readonly body: string;
}

/** A single-page app, and a proxy with a form for each job; a token of the host is `sealed-JOB-anything`. */
let arrivals: Arrival[];
let events: [string, unknown][];
/** Requests that wait until the test releases them. */
let pending: Map<string, Promise<unknown>>;
let uploads: AbortSignal[];
let expired: Set<string>;
/** Requests that get a 503. */
let unavailable: Set<string>;

const names = ['first_name', 'last_name', 'email'] as const;

defineApplyForm();

vi.mock('../proxy/files.ts', async (original) => ({
  ...(await original<object>()),
  uploadByXhr: (_address: string, { signal }: { readonly signal: AbortSignal }) =>
    new Promise((_, reject) => {
      uploads.push(signal);
      signal.addEventListener('abort', reject);
    }),
}));

const jobOf = (token: string) => /(?:session|sealed)-(\w+)/.exec(token)?.[1] ?? '';

function formDocument(token: string): object {
  const job = jobOf(token);
  const isVisitor = token.startsWith('Bearer session');
  const resource = (id: string, type: string) => ({
    type: 'questions',
    id,
    attributes: { title: `Question of ${job}`, question_type: type, conditional: null },
  });
  return {
    data: [resource(job, 'short_text'), resource(`${job}0`, 'document')],
    meta: {
      revision: `r-${job}`,
      // Base64url of 256 bits.
      draftKey: (isVisitor ? `visitor${job}` : job).padEnd(43, 'A'),
      details: isVisitor ? names.map((name) => ({ name, required: true })) : [],
    },
  };
}

const receipt = (job: string) => ({
  data: { id: `REF-${job}`, attributes: { state: 'complete', answers: [] } },
});

const pageFetch: typeof fetch = async (input, init) => {
  const request = `${init?.method ?? 'GET'} ${new URL(String(input)).pathname}`;
  const token = new Headers(init?.headers).get('authorization') ?? '';
  const body = String(init?.body ?? '');
  arrivals.push({ request, token, body });
  await pending.get(`${request} ${jobOf(token)}`);
  if (unavailable.has(`${request} ${jobOf(token)}`))
    return json(503, { errors: [{ code: 'service_unavailable' }] });
  if (expired.has(token)) return json(401, { errors: [{ code: 'token_expired' }] });
  if (request === 'POST /sessions') {
    const { job } = JSON.parse(body).data.attributes;
    return json(201, { data: { attributes: { token: `session-${job}`, draft_handle: `handle.${job}` } } });
  }
  if (request === 'POST /submissions') return json(200, receipt(jobOf(token)));
  return request === 'GET /api/v1/questions' ? json(200, formDocument(token)) : json(404, {});
};

const json = (status: number, body: object) => new Response(JSON.stringify(body), { status });

beforeEach(() => {
  arrivals = [];
  events = [];
  pending = new Map();
  uploads = [];
  expired = new Set();
  unavailable = new Set();
  sessionStorage.clear();
  localStorage.clear();
  ApplyFormElement.transport = {
    ...ApplyFormElement.transport,
    fetch: pageFetch,
    // Already imported, because a form gives up on a file that takes a busy machine too long.
    loadFilling: async () => ({
      followGround,
      Filling,
    }),
    loadWords: async () => de,
  };
});

afterEach(async () => {
  vi.useRealTimers();
  document.body.replaceChildren();
  // A form that closes must not write into the next test.
  await quiet();
});

/** Advances in steps, so that no time limit expires while another thread works. */
async function pass(milliseconds: number): Promise<void> {
  for (let passed = 0; passed < milliseconds; passed += 100) {
    await vi.advanceTimersByTimeAsync(100);
    await quiet();
  }
}

async function open(settings: Partial<ApplyFormElement>): Promise<ApplyFormElement> {
  const element = document.createElement('apply-form');
  Object.assign(element, { endpoint: 'https://forms.example.com', ...settings });
  for (const name of formEventNames)
    element.addEventListener(name, (event) =>
      events.push([name, event instanceof CustomEvent && event.detail]),
    );
  document.body.append(element);
  await quiet();
  return element;
}

async function set(element: ApplyFormElement, settings: Partial<ApplyFormElement>): Promise<void> {
  Object.assign(element, settings);
  await quiet();
}

const text = (words: string) => ({ kind: 'text' as const, text: words });

function formIn(element: ApplyFormElement) {
  const form = element.session?.form;
  if (!form) throw new Error('There is no form.');
  return form;
}

async function type(element: ApplyFormElement, question: string, words: string): Promise<void> {
  await element.session?.prepare();
  formIn(element).setAnswer(questionId(question), text(words));
  await quiet();
}

async function introduce(element: ApplyFormElement, first = 'Sam'): Promise<void> {
  await type(element, detailId('first_name'), first);
  await type(element, detailId('last_name'), 'Doe');
  await type(element, detailId('email'), 'sam@example.com');
}

const entry = (element: ApplyFormElement, question: string) =>
  formIn(element).fields.get(questionId(question))?.entry.peek() ?? null;
const sent = () => arrivals.filter(({ request }) => request === 'POST /submissions');
const eventsNamed = (name: string) => events.filter(([each]) => each === name);
function hold(request: string): () => void {
  let release = () => {};
  pending.set(request, new Promise<void>((resolve) => (release = resolve)));
  return release;
}

describe('switching to another job after typing', () => {
  test('copies name and email, and dispatches ready but no change', async () => {
    const element = await open({ job: '1' });
    await introduce(element);
    events = [];
    await set(element, { job: '2' });
    expect(names.map((name) => entry(element, detailId(name)))).toEqual(
      ['Sam', 'Doe', 'sam@example.com'].map(text),
    );
    expect(events).toEqual([['apply-ready', { questions: ['2', '20'], fields: names }]]);
    await type(element, detailId('first_name'), 'Samantha');
    await set(element, { job: '1' });
    expect(entry(element, detailId('first_name'))).toEqual(text('Sam'));
    expect(eventsNamed('apply-ready')).toHaveLength(2);
  });
});

describe('an application in flight while the page switches to another job', () => {
  test('is never sent with the renewed token of another application', async () => {
    const element = await open({ token: 'sealed-1-a' });
    await type(element, '1', 'typed');
    let give = (_token: string) => {};
    element.renewToken = () => new Promise((resolve) => (give = resolve));
    expired.add('Bearer sealed-1-a');
    element.submit();
    await quiet();
    await set(element, { token: 'sealed-2-a' });
    give('sealed-2-a');
    await quiet();
    expect(formIn(element).fields.has(questionId('2'))).toBe(true);
    expect(sent().map(({ token }) => token)).toEqual(['Bearer sealed-1-a']);
  });
});

describe('another token', () => {
  test.each(['sealed-1-a', 'sealed-1-b'])(
    'for another application opens its form, and the first form comes back with %s',
    async (back) => {
      const element = await open({ token: 'sealed-1-a' });
      await type(element, '1', 'typed');
      await set(element, { token: 'sealed-2-a' });
      expect(formIn(element).fields.has(questionId('2'))).toBe(true);
      expect(eventsNamed('apply-ready')).toHaveLength(2);
      await set(element, { token: back });
      expect(entry(element, '1')).toEqual(text('typed'));
    },
  );

  test('for the same application leaves the form unchanged, and is used to send', async () => {
    const element = await open({ token: 'sealed-1-a' });
    await type(element, '1', 'typed');
    const shown = element.shadowRoot?.querySelector('form');
    events = [];
    await set(element, { token: 'sealed-1-b' });
    expect(element.shadowRoot?.querySelector('form')).toBe(shown);
    expect(events).toEqual([]);
    element.submit();
    await quiet();
    expect(sent().map(({ token }) => token)).toEqual(['Bearer sealed-1-b']);
  });

  test('sends nothing before the form knows its application', async () => {
    const element = await open({ token: 'sealed-1-a' });
    await type(element, '1', 'typed');
    const release = hold('GET /api/v1/questions 2');
    element.token = 'sealed-2-a';
    element.submit();
    await quiet();
    expect(sent()).toEqual([]);
    release();
    await quiet();
    expect(sent()).toEqual([]);
    expect(formIn(element).fields.has(questionId('2'))).toBe(true);
  });
});

describe('the next applicant on a shared device', () => {
  test.each(['reset', 'delete'])('finds no answers to other jobs after %s', async (way) => {
    const element = await open({ job: '1' });
    await introduce(element, 'Canary');
    await type(element, '1', 'typed');
    await set(element, { job: '2' });
    if (way === 'reset') element.reset();
    else {
      const deletes = /Clear my answers|Yes, delete them/;
      const press = (line: 'line' | 'notice') =>
        formIn(element)
          .draft.peek()
          ?.[line].peek()
          ?.buttons.find(({ text }) => deletes.test(text))
          ?.press();
      await type(element, '2', 'typed');
      for (const line of ['notice', 'notice', 'line', 'line'] as const) press(line);
      // happy-dom would leave focus on the removed form.
      const focused = element.shadowRoot?.activeElement;
      if (focused instanceof HTMLElement) focused.blur();
    }
    await quiet();
    for (const job of ['3', '1']) {
      await set(element, { job });
      expect(entry(element, detailId('first_name'))).toBeNull();
    }
    expect(entry(element, '1')).toBeNull();
    expect(JSON.stringify({ ...sessionStorage })).not.toContain('Canary');
  });

  test('finds nothing of an application that was in flight at the reset, and that application arrives', async () => {
    const element = await open({ job: '1' });
    await introduce(element);
    const release = hold('POST /submissions 1');
    element.submit();
    await quiet();
    await set(element, { job: '2' });
    element.reset();
    release();
    await quiet();
    expect(sent()).toHaveLength(1);
    await set(element, { job: '1' });
    expect(element.dataset['state']).toBe('ready');
    expect(entry(element, detailId('email'))).toBeNull();
  });
});

describe('another token that fails at first', () => {
  test.each([false, true])('is renewed when it has expired; something was typed: %o', async (isTyped) => {
    const element = await open({ token: 'sealed-1-a' });
    if (isTyped) await type(element, '1', 'typed');
    expired.add('Bearer sealed-2-a');
    element.renewToken = async () => 'sealed-2-b';
    await set(element, { token: 'sealed-2-a' });
    expect(element.dataset['state']).toBe('ready');
    expect(formIn(element).fields.has(questionId('2'))).toBe(true);
  });

  test('keeps the typed text visible while its form cannot load, and sends later', async () => {
    const element = await open({ token: 'sealed-1-a' });
    await type(element, '1', 'typed');
    const shown = element.shadowRoot?.querySelector('form');
    unavailable.add('GET /api/v1/questions 1');
    vi.useFakeTimers();
    element.token = 'sealed-1-b';
    await pass(2_000);
    expect(element.shadowRoot?.querySelector('form')).toBe(shown);
    expect(entry(element, '1')).toEqual(text('typed'));
    element.submit();
    await pass(1_000);
    expect(sent()).toEqual([]);
    unavailable.clear();
    await pass(10_000);
    expect(element.dataset['state']).toBe('complete');
    expect(sent().map(({ token }) => token)).toEqual(['Bearer sealed-1-b']);
  });
});

describe('another mode with the same token', () => {
  test('opens its own form, and the preview never sends', async () => {
    const element = await open({ token: 'sealed-1-a' });
    await type(element, '1', 'typed');
    await set(element, { mode: 'preview', document: formDocument('sealed-1-a') });
    await type(element, '1', 'tried');
    element.submit();
    await quiet();
    expect(sent()).toEqual([]);
    await set(element, { mode: 'live' });
    expect(entry(element, '1')).toEqual(text('typed'));
  });
});
