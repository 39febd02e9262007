/** Sends reads to the service: a limited number of requests, paced, with every reply kept as it came. */

import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { systemClock } from '../../server/clock.ts';
import { parseJson } from '../../server/service/read-reply.ts';
import { type Send, sendRequest } from '../../server/service/send-request.ts';
import type { ServiceError } from '../../server/service/service-error.ts';
import type { Answered, Reply } from './replies.ts';

/** Enough for every request, even if many must be repeated in a second form. */
export const MOST_REQUESTS = 32;
export const QUESTIONS = '/api/v1/questions';
/** Milliseconds. */
const LIMIT = 20_000;
/** Seconds to wait after a 429 without `Retry-After`, and the longest wait. */
const USUAL_WAIT = 10;
const LONGEST_WAIT = 60;

export interface ProbeRequest {
  readonly path: string;
  readonly query?: Readonly<Record<string, string>>;
  /** The purpose of the request, shown while it is under way. */
  readonly about: string;
}

interface AskerDependencies {
  readonly baseUrl: string;
  readonly key: string;
  readonly send: Send;
  /** Milliseconds between two requests. */
  readonly gap: number;
  readonly pause: (milliseconds: number) => Promise<void>;
  readonly tell: (step: string) => void;
}

export interface Asker {
  /** null: no reply came, or the limit of requests is reached. */
  get(request: ProbeRequest): Promise<Answered>;
  /** The same, with the cause of a failure: for the first request, without whose reply nothing can be judged. */
  begin(request: ProbeRequest): Promise<Outcome<Reply, ServiceError>>;
  readonly count: () => number;
  /** A 429 came, with its `Retry-After` in seconds; undefined: none came. */
  readonly limited: () => number | null | undefined;
}

export function createAsker(dependencies: AskerDependencies): Asker {
  const { tell, pause, gap } = dependencies;
  let count = 0;
  let limited: number | null | undefined;
  let isOver = false;
  const once = async (request: ProbeRequest): Promise<Asked> => {
    if (isOver || count === MOST_REQUESTS) return { reply: null, error: null };
    if (count > 0) await pause(gap);
    count += 1;
    const line = `${String(count).padStart(2)}  ${request.about}`;
    const isFirst = count === 1;
    if (!isFirst) tell(line);
    const asked = await ask(dependencies, request);
    // An unreachable service leaves no progress to report.
    if (isFirst && asked.error?.kind !== 'unreachable') tell(line);
    return asked;
  };
  const patiently = async (request: ProbeRequest): Promise<Asked> => {
    const first = await once(request);
    if (first.error?.kind !== 'rate_limited') return first;
    limited = first.error.retryAfter;
    const seconds = Math.min(limited ?? USUAL_WAIT, LONGEST_WAIT);
    tell(`    the service has had enough (429): waiting ${seconds} seconds`);
    await pause(seconds * 1_000);
    const second = await once(request);
    isOver = second.error?.kind === 'rate_limited';
    return second;
  };
  return {
    count: () => count,
    limited: () => limited,
    get: async (request) => {
      const { reply, error } = await patiently(request);
      return error?.kind === 'rate_limited' ? null : reply;
    },
    begin: async (request) => {
      const { reply, error } = await patiently(request);
      if (error !== null) return failure(error);
      return reply === null ? failure({ kind: 'interrupted' }) : success(reply);
    },
  };
}

/** A list of questions, named by its parameters. */
export function askQuestions(
  asker: Asker,
  query: Readonly<Record<string, string>>,
  include = 'conditional_questions',
): Promise<Answered> {
  const about = [include, ...Object.entries(query).map((one) => one.join('='))].join(', ');
  return asker.get({ path: QUESTIONS, query: { include, ...query }, about: `questions: ${about}` });
}

interface Asked {
  readonly reply: Answered;
  readonly error: ServiceError | null;
}

/** The client's own request, key and address; what it makes of the reply is for others, so a copy is kept. */
async function ask(
  { baseUrl, key, send }: AskerDependencies,
  { path, query = {} }: ProbeRequest,
): Promise<Asked> {
  let reply: Answered = null;
  const keeping: Send = async (request) => {
    const response = await send(request);
    reply = await keep(response.clone());
    return response;
  };
  const outcome = await sendRequest(
    { baseUrl, key, send: keeping, clock: systemClock },
    { path, query, limit: LIMIT },
  );
  return { reply, error: outcome.ok ? null : outcome.error };
}

async function keep(response: Response): Promise<Reply> {
  const text = await response.text();
  const mediaType = response.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  return { status: response.status, mediaType, document: parseJson(text) };
}
