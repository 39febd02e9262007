/** Plain requests like those of a browser on the examined page: what the servers answer, apart from the page itself. */

import { createHash } from 'node:crypto';
import * as z from 'zod';
import type { Trouble } from '../../browser/api/connection.ts';
import { inTime } from '../../browser/api/in-time.ts';
import { openSession } from '../../browser/api/open-session.ts';
import { failureOf } from '../../browser/api/read-trouble.ts';
import { requestProxy } from '../../browser/api/request.ts';
import type { EndpointFact, FileAnswer, FrameAnswer, Probe, Silence } from './facts.ts';
import { parsePolicy, splitPolicies } from './security-policy.ts';

export interface Dependencies {
  readonly fetch: typeof fetch;
  /** Milliseconds since 1970. */
  readonly now: () => number;
}

/** Milliseconds: an address that does not answer by then does not answer an applicant either. */
const PATIENCE = 10_000;

/** Turns the error of a failed `fetch` into a sentence. */
const reasons: readonly (readonly [RegExp, string])[] = [
  [/ENOTFOUND|EAI_AGAIN/, 'there is no server of this name'],
  [/ECONNREFUSED/, 'nothing listens there'],
  [/CERT|SELF_SIGNED|UNABLE_TO_VERIFY|ALTNAME/i, 'its certificate is not valid'],
  [/WRONG_VERSION_NUMBER|EPROTO/, 'it does not speak https'],
  [/Timeout|ETIMEDOUT/i, 'it takes longer than 10 seconds'],
];

export function silence(error: unknown): Silence {
  const cause = error instanceof Error && error.cause instanceof Error ? error.cause : error;
  const code = cause instanceof Error && 'code' in cause ? String(cause.code) : '';
  const text = `${code} ${cause instanceof Error ? `${cause.name} ${cause.message}` : ''}`;
  return {
    kind: 'none',
    reason: reasons.find(([pattern]) => pattern.test(text))?.[1] ?? 'the connection failed',
  };
}

export async function get(
  dependencies: Dependencies,
  address: string,
  headers: Record<string, string> = {},
): Promise<Response | Silence> {
  try {
    return await dependencies.fetch(address, { headers, signal: AbortSignal.timeout(PATIENCE) });
  } catch (error) {
    return silence(error);
  }
}

const algorithms = ['sha256', 'sha384', 'sha512'];

export async function askFile(dependencies: Dependencies, address: string): Promise<FileAnswer> {
  const reply = await get(dependencies, address);
  if ('kind' in reply) return reply;
  const type = reply.headers.get('content-type')?.split(';')[0]?.trim() ?? '';
  if (!reply.ok || !/javascript|ecmascript/.test(type)) return { kind: 'other', status: reply.status, type };
  const bytes = Buffer.from(await reply.arrayBuffer());
  const digest = (name: string) => createHash(name).update(bytes).digest('base64');
  return { kind: 'script', digests: Object.fromEntries(algorithms.map((name) => [name, digest(name)])) };
}

const healthSchema = z.object({ meta: z.object({ state: z.string() }) });
const publishedSchema = z.object({ version: z.string(), files: z.record(z.string(), z.string()) });

export async function askEndpoint(dependencies: Dependencies, address: string): Promise<EndpointFact> {
  const reply = await get(dependencies, `${address}/healthz`);
  const nothing = { address, movedTo: null, secondsAhead: null, published: null };
  if ('kind' in reply) return { ...nothing, health: reply };
  const secondsAhead = readClock(reply.headers, dependencies.now());
  const isAlive = healthSchema.safeParse(await readJson(reply)).success;
  if (!isAlive) return { ...nothing, health: { kind: 'other', status: reply.status } };
  const list = await get(dependencies, `${address}/integrity.json`);
  const published = 'kind' in list ? null : (publishedSchema.safeParse(await readJson(list)).data ?? null);
  const movedTo = reply.redirected ? reply.url.replace(/\/healthz$/, '') : null;
  return { address, health: { kind: 'alive' }, movedTo, secondsAhead, published };
}

const readJson = (reply: Response): Promise<unknown> => reply.json().catch(() => null);

/** A cache in between states the age of its copy. */
function readClock(headers: Headers, now: number): number | null {
  const date = Date.parse(headers.get('date') ?? '');
  if (Number.isNaN(date)) return null;
  return Math.round((date + Number(headers.get('age') ?? 0) * 1_000 - now) / 1_000);
}

export async function askFrame(dependencies: Dependencies, address: string): Promise<FrameAnswer> {
  const reply = await get(dependencies, address);
  if ('kind' in reply) return reply;
  const policies = splitPolicies(reply.headers.get('content-security-policy') ?? '');
  return {
    kind: 'page',
    status: reply.status,
    ancestors: policies.flatMap((text) => {
      const sources = parsePolicy(text).get('frame-ancestors');
      return sources === undefined ? [] : [sources];
    }),
    frameOptions: reply.headers.get('x-frame-options'),
  };
}

export interface WantedForm {
  readonly endpoint: string;
  readonly job: string | null;
  readonly posting: string | null;
  readonly tenant: string;
  readonly token: string | null;
  /** Origin of the page that asks. */
  readonly origin: string;
}

const questionsSchema = z.object({
  data: z.array(z.unknown()),
  meta: z.object({ state: z.string() }),
});

/** Opens the form as the element would, but without it; no answer is ever sent. */
export async function askForm(dependencies: Dependencies, wanted: WantedForm): Promise<Probe> {
  const { endpoint, job, posting, tenant, origin } = wanted;
  const send: typeof fetch = (input, init) => {
    const headers = new Headers(init?.headers);
    headers.set('origin', origin);
    return dependencies.fetch(input, { ...init, headers, signal: AbortSignal.timeout(PATIENCE) });
  };
  const connection = { endpoint, token: wanted.token ?? '', fetch: send, inTime, ask: requestProxy };
  if (wanted.token !== null) return askQuestions(connection);
  if (job === null) return { kind: 'none', reason: 'it was not told which job it is for' };
  const session = await openSession(connection, posting === null ? { job, tenant } : { posting, tenant });
  return session.ok
    ? askQuestions({ ...connection, token: session.value.token })
    : readRefusal(session.error);
}

async function askQuestions(connection: Parameters<typeof requestProxy>[0]): Promise<Probe> {
  const reply = await requestProxy(connection, '/api/v1/questions?include=conditional_questions');
  if (!reply.ok) return readRefusal(reply.error);
  const questions = questionsSchema.safeParse(reply.value.document);
  if (!questions.success) return { kind: 'refused', status: reply.value.status, code: 'bad_document' };
  return { kind: 'form', state: questions.data.meta.state, questions: questions.data.data.length };
}

function readRefusal(trouble: Trouble): Probe {
  const { code } = failureOf(trouble);
  if ('status' in trouble) return { kind: 'refused', status: trouble.status, code };
  return { kind: 'none', reason: 'the connection failed' };
}
