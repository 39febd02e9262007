/** For tests: a browser with its storages, a proxy that issues keys, and pages that open one form. */
import { afterEach, beforeEach, vi } from 'vitest';
import { success } from '../../core/model/failure.ts';
import { type QuestionId, questionId, reference, revision } from '../../core/model/ids.ts';
import { defaultSemantics } from '../../core/model/question.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { View, WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { type Signal, signal } from '../../form/signals.ts';
import { en } from '../../locale/en.ts';
import { enFilling } from '../../locale/en-filling.ts';
import { createMessages } from '../../locale/messages.ts';
import { nothingRich, readSettings } from '../host/host.ts';
import type { LoadedForm, Page } from '../proxy/access.ts';
import { quiet } from '../settle.support.ts';
import { Drafts, type DraftTools } from './drafts.ts';

/** A browser storage that fails when a test wants it to. */
class PlainStorage {
  items = new Map<string, string>();
  isFull = false;
  get length() {
    return this.items.size;
  }
  key = (index: number) => [...this.items.keys()][index] ?? null;
  getItem = (name: string) => this.items.get(name) ?? null;
  removeItem = (name: string) => void this.items.delete(name);
  setItem(name: string, text: string) {
    if (this.isFull) throw new DOMException('full', 'QuotaExceededError');
    this.items.set(name, text);
  }
  get text() {
    return JSON.stringify([...this.items]);
  }
}

/** A browser storage has its items as own properties. */
const createStorage = () =>
  new Proxy(new PlainStorage(), {
    ownKeys: ({ items }) => [...items.keys()],
    getOwnPropertyDescriptor: ({ items }, name) =>
      items.has(`${String(name)}`) ? { enumerable: true, configurable: true } : undefined,
  });

export const keyOf = (byte: number) => Buffer.from(new Uint8Array(32).fill(byte)).toString('base64url');
export const [KEY, OLDER] = [keyOf(7), keyOf(8)];
/** The reply of the proxy for a draft stored on the device. */
const KEPT = 'given.back';

/** The state of the browser and the proxy, for a test to change. */
export const world = {
  local: createStorage(),
  tab: createStorage(),
  attributes: {} as Record<string, string>,
  isOnline: true,
  /** Every request waits for this. */
  reached: Promise.resolve(),
  sentAgain: 0,
  used: [] as (readonly [token: string | null, handle: string | null])[],
  handle: null as string | null,
  /** Keys of the configured secrets, the current one first. */
  keys: [KEY] as readonly string[],
  /** The key for the returned handle; null if the proxy refuses it. */
  keptKey: OLDER as string | null,
  /** The proxy's status for storing a draft. */
  keepStatus: 201,
  lastBody: null as unknown,
};
const untouched = { ...world };
const lives: AbortController[] = [];

beforeEach(() => {
  Object.assign(world, untouched, { attributes: { token: 'sealed' }, used: [], handle: 'of.the.session' });
  world.local = createStorage();
  openTab();
  const page = new EventTarget();
  vi.stubGlobal('localStorage', world.local);
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  vi.stubGlobal('location', new URL('https://forms.example.com/form'));
  vi.stubGlobal('navigator', { onLine: true });
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, page[name].bind(page));
});

