/** Sends reads to the service: a limited number of requests, paced, the same one once. */

import { idText, list, member, path, text } from '../../core/jsonapi/json.ts';
import { systemClock } from '../../server/clock.ts';
import { parseJson, type Send, sendRequest } from '../../server/service/send-request.ts';
import type { ServiceError } from '../../server/service/service-error.ts';

export const MOST_REQUESTS = 32;
/** Milliseconds. */
const LIMIT = 20_000;
/** Seconds to wait after a 429 without `Retry-After`, and the longest wait. */
const USUAL_WAIT = 10;
const LONGEST_WAIT = 60;

/** As it came. */
export interface Reply {
  readonly status: number;
  /** undefined: no JSON. */
  readonly document: unknown;
}

/** null: not asked, or no reply came. */
export type Answered = Reply | null;

export type Query = Readonly<Record<string, string>>;

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
  ask(path: string, query?: Query): Promise<Answered>;
  readonly count: () => number;
  /** Of the latest request. */
  readonly error: () => ServiceError | null;
  /** A 429 came, with its `Retry-After` in seconds; undefined: none came. */
  readonly limited: () => number | null | undefined;
}

export function createAsker(dependencies: AskerDependencies): Asker {
  const { tell, pause, gap } = dependencies;
  const known = new Map<string, Promise<Answered>>();
  let count = 0;
  let error: ServiceError | null = null;
  let limited: number | null | undefined;
  let isOver = false;
  const once = async (address: string, query: Query): Promise<Answered> => {
    if (isOver || count === MOST_REQUESTS) return null;
    if (count > 0) await pause(gap);
    count += 1;
    const asked = await request(dependencies, address, query);
    error = asked.error;
    // Names alone: a value may be of a person. An unreachable service leaves no progress to report.
    const names = Object.keys(query).join(', ');
    if (error?.kind !== 'unreachable')
      tell(`${String(count).padStart(2)}  GET ${address} ${names}`.trimEnd());
    return asked.reply;
  };
  const patiently = async (address: string, query: Query): Promise<Answered> => {
    const first = await once(address, query);
    if (error?.kind !== 'rate_limited') return first;
    limited = error.retryAfter;
    const seconds = Math.min(limited ?? USUAL_WAIT, LONGEST_WAIT);
    tell(`    the service has had enough (429): waiting ${seconds} seconds`);
    await pause(seconds * 1_000);
    const second = await once(address, query);
    isOver = second?.status === 429;
    return isOver ? null : second;
  };
  return {
    ask(address, query = {}) {
      const name = JSON.stringify([address, query]);
      const asked = known.get(name) ?? patiently(address, query);
      known.set(name, asked);
      return asked;
    },
    count: () => count,
    error: () => error,
    limited: () => limited,
  };
}

/** The client's own request, key and address; what it makes of the reply is for others, so a copy is read. */
async function request({ baseUrl, key, send }: AskerDependencies, address: string, query: Query) {
  let reply: Answered = null;
  const keeping: Send = async (message) => {
    const response = await send(message);
    reply = { status: response.status, document: parseJson(await response.clone().text()) };
    return response;
  };
  const service = { baseUrl, key, send: keeping, clock: systemClock };
  const outcome = await sendRequest(service, { path: address, query, limit: LIMIT });
  return { reply: reply as Answered, error: outcome.ok ? null : outcome.error };
}

export const isGood = (reply: Answered): reply is Reply => reply?.status === 200;

/** `data` where it is one resource. */
export const singleOf = (reply: Answered): unknown =>
  isGood(reply) ? member(reply.document, 'data') : undefined;

/** `data` where it is a list. */
export const dataOf = (reply: Answered): readonly unknown[] => list(singleOf(reply));

export const includedOf = (reply: Answered, type: string): readonly unknown[] =>
  isGood(reply) ? list(member(reply.document, 'included')).filter((one) => member(one, 'type') === type) : [];

export const idOf = (resource: unknown): string | null => idText(member(resource, 'id'));

export const idsOf = (resources: readonly unknown[]): readonly string[] =>
  resources.flatMap((resource) => idOf(resource) ?? []);

export const attribute = (resource: unknown, name: string): unknown => path(resource, 'attributes', name);

export const textOf = (resource: unknown, name: string): string | null => text(attribute(resource, name));

/** What a to-many relationship names; null where it was not loaded. */
export function linked(resource: unknown, name: string): readonly string[] | null {
  const data = path(resource, 'relationships', name, 'data');
  return Array.isArray(data) ? idsOf(data) : null;
}
