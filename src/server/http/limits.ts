/**
 * The limits of `src/server/http/README.md#limits`, so that no client takes everything: rates, caps, and bodies that
 * are counted as they arrive.
 */
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { type Clock, inTime } from '../clock.ts';
import type { Delivery, LimitStore } from '../ports.ts';
import { type Checked, MEDIA_TYPE, refused } from './replies.ts';

const MB = 1_048_576;
/** The service's limit for one attached document (its document, "Limits"); `documentBytes` overrides it. */
export const FILE_LIMIT_BYTES = 10 * MB;
/** Limit for a CV or a cover letter (the service's document, "Limits", states it for the letter). */
export const LETTER_LIMIT_BYTES = 30 * MB;
export const MOST_FILES_A_SUBJECT = 20;
export const MOST_BYTES_A_SUBJECT = 100 * MB;
export const SUBMISSION_LIMIT_BYTES = MB;
/** Characters of an answer that is a text or an address: some 30 pages. */
export const LONGEST_TEXT = 100_000;
/** Characters of a one-line detail: patterns are not applied to longer ones. */
export const LONGEST_LINE = 1_000;
/** Characters of a number or a day as text: forms accept at most 40 digits. */
export const LONGEST_FIGURE = 1_000;
/** Files that wait for a submission, plus as many that were delivered before a correction. */
export const MOST_DOCUMENTS = 2 * MOST_FILES_A_SUBJECT;
export const SESSION_LIMIT_BYTES = 16_384;

/** Requests a minute, more than any form or host makes, although a whole company may share one address. */
const perMinute = {
  /** By network: wrong keys and codes, and ids of jobs that were never shown. Right guesses are not counted. */
  guess: 30,
  /** By tenant: ids of jobs that were never shown. Each costs a request to the service, whose limit is twice this. */
  guessOfTenant: 60,
  /** By subject, or by address if there is none: loads, receipts and sessions, which cost little. */
  reading: 12_000,
  /** By subject: submissions and files. */
  writing: 300,
} as const;

export type Allowance = keyof typeof perMinute;

/** The `caps` of a tenant. */
export interface Caps {
  /** Undelivered applications of visitors. */
  readonly queued: number;
  /** Points of one network in half an hour: each application counts one, and so does each started megabyte of files. */
  readonly network: number;
}

export const defaultCaps: Caps = { queued: 10_000, network: 600 };

/** `raised`: an application needs a challenge. `full`: it has to wait. */
export type Verdict = 'free' | 'raised' | 'full';

/** Seconds. */
export const QUEUE_PAUSE = 30;
const HALF_HOUR = 1_800;
/** Part of a quota from which each application needs a challenge. */
const RAISED_FROM = 0.25;
/** Milliseconds that a count of the queue stays valid. */
const COUNT_FRESH = 1_000;

export interface Receiver {
  readonly id: Tenant;
  readonly caps?: Partial<Caps>;
}

export type Limits = ReturnType<typeof createLimits>;

export interface LimitDependencies {
  /** Called for each refusal. */
  readonly onReached: (allowance: Allowance, tenant: Tenant | undefined) => void;
  /**
   * The store in which all processes count guesses and expensive requests together; null if each process counts alone.
   */
  readonly store: LimitStore | null;
  /** Hashes what is counted, so that no address of a person is stored. */
  readonly key: (text: string) => string;
  readonly clock: Clock;
  readonly delivery: Pick<Delivery, 'visitorsQueued'>;
}

export function createLimits({ onReached, store, key, clock, delivery }: LimitDependencies) {
  const countStore = store && createTimeLimitedStore(store, clock);
  const count = (allowance: Allowance): ((who: string) => Promise<unknown>) => {
    const rule = { points: perMinute[allowance], duration: 60 };
    const inMemory = new RateLimiterMemory(rule);
    // A statement for each page view would cost more than the page view.
    if (countStore === null || allowance === 'reading') return (who) => inMemory.consume(who);
    const inStore = new RateLimiterPostgres({
      ...rule,
      keyPrefix: allowance,
      storeClient: countStore,
      storeType: 'client',
      tableName: countStore.table,
      tableCreated: true,
      clearExpiredByTimeout: false,
      // Clients that have spent all points are refused without asking the store again.
      inMemoryBlockOnConsumed: rule.points,
      insuranceLimiter: inMemory,
    });
    return (who) => inStore.consume(key(who));
  };
  const counters = {
    guess: count('guess'),
    guessOfTenant: count('guessOfTenant'),
    reading: count('reading'),
    writing: count('writing'),
  };
  return {
    ...createCaps(delivery, clock),
    /** @param who a network, subject or tenant */
    async spend(allowance: Allowance, who: string, tenant?: Tenant): Promise<Checked<null>> {
      try {
        await counters[allowance](who);
        return success(null);
      } catch (spent) {
        if (!(spent instanceof RateLimiterRes)) throw spent;
        onReached(allowance, tenant);
        return refused('rate_limited', { retryAfter: Math.ceil(spent.msBeforeNext / 1000) });
      }
    },
  };
}

