/** For tests: one page with a form, and a proxy with prepared replies. */
import { afterEach, beforeEach, vi } from 'vitest';
import type { Entry, Form, WritableForm } from '../../form/contract.ts';
import { fill } from '../../form/fill.ts';
import { signal } from '../../form/signals.ts';
import type { Catalogue } from '../../locale/catalogue.ts';
import { de } from '../../locale/de.ts';
import { fr } from '../../locale/fr.ts';
import type { DraftTools } from '../drafts/drafts.ts';
import { nothingRich, type RichSettings, readSettings, type Settings } from '../host/host.ts';
import type * as files from '../proxy/files.ts';
import { quiet } from '../settle.support.ts';
import { Filling, followGround } from './filling.ts';
import { type FillingFile, Session, type SessionHost } from './session.ts';

export interface Reply {
  readonly status: number;
  readonly body?: unknown;
}

interface Arrival {
  readonly request: string;
  readonly path: string;
  readonly token: string | null;
  readonly body: { readonly data?: unknown; readonly meta?: Readonly<Record<string, unknown>> };
}

interface Uploading {
  readonly address: string;
  readonly init: RequestInit;
  readonly onProgress: (done: number) => void;
  readonly finish: (status: number, body?: string) => void;
}

export const replies: Record<string, Reply[]> = {};
export const arrivals: Arrival[] = [];
export const uploads: Uploading[] = [];
export const events: [string, Record<string, unknown>][] = [];
export const warnings: string[] = [];
const opened: Session[] = [];

const catalogues: Readonly<Record<string, Catalogue>> = { de, fr };

export const plain = (values: Readonly<Record<string, string>>): Settings & RichSettings => ({
  ...readSettings((name) => values[name] ?? null, 'https://forms.example.com'),
  ...nothingRich,
});

const uploadByXhr: typeof files.uploadByXhr = (address, init, onProgress) =>
  new Promise((resolve, reject) => {
    init.signal?.addEventListener('abort', () => reject(new Error('aborted')));
    const finish = (status: number, body?: string) => resolve(new Response(body, { status }));
    uploads.push({ address, init, onProgress, finish });
  });

