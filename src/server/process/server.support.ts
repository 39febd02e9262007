/** For tests: the whole server with its sandbox, in memory or on a free port. */

import type { Faults } from '../../sandbox/control/faults.ts';
import type { StoredAnswer } from '../../sandbox/control/holdings.ts';
import type { Demands, JobChanges } from '../../sandbox/control/settings.ts';
import type { Sandbox } from '../../sandbox/create-sandbox.ts';
import type { RequestEntry } from '../../sandbox/request-log.ts';
import { type BenchClock, createBenchClock } from '../bench-clock.support.ts';
import type { LogFields } from '../log.ts';
import type { ServerLog } from './log.ts';
import { type OpenServer, openServer, type ServerOptions, startServer } from './start-server.ts';

export interface Reply {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** The body in the shape that the test expects; throws when it is no JSON. */
  readonly json: ReplyBody;
}

/** The members of all replies that tests read; no single reply has all of them. */
export interface ReplyBody {
  readonly data: ReplyResource & readonly ReplyResource[];
  readonly included: readonly ReplyResource[];
  readonly errors: readonly [
    Readonly<Record<'code' | 'status' | 'detail', string>> & {
      readonly source: { readonly pointer: string };
    },
  ];
  readonly meta: Readonly<Record<'revision' | 'state' | 'submission' | 'fallback' | 'notice', string>> & {
    readonly questions: readonly string[];
    readonly fields: readonly string[];
    readonly details: readonly { readonly name: string; readonly required: boolean }[];
    readonly prefill?: unknown;
    readonly expiresIn: number;
    readonly limits: { readonly bytes: number; readonly types: readonly string[] };
  };
}

export interface ReplyResource {
  readonly relationships?: { readonly questions: { readonly data: unknown } };
  readonly type: string;
  readonly id: string;
  readonly meta?: {
    readonly shown: {
      readonly title: string;
      readonly additional_information: unknown;
      readonly multiple_choice_options: readonly string[];
    };
  };
  readonly attributes: Readonly<
    Record<
      'token' | 'link' | 'state' | 'name' | 'type' | 'locale' | 'email' | 'first_name' | 'channel_source',
      string
    >
  > & {
    /** The id in a session, or the progress of the application in a submission. */
    readonly application: unknown;
    readonly expires_in: number;
    readonly title: string;
    readonly additional_information: unknown;
    readonly multiple_choice_options: readonly unknown[];
    readonly answers: readonly { readonly question: string; readonly part: number; readonly state: string }[];
  };
}

export interface Call {
  readonly token?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON:API. */
  readonly body?: unknown;
  readonly bytes?: Uint8Array<ArrayBuffer> | string;
}

export interface Visitor {
  readonly application: string;
  readonly token: string;
}

/** A visitor without an application. */
export type JobVisitor = Pick<Visitor, 'token'>;

/** A question and the attributes of its answer. */
export type Sent = readonly [question: string, attributes: Readonly<Record<string, unknown>>];

export interface Bench {
  readonly address: string;
  /** The lines of the log. */
  readonly log: readonly string[];
  call(method: string, path: string, call?: Call): Promise<Reply>;
  apply(form: string): Promise<Visitor>;
  /** Opens a session of job mode from a page of our own origin. */
  visit(job: string): Promise<JobVisitor>;
  readForm(visitor: Visitor | JobVisitor, locale?: string): Promise<Reply>;
  /** Sends with the current revision unless `meta` has one. */
  send(visitor: Visitor, answers: readonly Sent[], meta?: Readonly<Record<string, unknown>>): Promise<Reply>;
  /** Sends details and answers in job mode. */
  sendAll(
    visitor: JobVisitor,
    details: object | null,
    answers: readonly Sent[],
    meta?: object,
  ): Promise<Reply>;
  putFile(
    visitor: Visitor | JobVisitor,
    id: string,
    file: { name: string; bytes: string | Uint8Array<ArrayBuffer>; question: string } | DetailFileToPut,
  ): Promise<Reply>;
  setFaults(faults: Faults): void;
  /** Changes the state and visibility of jobs. */
  setJobs(jobs: JobChanges): void;
  /** The key of the service. */
  readonly sandboxKey: string;
  /** Sets the fields that the service demands for a job. */
  setDemands(demands: Partial<Demands>): void;
  /** The requests that reached the service. */
  requests(application?: string): readonly RequestEntry[];
  /** The answers in the service, in order of arrival. */
  answers(application: string): readonly StoredAnswer[];
  /** The questions of the accepted answers, in order. */
  posts(application: string): readonly string[];
  close(): Promise<void>;
}

