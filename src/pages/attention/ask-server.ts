/** Asks the server of this page, with the operator's key. */
import type { AttentionEntry, AttentionItem } from '../../core/model/attention.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { ReasonedItem } from './reasons.ts';

/** An item of a submission, or a webhook event that was not delivered. */
export interface Item extends ReasonedItem, Pick<AttentionItem, 'part' | 'title' | 'members'> {}

/** A submission that needs the operator. */
export interface Entry {
  readonly id: string;
  readonly attributes: Omit<AttentionEntry, 'reference'>;
}

/** A demand of a job, learned from a refusal. */
export interface Lesson {
  readonly job: string;
  readonly field: string;
  readonly agreed: boolean;
  readonly refused_at: string;
  readonly configuration: string;
}

/** A form whose questions need mending; without job and posting, all questions of the service. */
export interface FaultyForm {
  readonly job: string | null;
  readonly posting?: string | null;
  readonly title: string | null;
  readonly count: number;
}

/** Waiting submissions, and the state of the server. */
export interface Desk {
  /** The oldest of them. */
  readonly data: readonly Entry[];
  readonly meta: {
    readonly total: number;
    readonly webhooks_waiting?: number;
    readonly lessons: readonly Lesson[];
    readonly questions: readonly FaultyForm[];
  };
  readonly server: {
    readonly state: string;
    readonly tenant: string;
    readonly reasons: readonly string[];
    readonly degraded: readonly string[];
  };
}

export interface Fault {
  readonly isKey: boolean;
  /** The fault, and what to do about it. */
  readonly sentence: string;
}

const fault = (sentence: string) => failure<Fault>({ isKey: false, sentence });

const wrongKey = failure<Fault>({
  isKey: true,
  sentence:
    'The server does not know this key. It is the one that the server was started with: APPLY_ADMIN_KEY, or “adminKey” of a tenant.',
});

const strange = fault(
  'What answers at this address is not Apply Form, or is of another release. Load this page again.',
);

/** Sends a POST if there is a body, else a GET. */
export async function ask(
  key: string,
  path: string,
  body?: object,
): Promise<Outcome<Record<string, unknown>, Fault>> {
  // No header can carry other characters.
  if (!/^[\x20-\x7e]+$/.test(key)) return wrongKey;
  const response = await fetch(`.${path}`, {
    method: body === undefined ? 'GET' : 'POST',
    headers: {
      accept: 'application/vnd.api+json',
      'content-type': 'application/vnd.api+json',
      authorization: `Bearer ${key}`,
    },
    body: body === undefined ? null : JSON.stringify({ data: body }),
    cache: 'no-store',
    credentials: 'omit',
    redirect: 'error',
    signal: AbortSignal.timeout(30_000),
  }).catch(() => null);
  if (response === null)
    return fault('The server does not answer. See that it runs and that you are online, then try again.');
  const reply = await response.json().catch(() => null);
  if (typeof reply !== 'object' || reply === null) return strange;
  // A server that is not ready says why.
  if (response.ok || reply.meta?.state === 'not_ready') return success(reply);
  const detail: unknown = reply.errors?.[0]?.detail;
  if (typeof detail !== 'string') return strange;
  if (response.status === 401) return wrongKey;
  if (response.status !== 429) return fault(detail);
  const seconds = response.headers.get('retry-after') ?? 'some';
  return fault(`Too many wrong keys came from your address. Try again in ${seconds} seconds.`);
}

export async function readDesk(key: string): Promise<Outcome<Desk, Fault>> {
  const list = await ask(key, '/attention?page[size]=1000');
  if (!list.ok) return list;
  // Sequential, so that a wrong key counts as one try.
  const ready = await ask(key, '/readyz');
  if (!ready.ok) return ready;
  const desk = { ...list.value, server: ready.value['meta'] };
  return isDesk(desk) ? success(desk) : strange;
}

const isDesk = (desk: Partial<Record<keyof Desk, unknown>>): desk is Desk =>
  Array.isArray(desk.data) && [desk.meta, desk.server].every((part) => typeof part === 'object');
