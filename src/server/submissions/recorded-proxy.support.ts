/** For tests: the proxy with a delivery that only records the submissions it accepts. */

import { createMapLessons } from '../../../e2e/support/map-store.ts';
import type { FieldName } from '../../core/model/details.ts';
import { success } from '../../core/model/failure.ts';
import { reference } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import { createSandbox } from '../../sandbox/create-sandbox.ts';
import { systemClock } from '../clock.ts';
import { createMapStaging } from '../files/staging.support.ts';
import type { FormSettings } from '../forms/form-settings.ts';
import { createProxy } from '../http/create-proxy.ts';
import type { ProxyOptions, TenantOptions } from '../http/options.ts';
import { callProxy, openTestStore, plainTenant } from '../http/proxy.support.ts';
import { silentLog } from '../log.ts';
import type { Delivery, Lessons, StoredSubmission, SubmissionToAccept } from '../ports.ts';
import { type Sent, sessionBody } from '../process/server.support.ts';

export const JOB = '4712';
const MEDIA_TYPE = 'application/vnd.api+json';

interface ErrorOfBody {
  readonly code: string;
  readonly source?: { readonly pointer: string };
  readonly meta?: { readonly fault: string };
}

export interface ProxyReply {
  readonly status: number;
  readonly text: string;
  readonly json: {
    readonly data: { readonly id: string; readonly attributes: Readonly<Record<string, unknown>> };
    readonly errors: readonly [ErrorOfBody, ...ErrorOfBody[]];
    readonly meta: Readonly<Record<string, unknown>> & {
      readonly revision: string;
      readonly details: readonly { readonly name: string; readonly required: boolean }[];
      readonly fields?: readonly string[];
    };
  };
}

export interface Visit {
  call(method: string, path: string, init?: RequestInit): Promise<ProxyReply>;
  readForm(): Promise<ProxyReply>;
  /** Returns the id of the staged file. */
  put(purpose: string, name: string, bytes: string | Uint8Array): Promise<string>;
  putFile(purpose: string, name: string, bytes: string | Uint8Array, id?: string): Promise<ProxyReply>;
  /** @param details null: none */
  send(details: object | null, answers?: readonly Sent[], meta?: object): Promise<ProxyReply>;
}

export interface RecordedProxy {
  readonly accepted: readonly SubmissionToAccept[];
  readonly lessons: Lessons;
  /** How often the proxy looked for a staged file. */
  looks(): number;
  /** Makes this the stored submission of every subject. */
  store(stored: StoredSubmission | null): void;
  visit(job?: string): Promise<Visit>;
  /** Opens a session for a new application. */
  apply(): Promise<Visit>;
  fetch(request: Request): Promise<Response>;
}

export const stored = (submission: Partial<Submission>): StoredSubmission => ({
  fingerprint: '',
  submission: {
    reference: reference('AAAA-BBBB-CCCC'),
    state: 'received',
    acceptedAt: '2026-01-01T00:00:00.000Z',
    application: null,
    answers: [],
    ...submission,
  },
});

export const refusedFor = (...fields: readonly FieldName[]): StoredSubmission =>
  stored({ state: 'refused', application: { state: 'refused', code: 'invalid_details', fields } });

let now: () => number = Date.now;
/** Only sessions reach this store, because the delivery records submissions. */
const store = await openTestStore(() => now());

/** @param settings of all jobs */
export function recordProxy(
  settings: Partial<FormSettings> = {},
  more: Partial<TenantOptions> & Pick<ProxyOptions, 'log' | 'clock'> & { readonly lessons?: Lessons } = {},
): RecordedProxy {
  const { clock = systemClock, log = silentLog, lessons: given, ...tenantOptions } = more;
  now = clock.now;
  const lessons = given ?? createMapLessons(clock.now);
  const sandbox = createSandbox({ key: 'key' });
  const accepted: SubmissionToAccept[] = [];
  let current: StoredSubmission | null = null;
  let looks = 0;
  const staging = createMapStaging();
  const delivery: Delivery = {
    find: async () => current,
    async accept(submission) {
      accepted.push(submission);
      return success(stored({ state: 'complete' }).submission);
    },
    read: async () => current?.submission ?? null,
    isDown: () => false,
  };
  const tenant = plainTenant('default', { form: settings, ...tenantOptions });
  const proxy = createProxy({
    secrets: ['s'.repeat(40)],
    tenants: [tenant],
    delivery,
    staging: {
      ...staging,
      find(...file) {
        looks += 1;
        return staging.find(...file);
      },
    },
    store: { ...store, lessons },
    clock,
    log,
    // Only requests to the tenant's service reach the sandbox.
    send: (request) => (request.url.startsWith(tenant.serviceUrl) ? sandbox.fetch(request) : fetch(request)),
  });
  const open = async (attributes: object, key?: string): Promise<Visit> => {
    const reply = await callProxy(proxy, 'POST', '/sessions', { bearer: key, body: sessionBody(attributes) });
    return visitOf((request) => proxy.fetch(request), reply.json.data.attributes.token);
  };
  return {
    accepted,
    lessons,
    looks: () => looks,
    store(submission) {
      current = submission;
    },
    visit: (job = JOB) => open({ job, tenant: 'default' }),
    apply: () => open({ application: sandbox.applyTo('one-of-each') }, 'admin'),
    fetch: (request) => proxy.fetch(request),
  };
}

function visitOf(fetch: (request: Request) => Promise<Response>, token: string): Visit {
  const call: Visit['call'] = async (method, path, init = {}) => {
    const headers = { authorization: `Bearer ${token}`, ...init.headers };
    const response = await fetch(new Request(`http://forms.example${path}`, { method, ...init, headers }));
    const text = await response.text();
    return {
      status: response.status,
      text,
      get json() {
        return JSON.parse(text);
      },
    };
  };
  const readForm = () => call('GET', '/api/v1/questions?include=conditional_questions');
  const putFile: Visit['putFile'] = (purpose, name, bytes, id = crypto.randomUUID()) =>
    call('PUT', `/files/${id}`, {
      body: typeof bytes === 'string' ? bytes : new Uint8Array(bytes),
      headers: {
        'apply-for': purpose,
        'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
      },
    });
  return {
    call,
    readForm,
    putFile,
    async put(purpose, name, bytes) {
      const id = crypto.randomUUID();
      const { status, text } = await putFile(purpose, name, bytes, id);
      if (status !== 201) throw new Error(text);
      return id;
    },
    async send(details, answers = [], meta = {}) {
      const { revision } = (await readForm()).json.meta;
      const data = [
        ...(details === null ? [] : [{ type: 'applications', attributes: details }]),
        ...answers.map(([id, attributes]) => ({
          type: 'answers',
          attributes,
          relationships: { question: { data: { type: 'questions', id } } },
        })),
      ];
      const body = JSON.stringify({ data, meta: { revision, ...meta } });
      return call('POST', '/submissions', { body, headers: { 'content-type': MEDIA_TYPE } });
    },
  };
}