/** A bench without a port and with a clock of its own. */
export interface OpenBench extends Bench, Pick<BenchClock, 'until' | 'during' | 'pass'> {}

/** A document of the application itself. */
interface DetailFileToPut {
  readonly name: string;
  readonly bytes: string | Uint8Array<ArrayBuffer>;
  readonly purpose: 'cv' | 'cover_letter' | 'document';
}

/** Shortens the reconcile delay to two seconds, for tests that settle an unclear outcome. */
export const hasty = { APPLY_SEND_SECONDS: '1', APPLY_QUIET_SECONDS: '1' } as const;

/** Makes the service refuse each answer to this question. */
export const refusing = (question: string): Faults => ({
  disturb: [{ path: '/api/v1/answers', question, reply: 422 }],
});

/** Delays every reply of the service by so many milliseconds. */
export const slow = (delay: number): Faults => ({ disturb: [{ path: '/api/v1', delay }] });

const MEDIA_TYPE = 'application/vnd.api+json';

type Settings = Readonly<Record<string, string>>;

/** The admin key of a public sandbox, which does not accept the published one. */
export const ADMIN_KEY = 'an-admin-key-of-a-sandbox-for-others';
export const openSandbox = { APPLY_SANDBOX_PUBLIC: 'yes', APPLY_ADMIN_KEY: ADMIN_KEY } as const;

/** Starts a server on a free port in real time, for tests of connections and other programs. */
export async function startBench(environment: Settings = {}, options: ServerOptions = {}): Promise<Bench> {
  const { log, given } = settingsOf(environment, options);
  const started = await startServer(...given);
  if (!started.ok) throw new Error(started.error.join('\n'));
  const { address } = started.value;
  return createBench(started.value, { address, environment, log, ask: fetch });
}

/** Opens a server without a port, whose clock the test controls. */
export async function openBench(environment: Settings = {}, options: ServerOptions = {}): Promise<OpenBench> {
  const clock = createBenchClock();
  const { log, given } = settingsOf(environment, { clock, ...options });
  const opened = await openServer(...given);
  if (!opened.ok) throw new Error(opened.error.join('\n'));
  const { close } = opened.value;
  const ask = withoutPort(opened.value.fetch);
  const { until, during, pass, stop } = clock;
  return {
    ...createBench(opened.value, { address: 'http://127.0.0.1:3000', environment, log, ask }),
    until,
    during,
    pass,
    async close() {
      await close();
      stop();
    },
  };
}

interface BenchSettings {
  readonly log: readonly string[];
  readonly given: readonly [Settings, ServerOptions];
}

function settingsOf(environment: Settings, options: ServerOptions): BenchSettings {
  const log: string[] = [];
  const sandboxed = { PORT: '0', APPLY_MODE: 'sandbox', ...environment };
  return { log, given: [sandboxed, { log: createMemoryLog(log), ...options }] };
}

type Ask = (address: string, init: RequestInit & Pick<Call, 'headers'> & Content) => Promise<Response>;

interface Content {
  readonly body: NonNullable<Call['bytes']> | null;
}

/** Adds the headers that `fetch` adds on a connection. */
const withoutPort =
  (ask: OpenServer['fetch']): Ask =>
  (address, { headers, ...init }) => {
    const defaultHeaders = { accept: '*/*', 'content-length': `${Buffer.byteLength(init.body ?? '')}` };
    return ask(new Request(address, { ...init, headers: { ...defaultHeaders, ...headers } }));
  };

interface BenchParts extends Pick<Bench, 'address' | 'log'> {
  readonly environment: Settings;
  readonly ask: Ask;
}

function createBench({ sandbox, close }: OpenServer, { address, environment, log, ask }: BenchParts): Bench {
  if (sandbox === null) throw new Error('The bench needs the sandbox.');
  const call: Bench['call'] = (method, path, options = {}) =>
    request(ask, [method, `${address}${path}`], options);
  const { origin } = new URL(environment['APPLY_PUBLIC_URL'] ?? address);
  return { address, log, call, ...visitorsOf(call, origin), ...serviceOf(sandbox), close };
}