vi.mock('../proxy/files.ts', async (original) => ({
  ...(await original<object>()),
  uploadByXhr: (...given: Parameters<typeof uploadByXhr>) => uploadByXhr(...given),
}));
vi.mock('../proxy/submissions.ts', async (original) => {
  const real = await original<typeof import('../proxy/submissions.ts')>();
  const wait = async () => {};
  const follow: typeof real.follow = (read, signal) => real.follow(read, signal, wait);
  return { ...real, wait, follow };
});
/** A draft of this tab without a storage. */
vi.mock('../drafts/drafts.ts', async (original) => {
  const { clearForm } = await original<typeof import('../drafts/drafts.ts')>();
  return {
    Drafts: class {
      readonly isStored = signal(page.draft !== null);
      readonly #draft = page.draft;
      readonly #tools: DraftTools;

      constructor(tools: DraftTools) {
        this.#tools = tools;
      }

      recall() {}

      async restore() {
        const takeOver = (form: WritableForm) => {
          fill(form, this.#draft ?? []);
          return null;
        };
        return this.#draft ? takeOver : undefined;
      }

      forgetToken() {
        page.forgotten += 1;
        return false;
      }

      clear(form: WritableForm) {
        clearForm(form, this.#tools);
      }
    },
  };
});
vi.mock('../diagnosis/diagnosis.ts', async (original) => {
  const real = await original<typeof import('../diagnosis/diagnosis.ts')>();
  const environment = {
    page: 'https://careers.example.com/4711',
    origin: 'https://careers.example.com',
    isOnline: true,
    watchPolicy: () => async () => null,
  };
  const diagnose: typeof real.diagnose = (from, wrong) => real.diagnose(from, wrong, environment);
  return { ...real, diagnose };
});

interface Page {
  settings: Settings & RichSettings;
  onEvent: (name: string) => void;
  loadFilling: () => Promise<FillingFile>;
  loadWords: (language: string) => Promise<Catalogue>;
  isGone: () => Promise<boolean>;
  /** The draft that this tab stored during an earlier visit. */
  draft: readonly Entry[] | null;
  /** How often the draft of this tab was dropped. */
  forgotten: number;
}

const untouched = (): Page => ({
  settings: plain({ token: 'sealed' }),
  onEvent: () => {},
  loadFilling: async () => fillingFile,
  loadWords: async (language) => catalogues[language] ?? de,
  isGone: async () => false,
  draft: null,
  forgotten: 0,
});

export const fillingFile: FillingFile = { followGround, Filling };

/** Settings of the page that a test may change. */
export const page = untouched();

const pageFetch: typeof fetch = async (input, init) => {
  const path = new URL(String(input)).pathname;
  const request = `${init?.method ?? 'GET'} ${path}`;
  const token = new Headers(init?.headers).get('authorization');
  arrivals.push({ request, path, token, body: JSON.parse(String(init?.body ?? '{}')) });
  const reply = replies[request]?.shift();
  if (reply === undefined) throw new TypeError('Failed to fetch');
  return new Response(JSON.stringify(reply.body ?? null), { status: reply.status });
};

export const host: SessionHost = {
  settings: () => page.settings,
  emit(name, detail) {
    page.onEvent(name);
    events.push([name, { ...detail }]);
    return true;
  },
  transport: {
    fetch: pageFetch,
    loadFilling: () => page.loadFilling(),
    loadWords: (language) => page.loadWords(language),
    isGone: () => page.isGone(),
    loadAgain: async () => {},
  },
  element: null,
  warn: (sentence) => warnings.push(sentence),
};

beforeEach(() => {
  for (const request of Object.keys(replies)) delete replies[request];
  for (const list of [arrivals, uploads, events, warnings]) list.length = 0;
  const browser = new EventTarget();
  for (const name of ['addEventListener', 'removeEventListener', 'dispatchEvent'] as const)
    vi.stubGlobal(name, browser[name].bind(browser));
  vi.stubGlobal('document', Object.assign(new EventTarget(), { hidden: false }));
  Object.assign(page, untouched());
});

/** No event of one test may reach the next. */
afterEach(() => {
  for (const session of opened.splice(0)) session.stop();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

export const questionsPath = 'GET /api/v1/questions';
export const submitPath = 'POST /submissions';
export const receiptPath = 'GET /submissions/REF-1';

export function create(...loads: readonly Reply[]): Session {
  replies[questionsPath] = [...loads];
  const session = new Session(host);
  opened.push(session);
  return session;
}

export async function open(...loads: readonly Reply[]): Promise<Session> {
  const session = create(...loads);
  await session.load();
  return session;
}

export async function send(session: Session): Promise<void> {
  session.actions.send();
  await quiet();
}

export const question = (name: string, attributes: object = {}) => ({
  type: 'questions',
  id: name,
  attributes: { title: `Question ${name}`, question_type: 'short_text', conditional: null, ...attributes },
});

export const documentOf = (questions: readonly object[], meta: object = {}): Reply => ({
  status: 200,
  body: { data: questions, meta: { revision: 'r1', ...meta } },
});

export const receipt = (
  state: string,
  answers: Readonly<Record<string, string>> = { '1': 'delivered' },
  application?: object,
): Reply => ({
  status: 200,
  body: {
    data: {
      id: 'REF-1',
      attributes: {
        state,
        application,
        answers: Object.entries(answers).map(([name, each]) => ({ question: name, part: 0, state: each })),
      },
    },
  },
});

export const refusal = (status: number, code: string, meta: object = {}): Reply => ({
  status,
  body: { errors: [{ code }], meta },
});

export const textAnswer = (text: string) => ({ kind: 'text' as const, text });

export function formOf(session: Session): Form {
  if (session.form === null) throw new Error('There is no form.');
  return session.form;
}

export const phaseOf = (session: Session) => formOf(session).submission.value;
export const submissions = () => arrivals.filter(({ path }) => path === '/submissions');
