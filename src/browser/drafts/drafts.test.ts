import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { path } from '../../core/jsonapi/stored-json.ts';
import type { FailureCode } from '../../core/model/failure.ts';
import { questionId, reference, revision } from '../../core/model/ids.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { Prefill as Known } from '../../core/model/prefill.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { View, WritableForm } from '../../form/contract.ts';
import { refuse, restrict } from '../../form/correct.ts';
import { createForm } from '../../form/create-form.ts';
import { fill } from '../../form/fill.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { prefilled } from '../../form/prefilled.ts';
import { batch, computed, effect, type Signal, signal } from '../../form/signals.ts';
import { showBox } from '../../ui/focus/focus-field.ts';
import type { Trouble } from '../api/connection.ts';
import { readReceipt } from '../api/follow.ts';
import type { LoadedForm } from '../api/from-document.ts';
import { inTime } from '../api/in-time.ts';
import { failureOf } from '../api/read-trouble.ts';
import { requestProxy } from '../api/request.ts';
import type { DraftManagerTools, Keeping, SessionHost } from '../contract.ts';
import { asked, gender, loadWith, terms } from '../details/details.support.ts';
import { nothingRich, readSettings } from '../element/settings.ts';
import type { Page } from '../pages/page.ts';
import { Prefill } from '../prefill/prefill.ts';
import { quiet } from '../settle.support.ts';
import { readDraft } from './draft.ts';
import { createDraftManager } from './draft-manager.ts';

const id = (text: string) => questionId(text);
const textAnswer = (text: string) => ({ kind: 'text' as const, text });

/** As a browser's, with what a test wants to go wrong. */
class PlainStorage {
  items = new Map<string, string>();
  isFull = false;
  get length() {
    return this.items.size;
  }
  key = (place: number) => [...this.items.keys()][place] ?? null;
  getItem = (name: string) => this.items.get(name) ?? null;
  removeItem = (name: string) => void this.items.delete(name);
  clear = () => this.items.clear();
  setItem(name: string, text: string) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(name, text);
  }
  get text() {
    return JSON.stringify([...this.items]);
  }
}

let local: PlainStorage;
let session: PlainStorage;
let attributes: Record<string, string>;
let isOnline: boolean;
/** What every request waits for. */
let reached: Promise<void>;
let sentAgain: number;
let used: (readonly [token: string | null, handle: string | null])[];
/** Of a visitor's session. */
let handle: string | null;
/** What the proxy says to a draft handle. */
let given: () => Response;
/** What the host knows of the applicant. */
let known: Known | null;
/** What was sent to the proxy last. */
let lastBody: unknown;
let renewals: number;
/** What the service says of the form when it is read once more. */
let reread: Promise<Outcome<LoadedForm, Trouble>>;
let loads: number;
const lives: AbortController[] = [];

beforeEach(() => {
  local = new PlainStorage();
  session = new PlainStorage();
  const page = new EventTarget();
  vi.stubGlobal('localStorage', local);
  vi.stubGlobal('sessionStorage', session);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', new URL('https://forms.example.com/form'));
  vi.stubGlobal('navigator', { onLine: true });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
  attributes = { token: 'sealed' };
  keys = [KEY];
  isOnline = true;
  reached = Promise.resolve();
  sentAgain = 0;
  used = [];
  handle = 'handle.of.the.session';
  given = () => new Response();
  known = null;
  renewals = 0;
  reread = new Promise(() => {});
  loads = 0;
});