/** Limits how much visitors may store; each process counts networks alone. */
function createCaps(delivery: LimitDependencies['delivery'], { monotonic }: Clock) {
  const sums = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: HALF_HOUR });
  // Callers wait only for the first count.
  const queues = new LRUCache<Tenant, number>({
    max: 1_000,
    ttl: COUNT_FRESH,
    ttlResolution: 0,
    perf: { now: monotonic },
    allowStale: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnStaleGet: true,
    fetchMethod: (tenant) => delivery.visitorsQueued?.(tenant) ?? 0,
  });
  const nameOf = ({ id }: Receiver, address: string) => JSON.stringify([id, networkOf(address)]);
  const usedBy = async (tenant: Receiver, address: string) =>
    ((await sums.get(nameOf(tenant, address)))?.consumedPoints ?? 0) / capsOf(tenant).network;
  return {
    /** Judges a visitor's application before it is stored, and counts it unless it has to wait. */
    async judgeApplication(tenant: Receiver, address: string): Promise<Verdict> {
      const queued = (await queues.forceFetch(tenant.id)) / capsOf(tenant).queued;
      const used = Math.max(queued, await usedBy(tenant, address));
      if (used >= 1) return 'full';
      await sums.consume(nameOf(tenant, address));
      return used >= RAISED_FROM ? 'raised' : 'free';
    },
    hasRoomForFile: async (tenant: Receiver, address: string) => (await usedBy(tenant, address)) < 1,
    async countFile(tenant: Receiver, address: string, bytes: number): Promise<void> {
      await sums.consume(nameOf(tenant, address), Math.ceil(bytes / MB));
    },
  };
}

const capsOf = ({ caps }: Receiver): Caps => ({ ...defaultCaps, ...caps });

/**
 * The /24 of an IPv4 address or the /48 of an IPv6 address, as providers assign them; other addresses stay as they are.
 */
export function networkOf(address: string): string {
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? [];
  if (four !== undefined) return `${four}.0/24`;
  const [, six] = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):/i.exec(address) ?? [];
  return six === undefined ? address : `${six.toLowerCase()}::/48`;
}

/** Milliseconds: the time limit of a count in the store, and the time for which a store that failed is skipped. */
const [TIMEOUT, SKIPPED_FOR] = [300, 5_000];

/** Wraps the store so that its failures stop no form: each process then counts alone. */
function createTimeLimitedStore(store: LimitStore, clock: Clock): LimitStore {
  let skippedUntil = Number.NEGATIVE_INFINITY;
  return {
    ...store,
    async query({ text, values }) {
      if (clock.monotonic() < skippedUntil) throw new Error('The store failed to count a moment ago.');
      try {
        // Drops the library's name of the statement: a pooler may use another connection each time.
        const counted = await inTime(clock, TIMEOUT, store.query({ text, values }));
        if (counted === null) throw new Error('The store did not count in time.');
        return counted;
      } catch (error) {
        skippedUntil = clock.monotonic() + SKIPPED_FOR;
        throw error;
      }
    },
  };
}

/** Refuses a declared length over the limit at once; otherwise counts the bytes as they arrive. */
async function readBytes(request: Request, limit: number): Promise<Checked<Uint8Array>> {
  if (Number(request.headers.get('content-length') ?? 0) > limit) return refused('body_too_large');
  const chunks: Uint8Array[] = [];
  let size = 0;
  try {
    for await (const chunk of bodyChunks(request)) {
      size += chunk.byteLength;
      if (size > limit) return refused('body_too_large');
      chunks.push(chunk);
    }
  } catch {
    return refused('bad_request', { detail: 'The body ended early.' });
  }
  return success(Buffer.concat(chunks, size));
}

/** The body as it arrives; it is cancelled if the caller stops reading. */
export async function* bodyChunks({ body }: Request): AsyncGenerator<Uint8Array, void> {
  if (body !== null) yield* body;
}