type Visitors = Pick<Bench, 'apply' | 'visit' | 'readForm' | 'send' | 'sendAll' | 'putFile'>;

function visitorsOf(call: Bench['call'], origin: string): Visitors {
  const readForm = ({ token }: Visitor | JobVisitor, locale?: string) => {
    const language = locale === undefined ? '' : `&locale=${locale}`;
    return call('GET', `/api/v1/questions?include=conditional_questions${language}`, { token });
  };
  return {
    readForm,
    async apply(form) {
      const reply = await call('POST', '/demo/sessions', { body: sessionBody({ form }) });
      if (reply.status !== 201) throw new Error(reply.text);
      const { application, token } = reply.json.data.attributes;
      return { application: String(application), token };
    },
    async visit(job) {
      const body = sessionBody({ job, tenant: 'default' });
      const reply = await call('POST', '/sessions', { body, headers: { origin } });
      if (reply.status !== 201) throw new Error(reply.text);
      return { token: reply.json.data.attributes.token };
    },
    async sendAll(visitor, details, answers, meta = {}) {
      const { revision } = (await readForm(visitor)).json.meta;
      const body = jobSubmissionBody(details, answers, { revision, ...meta });
      return call('POST', '/submissions', { token: visitor.token, body });
    },
    async send(visitor, answers, meta = {}) {
      const revision = 'revision' in meta ? {} : { revision: (await readForm(visitor)).json.meta.revision };
      const body = submissionBody(answers, { ...revision, ...meta });
      return call('POST', '/submissions', { token: visitor.token, body });
    },
    putFile: ({ token }, id, { name, bytes, ...owner }) =>
      call('PUT', `/files/${id}`, {
        token,
        bytes,
        headers: {
          'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
          'apply-for': 'purpose' in owner ? owner.purpose : `question ${owner.question}`,
        },
      }),
  };
}

type ServiceOfBench = Pick<
  Bench,
  'sandboxKey' | 'setFaults' | 'setJobs' | 'setDemands' | 'requests' | 'answers' | 'posts'
>;

const serviceOf = (sandbox: Sandbox): ServiceOfBench => ({
  sandboxKey: sandbox.key,
  setFaults: (faults) => sandbox.setFaults(faults),
  setJobs: (jobs) => sandbox.setJobs(jobs),
  setDemands: (demands) => sandbox.setDemands({ jobs: {}, tells: 'detail', ...demands }),
  requests: (application) => sandbox.requests(application),
  answers: (application) => sandbox.answers(application),
  posts: (application) =>
    sandbox
      .requests(application)
      .filter(({ method, status }) => method === 'POST' && status === 201)
      .map(({ question }) => question ?? ''),
});

export const sessionBody = (attributes: object): unknown => ({ data: { type: 'sessions', attributes } });

const applicationElement = (attributes: object) => ({ type: 'applications', attributes });

/** @param details null sends none */
export const jobSubmissionBody = (
  details: object | null,
  answers: readonly Sent[],
  meta: object,
): unknown => ({
  data: [...(details === null ? [] : [applicationElement(details)]), ...answers.map(answerElement)],
  meta,
});

const answerElement = ([id, attributes]: Sent) => ({
  type: 'answers',
  attributes,
  relationships: { question: { data: { type: 'questions', id } } },
});

export const submissionBody = (answers: readonly Sent[], meta: object): unknown => ({
  data: answers.map(answerElement),
  meta,
});

async function request(
  ask: Ask,
  [method, address]: readonly [string, string],
  { token, headers = {}, body, bytes }: Call,
): Promise<Reply> {
  const response = await ask(address, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(body === undefined ? {} : { 'content-type': MEDIA_TYPE }),
      ...headers,
    },
    body: body === undefined ? (bytes ?? null) : JSON.stringify(body),
    redirect: 'manual',
  });
  const text = await response.text();
  return {
    status: response.status,
    headers: response.headers,
    text,
    get json() {
      return JSON.parse(text);
    },
  };
}

function createMemoryLog(lines: string[]): ServerLog {
  const add = (level: string) => (event: string, fields: LogFields) => {
    lines.push(JSON.stringify({ level, event, ...fields }));
  };
  return { warn: add('warn'), error: add('error'), note: (sentence) => lines.push(sentence) };
}