afterEach(() => {
  for (const life of lives.splice(0)) life.abort();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function openTab(): void {
  world.tab = createStorage();
  vi.stubGlobal('sessionStorage', world.tab);
}

/** Opens another tab on a later visit, whose session has another key. */
export async function comeBack(): Promise<Visit> {
  dispatchEvent(new Event('pagehide'));
  await quiet();
  openTab();
  world.handle = 'of.another';
  return visit();
}

/** Closes the page of the current visitor. */
export const leave = () => lives.at(-1)?.abort();

export const id = (text: string): QuestionId => questionId(text);
export const textAnswer = (text: string) => ({ kind: 'text' as const, text });

export const treeWith = (third = '3') =>
  treeOf(
    question('1', 'short_text'),
    question('2', 'short_text', { parent: '1', when: ['equals', 'yes'] }),
    question(third, 'short_text'),
  );

export function loadedOf(tree: QuestionTree, known: string): LoadedForm {
  const [draftKey = null, ...olderDraftKeys] =
    world.handle === KEPT && world.keptKey ? [world.keptKey] : world.keys;
  const meta = {
    revision: revision(known),
    semantics: defaultSemantics,
    state: 'open',
    submission: null,
    title: null,
    fallback: null,
    limits: { bytes: null, types: [] },
    draftKey,
    olderDraftKeys,
    expiresIn: 100,
    notice: null,
    stated: null,
  } as const;
  return { tree, meta };
}

async function answerProxy(_: RequestInfo | URL, { body }: RequestInit = {}): Promise<Response> {
  world.lastBody = JSON.parse(`${body ?? null}`);
  await world.reached;
  if (!world.isOnline) throw new TypeError('Failed to fetch');
  const attributes = { token: 'of-the-device', draft_handle: KEPT, draft_expires_in: 604_800 };
  const reply = { data: { attributes }, meta: { draftKey: world.keptKey } };
  return new Response(JSON.stringify(reply), { status: world.keepStatus });
}

const connection = () => ({
  endpoint: 'https://forms.example.com',
  token: 'of-the-session',
  fetch: answerProxy,
});

/** A page that opens the form. */
export class Visit {
  readonly view: Signal<View<WritableForm>> = signal({ kind: 'loading' });
  readonly drafts: Drafts;
  #page: Page | null = null;
  readonly #tree: QuestionTree;
  readonly #revision: string;

  constructor(tree: QuestionTree, known: string) {
    this.#tree = tree;
    this.#revision = known;
    this.drafts = new Drafts(this.#tools());
  }

  /** Opens the form like a session. @param early entered before the draft code has loaded */
  readonly load = async (early?: (form: WritableForm) => void): Promise<void> => {
    this.view.value = { kind: 'loading' };
    this.drafts.recall();
    if (world.handle === KEPT && world.keptKey === null) this.drafts.forgetToken();
    const loaded = loadedOf(this.#tree, this.#revision);
    const takeOver = await this.drafts.restore(loaded);
    this.draw(loaded, (form) => {
      const changed = takeOver?.(form) ?? null;
      early?.(form);
      return changed;
    });
    await quiet();
  };

  draw(
    { tree, meta } = loadedOf(this.#tree, this.#revision),
    takeOver?: Parameters<typeof this.load>[0],
  ): void {
    const form = createForm(tree);
    const changed = takeOver?.(form) ?? null;
    this.#page = { form, meta, preview: false, close: () => {}, again: () => {} };
    this.view.value = { kind: 'form', form, title: null, preview: false, changed };
  }

  get form(): WritableForm {
    if (!this.#page) throw new Error('There is no form.');
    return this.#page.form;
  }

  entered(name: string) {
    return this.form.fields.get(id(name))?.entry.peek() ?? null;
  }

  get line() {
    return this.form.draft.peek()?.line.value ?? null;
  }

  get notice() {
    return this.form.draft.peek()?.notice.value ?? null;
  }

  get announcement() {
    return this.form.draft.peek()?.announcement.value ?? null;
  }

  /** Presses every present button with one of these texts, one after another. */
  async press(...names: readonly string[]): Promise<void> {
    for (const name of names)
      [...(this.notice?.buttons ?? []), ...(this.line?.buttons ?? [])]
        .find(({ text }) => text === name)
        ?.press();
    await quiet();
  }

  async type(name: string, words: string): Promise<void> {
    this.form.setAnswer(id(name), textAnswer(words));
    await quiet();
  }

  async accept(state: Submission['state']): Promise<void> {
    this.form.submission.value = { kind: 'accepted', submission: submission(state), sent: new Map() };
    await quiet();
  }

  #tools(): DraftTools {
    const life = new AbortController();
    lives.push(life);
    const load = () => Promise.reject();
    const transport = { fetch, loadFilling: load, loadDetails: load, loadDates: load, loadWords: load };
    const plain = () => ({ ...readSettings((name) => world.attributes[name] ?? null, ''), ...nothingRich });
    return {
      host: { settings: plain, emit: () => true, transport, element: null, warn: () => {} },
      access: {
        connection,
        open: async () => success({ form: null }),
        draftHandle: () => world.handle,
        use: (token, handle = null) => {
          world.used.push([token, handle]);
          world.handle = handle ?? 'fresh';
        },
      },
      view: this.view,
      messages: () => createMessages('en', { ...en, ...enFilling }),
      signal: life.signal,
      page: () => this.#page,
      load: () => this.load(),
      uploads: { detach() {}, cancelAll() {} },
      again: async () => {
        world.sentAgain += 1;
      },
    };
  }
}

/** Leaves the earlier pages, and opens the form with what they stored. */
export async function visit(tree = treeWith(), known = 'r1', early?: (form: WritableForm) => void) {
  dispatchEvent(new Event('pagehide'));
  await quiet();
  const visited = new Visit(tree, known);
  await visited.load(early);
  return visited;
}

export const submission = (state: Submission['state']): Submission => ({
  reference: reference('REF-1'),
  state,
  acceptedAt: '',
  application: null,
  answers: [],
});