afterEach(() => {
  for (const life of lives.splice(0)) life.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const keyOf = (byte: number) => Buffer.from(new Uint8Array(32).fill(byte)).toString('base64url');
const [KEY, OLDER] = [keyOf(7), keyOf(8)];
/** Of the secrets that are configured, the one that seals first. */
let keys: readonly string[] = [KEY];
const tree = (more = '') =>
  treeOf(
    question('1', 'short_text'),
    question('2', 'short_text', { parent: '1', when: ['equals', 'yes'] }),
    question(`3${more}`, 'short_text'),
  );

interface Visit {
  readonly form: WritableForm;
  readonly view: Signal<View<WritableForm>>;
  readonly draftManager: Keeping;
  readonly changed: View;
}

const loadedOf = (questions: QuestionTree, known: string): LoadedForm => ({
  tree: questions,
  meta: {
    revision: revision(known),
    semantics: defaultSemantics,
    state: 'open',
    submission: null,
    title: null,
    fallback: null,
    limits: { bytes: null, types: [] },
    draftKey: keys[0] ?? null,
    olderDraftKeys: keys.slice(1),
    expiresIn: 100,
    notice: null,
    stated: null,
  },
});

function toolsOf(view: Signal<View<WritableForm>>, page: () => Page | null): DraftManagerTools {
  const life = new AbortController();
  lives.push(life);
  const connection = () => ({
    endpoint: 'https://forms.example.com',
    token: 'of-the-session',
    inTime,
    ask: requestProxy,
    fetch: async (_address: RequestInfo | URL, { body }: RequestInit = {}) => {
      lastBody = JSON.parse(`${body ?? null}`);
      await reached;
      if (!isOnline) throw new TypeError('Failed to fetch');
      return given();
    },
  });
  const host: SessionHost = {
    settings: () => ({
      ...readSettings((name) => attributes[name] ?? null, ''),
      ...nothingRich,
      prefill: known,
    }),
    emit: () => true,
    transport: {
      fetch,
      loadFilling: () => Promise.reject(),
      loadWords: () => Promise.reject(),
    },
    element: null,
    warn: () => {},
  };
  return {
    host,
    access: {
      connection,
      open: async () => success({ form: null }),
      draftHandle: () => handle,
      use: (token, draftHandle = null) => {
        used.push([token, draftHandle]);
        handle = draftHandle ?? handle;
      },
    },
    renewal: {
      authorised: async (run) => {
        const outcome = await run(connection());
        return outcome.ok ? outcome : failure(failureOf(outcome.error));
      },
      renew: async () => {
        renewals += 1;
        handle ??= 'handle.of.the.session';
        return null;
      },
    },
    view,
    speech: signal({ language: 'en', locale: 'en', words: null }),
    signal: life.signal,
    page,
    load: async () => {
      loads += 1;
    },
    read: () => reread,
    uploads: {
      attach: () => {},
      detach: () => {},
      retry: () => {},
      settled: async () => {},
      cancelAll: () => {},
    },
    startOver: (form) => {
      for (const { question: each } of form.order) form.setAnswer(each.id, null);
    },
    prefill: new Prefill({ host, view, page, signal: life.signal }),
    inTime,
    again: async () => {
      sentAgain += 1;
    },
    fill,
    readReceipt,
    computed,
    effect,
    path,
    createSignal: signal,
    showBox,
  };
}

/** A page on which the form is opened, with what is kept of earlier ones: these are being left. */
async function visit(questions = tree(), known = 'r1', early?: (form: WritableForm) => void): Promise<Visit> {
  dispatchEvent(new Event('pagehide'));
  await quiet();
  const view = signal<View<WritableForm>>({ kind: 'loading' });
  const loaded = loadedOf(questions, known);
  let page: Page | null = null;
  const draftManager = createDraftManager(toolsOf(view, () => page));
  await draftManager.recall();
  const takeOver = await draftManager.restore(loaded);
  const form = createForm(loaded.tree);
  const changed = takeOver?.(form) ?? null;
  page = { form, meta: loaded.meta, preview: false, close: () => {}, again: () => {} };
  view.value = { kind: 'form', form, title: null, preview: false, changed };
  early?.(form);
  await quiet();
  return { form, view, draftManager, changed: view.value };
}

/** The form is drawn before the drafts' file has come. */
async function drawFirst(early = (_: WritableForm) => {}, sent: Submission['reference'] | null = null) {
  const view = signal<View<WritableForm>>({ kind: 'loading' });
  const { tree: questions, meta } = loadedOf(tree(), 'r1');
  const form = createForm(questions);
  early(form);
  const page = { form, meta: { ...meta, submission: sent }, preview: false, close() {}, again() {} };
  const tools = toolsOf(view, () => page);
  const draftManager = createDraftManager(tools);
  view.value = { kind: 'form', form, title: null, preview: false, changed: null };
  await quiet();
  return { form, draftManager, tools };
}

const entered = ({ form }: Pick<Visit, 'form'>, name: string) =>
  form.fields.get(id(name))?.entry.peek() ?? null;
const kept = ({ form }: Visit) => form.kept.peek();
const press = (visited: Visit, place: 'line' | 'notice', words: string) =>
  kept(visited)
    ?.[place].value?.acts.find(({ text }) => text === words)
    ?.act();

async function type({ form }: Visit, name: string, words: string): Promise<void> {
  form.setAnswer(id(name), textAnswer(words));
  await quiet();
}

const submission = (state: Submission['state']): Submission => ({
  reference: reference('REF-1'),
  state,
  acceptedAt: '',
  secondsLeft: null,
  application: null,
  answers: [],
});

async function accept({ form }: Visit, state: Submission['state']): Promise<void> {
  form.submission.value = { kind: 'accepted', submission: submission(state), sent: new Map() };
  await quiet();
}

function fillByHost(form: WritableForm, ...names: readonly string[]): void {
  const entries = names.map((name) => ({ question: id(name), answer: textAnswer('of the host') }));
  for (const { answer } of entries) prefilled.add(answer);
  fill(form, entries);
}

/** The service took none of these answers: they are open for a correction, as after a receipt is read. */
async function refuseAnswers({ form }: Visit, ...names: readonly string[]): Promise<void> {
  batch(() => {
    form.submission.value = { kind: 'accepted', submission: submission('attention'), sent: new Map() };
    refuse(form, names.map(id));
    restrict(form, names.map(id));
  });
  await quiet();
}

const errors = ({ form }: Visit) =>
  form.order.flatMap(({ question: each, error }) => (error.peek() ? [[each.id, error.peek()?.code]] : []));

describe.each<readonly [string, Record<string, string>]>([
  ['with an application', { token: 'sealed' }],
  ['without an application', { job: '4711' }],
])('a draft %s', (_name, given) => {
  beforeEach(() => {
    attributes = given;
  });

  test('is stored with the first answer and not before, and comes back, hidden answers too', async () => {
    const first = await visit();
    expect(local.text + session.text).toBe('[][]');
    expect(first.draftManager.isKept.value).toBe(false);
    await type(first, '1', 'yes');
    await type(first, '2', 'below');
    await type(first, '1', 'no');
    await expect.poll(() => first.draftManager.isKept.value).toBe(true);
    const second = await visit();
    expect([entered(second, '1'), entered(second, '2')]).toEqual([textAnswer('no'), textAnswer('below')]);
    expect(kept(second)?.notice.value?.text).toBe('We have restored your answers.');
  });

  test('is deleted on request, and only after it was asked', async () => {
    const first = await visit();
    await type(first, '1', 'yes');
    await expect.poll(() => kept(first)?.line.value).not.toBeNull();
    press(first, 'line', 'Clear my answers');
    expect(kept(first)?.line.value?.isQuestion).toBe(true);
    expect(entered(first, '1')).toEqual(textAnswer('yes'));
    press(first, 'line', 'Yes, delete them');
    await quiet();
    expect([entered(first, '1'), local.text, session.text]).toEqual([null, '[]', '[]']);
  });

  test('is kept after sending, until everything is delivered', async () => {
    const first = await visit();
    await type(first, '1', 'a canary');
    await accept(first, 'attention');
    expect(entered(await visit(), '1')).toEqual(textAnswer('a canary'));
    await accept(first, 'complete');
    expect(local.text + session.text).not.toContain('canary');
    expect(entered(await visit(), '1')).toBeNull();
  });

  test('of a correction: on the next visit only that is refused which was not changed since', async () => {
    const first = await visit();
    await type(first, '1', 'yes');
    await type(first, '3', 'other');
    await refuseAnswers(first, '1', '3');
    await type(first, '1', 'no');
    const second = await visit();
    await refuseAnswers(second, '1', '3');
    expect(errors(second)).toEqual([['3', 'refused']]);
    // Before what became of it is shown, a third visit writes what it found.
    await visit();
    const fourth = await visit();
    await refuseAnswers(fourth, '1', '3');
    expect(errors(fourth)).toEqual([['3', 'refused']]);
  });

  test('of a correction that was refused again: all of it is, on the next visit too', async () => {
    const first = await visit();
    await type(first, '1', 'yes');
    await refuseAnswers(first, '1');
    await type(first, '1', 'no');
    const second = await visit();
    await refuseAnswers(second, '1');
    expect(errors(second)).toEqual([]);
    second.form.submission.value = { kind: 'sending' };
    await quiet();
    restrict(second.form, null);
    await refuseAnswers(second, '1');
    expect(errors(second)).toEqual([['1', 'refused']]);
    const third = await visit();
    await refuseAnswers(third, '1');
    expect(errors(third)).toEqual([['1', 'refused']]);
  });

  test('that was emptied by hand is no draft', async () => {
    const first = await visit();
    await type(first, '1', 'yes');
    first.form.setAnswer(id('1'), null);
    await expect.poll(() => local.text + session.text).toBe('[][]');
  });

  test('older than a week is thrown away; one from a clock that was ahead is not', async () => {
    vi.useFakeTimers({ toFake: ['Date'] });
    await type(await visit(), '1', 'yes');
    vi.setSystemTime(Date.now() - 86_400_000);
    expect(entered(await visit(), '1')).toEqual(textAnswer('yes'));
    vi.setSystemTime(Date.now() + 9 * 86_400_000);
    expect(entered(await visit(), '1')).toBeNull();
  });

  test('is not stored, and taken away, where the host wants none', async () => {
    await type(await visit(), '1', 'yes');
    attributes = { ...given, draft: 'off' };
    const second = await visit();
    await type(second, '3', 'nothing');
    expect([entered(second, '1'), local.text, session.text]).toEqual([null, '[]', '[]']);
  });

  test('that cannot be stored is said, once, and keeps nothing back', async () => {
    local.isFull = true;
    session.isFull = true;
    const first = await visit();
    await type(first, '1', 'yes');
    expect(kept(first)?.line.value?.text).toMatch(/cannot be saved/);
    expect(first.draftManager.isKept.value).toBe(false);
    local.isFull = false;
    session.isFull = false;
    await type(first, '1', 'more');
    await expect.poll(() => first.draftManager.isKept.value).toBe(true);
  });

  test('of a session without a key is none, and that is said', async () => {
    keys = [];
    const first = await visit();
    await type(first, '1', 'yes');
    expect(kept(first)?.line.value?.text).toMatch(/cannot be saved/);
    expect([local.text, session.text]).toEqual(['[]', '[]']);
  });

  test('of questions that have changed is restored as far as it fits, and what changed is named', async () => {
    const first = await visit();
    await type(first, '1', 'yes');
    await type(first, '3', 'lost');
    const { form, changed } = await visit(tree('0'), 'r2');
    expect(form.fields.get(id('1'))?.entry.peek()).toEqual(textAnswer('yes'));
    expect(changed).toMatchObject({
      changed: { questions: ['30'], lost: [{ answer: textAnswer('lost') }] },
    });
  });

  test('of two pages keeps what only one of them has; what one took back is gone', async () => {
    const first = await visit();
    const second = await visit();
    await type(first, '1', 'of the first');
    await type(second, '3', 'of the second');
    const third = await visit();
    expect([entered(third, '1'), entered(third, '3')]).toEqual([
      textAnswer('of the first'),
      textAnswer('of the second'),
    ]);
    third.form.setAnswer(id('1'), null);
    await quiet();
    expect(entered(await visit(), '1')).toBeNull();
  });

  test('of what another page has sent is not overwritten', async () => {
    const first = await visit();
    await type(first, '1', 'sent');
    const second = await visit();
    await accept(first, 'received');
    await type(second, '1', 'too late');
    expect(entered(await visit(), '1')).toEqual(textAnswer('sent'));
  });

  test.each(['', '{}', '[]', '{"at":1e15,"revision":"r1","entries":[{"question":1}]}', 'null'])(
    'that was tampered with breaks nothing: %s',
    async (text) => {
      await type(await visit(), '1', 'yes');
      for (const storage of [local, session])
        for (const name of storage.items.keys()) storage.items.set(name, text);
      expect(entered(await visit(), '1')).toBeNull();
    },
  );
});

test('a draft that is found once the form is drawn wins over what the host filled in', async () => {
  await type(await visit(), '1', 'typed');
  const late = await drawFirst((form) => fillByHost(form, '1', '3'));
  expect([entered(late, '1'), entered(late, '3')]).toEqual([textAnswer('typed'), textAnswer('of the host')]);
});

test('what the host gives once the form is drawn is not lost with its page', async () => {
  const { draftManager, tools } = await drawFirst();
  const seen: boolean[] = [];
  const end = effect(() => void seen.push(draftManager.isKept.value));
  known = { answers: { 1: 'of the host' } };
  tools.prefill.fill();
  end();
  expect(seen).toEqual([false, true]);
});

test.each([
  ['that was sent before stays as it went', reference('REF-1'), null],
  ['that is filled in has what the host knows (control)', null, textAnswer('of the host')],
])('a form %s', async (_, submissionOf, expected) => {
  known = { answers: { 1: 'of the host' } };
  const drawn = await drawFirst(() => {}, submissionOf);
  drawn.tools.prefill.fill();
  expect(entered(drawn, '1')).toEqual(expected);
});

test('an application is sealed under a name that tells nothing, and opens with no other key', async () => {
  await type(await visit(), '1', 'canary');
  expect(local.text).not.toMatch(/canary|Question|"1"/);
  expect(local.text).toMatch(/^\[\["apply-form:[\w-]{22}","[\w-]+"\]\]$/);
  expect(local.text).not.toContain(KEY);
});

test('of a form that asks for more, consents and equality monitoring are not kept', async () => {
  attributes = { job: '4711' };
  const meta = { details: asked('phone', 'address'), consent: [terms], equality: [gender] };
  const { form } = await visit(loadWith(meta).tree);
  const chosen = (option: string) => ({ kind: 'choice' as const, options: [option] });
  const phone = { kind: 'text', text: '020 7946 0018', country: 'GB' } as const;
  form.setAnswer(id('detail:phone'), phone);
  form.setAnswer(id('detail:country'), chosen('GB'));
  form.setAnswer(id('detail:consent:terms'), chosen('3'));
  form.setAnswer(id('detail:equality:gender'), chosen('9'));
  await quiet();
  const back = await visit(loadWith(meta).tree);
  expect(entered(back, 'detail:phone')).toEqual(phone);
  expect(entered(back, 'detail:country')).toEqual(chosen('GB'));
  expect([entered(back, 'detail:consent:terms'), entered(back, 'detail:equality:gender')]).toEqual([
    null,
    null,
  ]);
  expect(session.text).not.toMatch(/gender|terms|prefer not/);
  // Of 249 countries only the one that was chosen.
  expect(session.text.length).toBeLessThan(4_000);
});

test('a visitor goes on in the session of the tab; one that is refused is used no more', async () => {
  attributes = { job: '4711' };
  await type(await visit(), '1', 'yes');
  const { draftManager } = await visit();
  expect(used).toEqual([[null, 'handle.of.the.session']]);
  expect(draftManager.forgetsToken()).toBe(true);
  expect(draftManager.forgetsToken()).toBe(false);
  await draftManager.recall();
  expect(used.at(-1)).toEqual([null, null]);
});

test.each<readonly [Record<string, string>, string, readonly string[]]>([
  [{ token: 'sealed' }, 'Saved on this device', []],
  [{ token: 'sealed', draft: 'session' }, 'Saved in this tab', []],
  [{ job: '4711' }, 'Saved in this tab', ['Keep on this device for 7 days']],
  [{ job: '4711', draft: 'session' }, 'Saved in this tab', []],
])('with %j the status says what is true: %s', async (attributesOfForm, words, offers) => {
  attributes = attributesOfForm;
  const first = await visit();
  await type(first, '1', 'canary');
  expect(kept(first)?.line.value?.text).toBe(words);
  expect(kept(first)?.line.value?.acts.map(({ text }) => text)).toEqual([...offers, 'Clear my answers']);
  const isTab = words === 'Saved in this tab';
  // The foot says it beside Send, where "saved" alone would promise more than this tab.
  expect(kept(first)?.line.value?.saved).toBe(isTab ? words : undefined);
  expect([session.items.size, local.items.size]).toEqual(isTab ? [1, 0] : [0, 1]);
  expect(local.text + session.text).not.toContain('canary');
});

describe('a draft that a visitor keeps on the device', () => {
  const KEEP = 'Keep on this device for 7 days';
  const replyWith = (key: string, status = 201) =>
    new Response(
      JSON.stringify({
        data: {
          attributes: { token: 'of-the-device', draft_handle: 'given.back', draft_expires_in: 604_800 },
        },
        meta: { draftKey: key },
      }),
      { status },
    );

  beforeEach(() => {
    attributes = { job: '4711' };
    given = () => replyWith(OLDER);
  });

  async function keepOne(): Promise<Visit> {
    const first = await visit();
    await type(first, '1', 'canary');
    press(first, 'line', KEEP);
    await quiet();
    return first;
  }

  /** Another tab, on a later visit: its session has another key. */
  async function comeBack(): Promise<Visit> {
    dispatchEvent(new Event('pagehide'));
    await quiet();
    session = new PlainStorage();
    vi.stubGlobal('sessionStorage', session);
    handle = 'handle.of.another';
    return visit();
  }

  test('lies there sealed, with its handle and end, and is told', async () => {
    const first = await keepOne();
    expect(kept(first)?.line.value?.text).toMatch(/^Kept on this device until /);
    expect(kept(first)?.told.value).toBe(kept(first)?.line.value?.text);
    expect(local.text).toMatch(/^\[\["apply-form:[\w-]{22}","\d{13} given\.back [\w-]+"\]\]$/);
    expect(used).toEqual([['of-the-device', 'given.back']]);
    expect(local.text + session.text).not.toMatch(/canary|of-the-device/);
  });

  test.each<readonly [Record<string, string>, object]>([
    [{ job: '4711' }, { job: '4711' }],
    [{ posting: '815' }, { posting: '815' }],
    [{ job: '4711', posting: '815' }, { job: '4711' }],
  ])('of a form with %j is kept and comes back as that of %j', async (attributesOfForm, named) => {
    attributes = attributesOfForm;
    const attributesOf = (draftHandle: unknown) => ({
      ...named,
      tenant: 'default',
      draft_handle: draftHandle,
    });
    await keepOne();
    expect(lastBody).toEqual({ data: { type: 'sessions', attributes: attributesOf(expect.any(String)) } });
    const back = await comeBack();
    press(back, 'notice', 'Continue');
    await quiet();
    expect(lastBody).toEqual({ data: { type: 'sessions', attributes: attributesOf('given.back') } });
    expect(entered(back, '1')).toEqual(textAnswer('canary'));
  });

  test('is in this tab alone again when that is taken back', async () => {
    const first = await keepOne();
    press(first, 'line', 'Do not keep on this device');
    await quiet();
    expect([kept(first)?.line.value?.text, local.text]).toEqual(['Saved in this tab', '[]']);
    expect(session.items.size).toBe(1);
  });

  test('is not shown on the next visit, and comes at a press; what was typed meanwhile wins', async () => {
    await type(await keepOne(), '3', 'of the first visit');
    const back = await comeBack();
    expect([entered(back, '1'), entered(back, '3')]).toEqual([null, null]);
    expect(kept(back)?.notice.value?.acts.map(({ text }) => text)).toEqual(['Continue', 'Start anew']);
    await type(back, '3', 'meanwhile');
    press(back, 'notice', 'Continue');
    await quiet();
    expect([entered(back, '1'), entered(back, '3')]).toEqual([textAnswer('canary'), textAnswer('meanwhile')]);
    expect(kept(back)?.told.value).toBe('We have restored your answers.');
  });

  test('wins over what the host filled in, and not over what was typed', async () => {
    await type(await keepOne(), '3', 'of the first visit');
    const back = await comeBack();
    fillByHost(back.form, '1', '3');
    await type(back, '3', 'meanwhile');
    press(back, 'notice', 'Continue');
    await quiet();
    expect([entered(back, '1'), entered(back, '3')]).toEqual([textAnswer('canary'), textAnswer('meanwhile')]);
  });

  test.each<readonly [string, (back: Visit) => unknown, number]>([
    [
      'deleted',
      (back) => {
        press(back, 'notice', 'Start anew');
        press(back, 'notice', 'Yes, delete them');
      },
      0,
    ],
    ['emptied', ({ form }) => form.kept.peek()?.clear(), 1],
    [
      'sent',
      ({ form }) => {
        form.submission.value = { kind: 'sending' };
      },
      1,
    ],
    ['left', () => lives.at(-1)?.abort(), 1],
  ])('stays away where the form is %s while the server is asked', async (what, act, left) => {
    await keepOne();
    const back = await comeBack();
    let answer = () => {};
    reached = new Promise((resolve) => {
      answer = resolve;
    });
    const before = used.length;
    press(back, 'notice', 'Continue');
    await quiet();
    act(back);
    answer();
    await quiet();
    expect([entered(back, '1'), used.length - before]).toEqual([null, 0]);
    if (what === 'deleted') expect(kept(back)?.notice.value?.text).toMatch(/are deleted/);
    expect(local.items.size).toBe(left);
  });

  test('stays as it is while another person types, who is asked before theirs takes its place', async () => {
    await keepOne();
    const other = await comeBack();
    const before = local.text;
    await type(other, '1', 'of another person');
    expect(local.text).toBe(before);
    press(other, 'line', KEEP);
    await quiet();
    expect([kept(other)?.line.value?.isQuestion, local.text]).toEqual([true, before]);
    press(other, 'line', 'Yes, keep these');
    await quiet();
    expect(kept(other)?.line.value?.text).toMatch(/^Kept on this device until /);
    expect(local.text).not.toBe(before);
  });

  test.each<readonly [string, () => Response, RegExp, number]>([
    ['the proxy gives the key no more', () => replyWith(OLDER, 401), /no longer there/, 0],
    ['it gives another key', () => replyWith(keyOf(9)), /no longer there/, 0],
    ['it is busy', () => replyWith(OLDER, 503), /cannot reach the server just now/, 1],
  ])('where %s the applicant is told, and nothing is lost that could come', async (_, reply, words, left) => {
    await keepOne();
    const back = await comeBack();
    given = reply;
    press(back, 'notice', 'Continue');
    await quiet();
    expect(kept(back)?.notice.value?.text).toMatch(words);
    expect(kept(back)?.told.value).toMatch(words);
    expect([entered(back, '1'), local.items.size]).toEqual([null, left]);
  });

  test('goes when all is sent, and with Start anew, and with Clear my answers', async () => {
    await accept(await keepOne(), 'complete');
    expect(local.text).toBe('[]');
    await keepOne();
    const back = await comeBack();
    press(back, 'notice', 'Start anew');
    expect(local.items.size).toBe(1);
    press(back, 'notice', 'Yes, delete them');
    expect(local.text).toBe('[]');
    const last = await keepOne();
    press(last, 'line', 'Clear my answers');
    press(last, 'line', 'Yes, delete them');
    await quiet();
    expect(local.text + session.text).toBe('[][]');
  });

  test.each<readonly [string, (other: Visit) => unknown]>([
    ['is sent', (other) => accept(other, 'complete')],
    [
      'is cleared',
      (other) => {
        press(other, 'line', 'Clear my answers');
        press(other, 'line', 'Yes, delete them');
      },
    ],
  ])('of another person is not deleted by what %s beside it', async (_, act) => {
    await keepOne();
    const stored = local.text;
    const other = await comeBack();
    await type(other, '1', 'of another person');
    await act(other);
    await quiet();
    expect(local.text).toBe(stored);
    // A page that wants no draft takes all of it away.
    attributes = { job: '4711', draft: 'off' };
    await visit();
    expect(local.text).toBe('[]');
  });

  test('of two tabs that both go on has what was typed in each', async () => {
    const first = await keepOne();
    const second = await comeBack();
    press(second, 'notice', 'Continue');
    await quiet();
    const before = local.text;
    await type(first, '3', 'of the first');
    await expect.poll(() => local.text).not.toBe(before);
    dispatchEvent(new Event('storage'));
    await quiet();
    await type(second, '2', 'of the second');
    const third = await comeBack();
    press(third, 'notice', 'Continue');
    await quiet();
    expect(['1', '2', '3'].map((name) => entered(third, name))).toEqual(
      ['canary', 'of the second', 'of the first'].map(textAnswer),
    );
  });

  test('that was emptied by hand is kept again with the next answer', async () => {
    const first = await keepOne();
    first.form.setAnswer(id('1'), null);
    await expect.poll(() => local.text + session.text).toBe('[][]');
    await type(first, '1', 'once more');
    await expect.poll(() => kept(first)?.line.value?.text).toMatch(/^Kept on this device until /);
    expect(local.items.size).toBe(1);
  });

  test('for which there is no room any more is in this tab as it was typed last', async () => {
    given = () => replyWith(KEY);
    const first = await keepOne();
    local.isFull = true;
    await type(first, '1', 'typed last');
    await expect.poll(() => kept(first)?.line.value?.text).toBe('Saved in this tab');
    expect(local.text).toBe('[]');
    expect(entered(await visit(), '1')).toEqual(textAnswer('typed last'));
  });

  test('of another person stays where there is no room for another in its place', async () => {
    await keepOne();
    const other = await comeBack();
    const before = local.text;
    await type(other, '1', 'of another person');
    local.isFull = true;
    given = () => replyWith(keyOf(9));
    press(other, 'line', KEEP);
    press(other, 'line', 'Yes, keep these');
    await quiet();
    expect([kept(other)?.line.value?.text, local.text]).toEqual([
      expect.stringMatching(/could not be kept/),
      before,
    ]);
  });

  test('could not be kept: the tab has it, and the next press tries again', async () => {
    given = () => replyWith(OLDER, 503);
    const first = await keepOne();
    expect(kept(first)?.line.value?.text).toMatch(
      /could not be kept on this device; they are saved in this tab/,
    );
    expect([local.items.size, session.items.size]).toEqual([0, 1]);
    given = () => replyWith(OLDER);
    local.isFull = true;
    press(first, 'line', KEEP);
    await quiet();
    expect(kept(first)?.line.value?.text).toMatch(/could not be kept/);
    local.isFull = false;
    press(first, 'line', KEEP);
    await quiet();
    expect(kept(first)?.line.value?.text).toMatch(/^Kept on this device until /);
  });
});

describe('what could not be sent', () => {
  const fail = ({ form }: Pick<Visit, 'form'>, code: FailureCode, retryAfter: number | null = null) => {
    const failure = { code, retryable: true, retryAfter, questions: [], fields: [] };
    form.submission.value = { kind: 'failed', failure };
  };

  test.each<readonly [FailureCode, number | null, number]>([
    ['offline', null, 6_000],
    ['service_unavailable', 20, 30_000],
    ['rate_limited', 3, 10_000],
  ])('for %s is sent by itself, not before the server says so', async (code, retryAfter, within) => {
    const first = await visit();
    vi.useFakeTimers();
    fail(first, code, retryAfter);
    expect(kept(first)?.waiting.value).toMatch(/is on this device/);
    await vi.advanceTimersByTimeAsync((retryAfter ?? 1) * 1000 - 1);
    expect(sentAgain).toBe(0);
    await vi.advanceTimersByTimeAsync(within);
    expect(sentAgain).toBe(1);
  });

  test.each<readonly [FailureCode, boolean, RegExp]>([
    ['offline', false, /as soon as you are back online/],
    ['offline', true, /cannot reach the server just now.*keep trying, and nothing will arrive twice/],
    ['service_unavailable', true, /in a moment/],
  ])('for %s, online: %s, says why: %s', async (code, onLine, words) => {
    const first = await visit();
    vi.useFakeTimers();
    vi.stubGlobal('navigator', { onLine });
    fail(first, code);
    expect(kept(first)?.waiting.value).toMatch(words);
  });

  test.each<readonly [Record<string, string>, RegExp]>([
    [{ token: 'sealed' }, /keep trying.*come back later: what you typed is kept/],
    [{ job: '4711' }, /We cannot reach the server just now.*Keep this page open/],
  ])('for a minute promises no moment, and to %j no draft that is not there', async (given, words) => {
    attributes = given;
    const first = await visit();
    await type(first, '1', 'yes');
    await expect.poll(() => first.draftManager.isKept.value).toBe(true);
    vi.useFakeTimers();
    fail(first, 'service_unavailable', 300);
    await vi.advanceTimersByTimeAsync(59_000);
    expect(kept(first)?.waiting.value).toMatch(/in a moment/);
    await vi.advanceTimersByTimeAsync(1_000);
    expect(kept(first)?.waiting.value).toMatch(words);
  });

  test('may have arrived: an applicant who deletes it is told, before and after a change', async () => {
    const first = await visit();
    await type(first, '1', 'yes');
    await expect.poll(() => kept(first)?.line.value).not.toBeNull();
    press(first, 'line', 'Clear my answers');
    expect(kept(first)?.line.value?.text).not.toMatch(/may have arrived/);
    fail(first, 'offline');
    expect(kept(first)?.line.value?.text).toMatch(/may have arrived already/);
    await type(first, '1', 'no');
    expect(kept(first)?.line.value?.text).toMatch(/may have arrived already/);
  });

  test('before it was known where to keep it waits all the same', async () => {
    const first = await visit(tree(), 'r1', (form) => {
      form.setAnswer(id('1'), textAnswer('yes'));
      fail({ form }, 'rate_limited', 60);
    });
    expect(kept(first)?.waiting.value).toMatch(/in a moment/);
  });

  test('for a reason that does not pass waits for nothing', async () => {
    const first = await visit();
    vi.useFakeTimers();
    fail(first, 'job_closed');
    await vi.advanceTimersByTimeAsync(200_000);
    expect([sentAgain, kept(first)?.waiting.value]).toEqual([0, null]);
  });

  test('is not tried while nothing can be reached, and at once when the browser is online again', async () => {
    const first = await visit();
    vi.useFakeTimers();
    isOnline = false;
    fail(first, 'offline');
    await vi.advanceTimersByTimeAsync(120_000);
    expect(sentAgain).toBe(0);
    isOnline = true;
    dispatchEvent(new Event('online'));
    await vi.advanceTimersByTimeAsync(1_100);
    expect(sentAgain).toBe(1);
  });

  test('is not sent by itself as well when it is pressed while it is seen whether it can be reached', async () => {
    const first = await visit();
    vi.useFakeTimers();
    let answer = () => {};
    reached = new Promise((resolve) => {
      answer = resolve;
    });
    fail(first, 'offline');
    await vi.advanceTimersByTimeAsync(6_000);
    first.form.submission.value = { kind: 'sending' };
    answer();
    await vi.advanceTimersByTimeAsync(200_000);
    expect(sentAgain).toBe(0);
  });

  test('is not sent by itself once an answer was changed', async () => {
    const first = await visit();
    vi.useFakeTimers();
    fail(first, 'offline');
    first.form.setAnswer(id('1'), textAnswer('something else'));
    await vi.advanceTimersByTimeAsync(200_000);
    expect([sentAgain, kept(first)?.waiting.value]).toEqual([0, null]);
  });
});

test.each([
  [null, null],
  [4, null],
  [30, 'Less than a minute left'],
  [61, 'About 2 minutes left'],
  [7_201, 'About 3 hours left'],
])('%s seconds are told as %s', async (secondsLeft, words) => {
  const first = await visit();
  expect(kept(first)?.timeLeft({ ...submission('received'), secondsLeft })).toBe(words);
});

test('a token is renewed at 80 % of its life, while the page is in use', async () => {
  attributes = { job: '4711' };
  vi.useFakeTimers();
  await visit();
  await vi.advanceTimersByTimeAsync(79_000);
  expect(renewals).toBe(0);
  Object.assign(document, { hidden: true });
  await vi.advanceTimersByTimeAsync(10_000);
  expect(renewals).toBe(0);
  Object.assign(document, { hidden: false });
  document.dispatchEvent(new Event('visibilitychange'));
  expect(renewals).toBe(1);
});

test('a draft is read whatever else lies in the storage', () => {
  expect(readDraft('no JSON')).toBeNull();
});

describe('after a change of the secret', () => {
  const names = () => [...local.items.keys()];

  test('what was sealed before comes back, and is sealed with the new one from then on', async () => {
    keys = [OLDER];
    const before = await visit();
    await type(before, '1', 'yes');
    await expect.poll(() => names()).toHaveLength(1);
    const [oldName] = names();
    keys = [KEY, OLDER];
    const after = await visit();
    expect(entered(after, '1')).toEqual(textAnswer('yes'));
    expect(names()).toHaveLength(1);
    expect(names()).not.toContain(oldName);
    keys = [KEY];
    expect(entered(await visit(), '1')).toEqual(textAnswer('yes'));
  });

  test('without the older key it stays sealed', async () => {
    keys = [OLDER];
    await type(await visit(), '1', 'yes');
    keys = [KEY];
    expect(entered(await visit(), '1')).toBeNull();
  });

  test('of two drafts the later one counts', async () => {
    keys = [KEY];
    await type(await visit(), '1', 'first');
    await expect.poll(() => names()).toHaveLength(1);
    keys = [OLDER];
    const late = await visit();
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 1000 });
    await type(late, '1', 'later');
    await expect.poll(() => names()).toHaveLength(2);
    keys = [KEY, OLDER];
    expect(entered(await visit(), '1')).toEqual(textAnswer('later'));
    expect(names()).toHaveLength(1);
  });

  test('where the new place takes nothing, the draft comes back and stays in the older one', async () => {
    keys = [OLDER];
    const before = await visit();
    await type(before, '1', 'yes');
    await expect.poll(() => names()).toHaveLength(1);
    const stored = local.text;
    keys = [KEY, OLDER];
    dispatchEvent(new Event('pagehide'));
    await quiet();
    local.isFull = true;
    expect(entered(await visit(), '1')).toEqual(textAnswer('yes'));
    expect(local.text).toBe(stored);
  });

  test('switched off, it is removed under both', async () => {
    keys = [OLDER];
    await type(await visit(), '1', 'yes');
    await expect.poll(() => names()).toHaveLength(1);
    keys = [KEY, OLDER];
    attributes = { token: 'sealed', draft: 'off' };
    await visit();
    expect(names()).toEqual([]);
  });
});