/** A page of another origin cannot send these types without a CORS preflight. */
const mediaTypes = [MEDIA_TYPE, 'application/json'];

/** Compressed bodies are refused, because their unpacked size has no limit. */
export function checkEncoding(request: Request): Checked<null> {
  const encoding = request.headers.get('content-encoding') ?? 'identity';
  return encoding === 'identity'
    ? success(null)
    : refused('bad_request', { detail: 'Send the body uncompressed.' });
}

interface JsonLimits {
  /**
   * A type that a page of another origin may send without a preflight: only for routes that check the origin of each
   * request and change nothing for the caller.
   */
  readonly simpleType?: 'text/plain';
  /** Maximum members of one object. */
  readonly mostMembers?: number | undefined;
}

export async function readJson<Shape extends z.ZodType>(
  request: Request,
  limit: number,
  shape: Shape,
  { simpleType, mostMembers = MOST_MEMBERS }: JsonLimits = {},
): Promise<Checked<z.output<Shape>>> {
  const encoding = checkEncoding(request);
  if (!encoding.ok) return encoding;
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase() ?? '';
  if (type !== simpleType && !mediaTypes.includes(type))
    return refused('bad_request', { detail: `Send the body as ${MEDIA_TYPE}.` });
  const bytes = await readBytes(request, limit);
  if (!bytes.ok) return bytes;
  const json = parseJson(bytes.value, mostMembers);
  if (!json.ok) return json;
  const parsed = shape.safeParse(json.value);
  return parsed.success ? success(parsed.data) : refused('bad_request', { detail: describe(parsed.error) });
}

/** Enough for 5,000 answers, with five nested objects and a list each. */
const MOST_OBJECTS = 6 * 5_001;
const DEEPEST = 16;
/** Maximum members of one object. */
const MOST_MEMBERS = 100;

/** Counts objects, lists and members before they are created, because they cost more than their bytes. */
function isWithinLimits(bytes: Uint8Array, mostMembers: number): boolean {
  let objects = 0;
  let depth = 0;
  /** Members of each open object, by depth. */
  const members = new Uint32Array(DEEPEST + 1);
  for (let index = 0; index < bytes.length; index += 1) {
    const byte = bytes[index];
    if (byte === QUOTE) index = endOfText(bytes, index);
    else if (byte === BRACE || byte === BRACKET) {
      objects += 1;
      depth += 1;
      if (objects > MOST_OBJECTS || depth > DEEPEST) return false;
      members[depth] = 0;
    } else if (byte === BRACE + 2 || byte === BRACKET + 2) depth -= 1;
    else if (byte === COLON) {
      const count = (members[depth] ?? 0) + 1;
      members[depth] = count;
      if (count > mostMembers) return false;
    }
  }
  return true;
}

const [QUOTE, BACKSLASH, COLON, BRACE, BRACKET] = [0x22, 0x5c, 0x3a, 0x7b, 0x5b];

/** Index of the quote that ends a string. */
function endOfText(bytes: Uint8Array, start: number): number {
  let end = start + 1;
  while (end < bytes.length && bytes[end] !== QUOTE) end += bytes[end] === BACKSLASH ? 2 : 1;
  return end;
}

function parseJson(bytes: Uint8Array, mostMembers: number): Checked<unknown> {
  const wide = Number.isFinite(mostMembers) ? `, or an object of more than ${mostMembers} members` : '';
  const detail = `The body is nested more than ${DEEPEST} levels deep, or has more than ${MOST_OBJECTS} objects and lists${wide}.`;
  if (!isWithinLimits(bytes, mostMembers)) return refused('bad_request', { detail });
  try {
    return success(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return refused('bad_request', { detail: 'The body is not JSON in UTF-8.' });
  }
}

/** Names the member that is wrong, without quoting its content. */
function describe({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? 'The body' : `In the body "${path}"`} is invalid.`;
}

export function readHeader(request: Request, name: string, most: number): string | null {
  const text = request.headers.get(name);
  return text === null || text.length > most ? null : text;
}

/**
 * A pointer to the value at this path, or to its last existing ancestor: a pointer must name something that was sent
 * (JSON:API, "Error Objects").
 */
export function pointerTo(document: unknown, path: readonly PropertyKey[]): string {
  let pointer = '';
  let value = document;
  for (const step of path) {
    if (typeof value !== 'object' || value === null || !Object.hasOwn(value, step)) break;
    pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    value = new Map(Object.entries(value)).get(String(step));
  }
  return pointer;
}