describe('a page that comes back as it was left', () => {
  function sentForm() {
    const loaded = loadedOf(tree(), 'r1');
    return success({ ...loaded, meta: { ...loaded.meta, submission: reference('REF-1') } });
  }

  async function comeBack(meanwhile: (visited: Visit) => unknown): Promise<Visit> {
    const visited = await visit();
    let answer = () => {};
    reread = new Promise((resolve) => {
      answer = () => resolve(sentForm());
    });
    visited.form.submission.value = { kind: 'sending' };
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await meanwhile(visited);
    answer();
    await quiet();
    return visited;
  }

  test('keeps the receipt of what it was sending, whichever answer comes first', async () => {
    const { form } = await comeBack((visited) => accept(visited, 'received'));
    expect(form.submission.peek().kind).toBe('accepted');
    expect(loads).toBe(0);
  });

  test('shows what another tab has sent', async () => {
    await comeBack(({ form }) => {
      form.submission.value = { kind: 'editing' };
    });
    expect(loads).toBe(1);
  });
});

test.each([
  ['one that was erased since is told as sent, and as nothing more', 'sent', 'already_sent'],
  ['a form that is open stays (control)', 'open', 'form'],
] as const)('sent once more with other answers: %s', async (_, state, kind) => {
  const visited = await visit();
  const { tree: questions, meta } = loadedOf(tree(), 'r1');
  reread = Promise.resolve(success({ tree: questions, meta: { ...meta, state } }));
  visited.form.submission.value = { kind: 'failed', failure: plainFailure('already_submitted') };
  await quiet();
  expect(visited.view.peek().kind).toBe(kind);
});

test('sent once more with other answers: a form that was replaced meanwhile says nothing of the one shown since', async () => {
  const visited = await visit();
  const { tree: questions, meta } = loadedOf(tree(), 'r1');
  let answer = () => {};
  reread = new Promise((resolve) => {
    answer = () => resolve(success({ tree: questions, meta: { ...meta, state: 'sent' } }));
  });
  visited.form.submission.value = { kind: 'failed', failure: plainFailure('already_submitted') };
  await quiet();
  const form = createForm(questions);
  visited.view.value = { kind: 'form', form, title: null, preview: false, changed: null };
  answer();
  await quiet();
  expect(visited.view.peek()).toMatchObject({ kind: 'form', form });
});
