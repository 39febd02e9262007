/** The figures of `src/server/http/README.md#limits`, and what keeps one client from taking everything: rates, caps, and bodies that are counted as they arrive. */
import { LRUCache } from 'lru-cache';
import { RateLimiterMemory, RateLimiterPostgres, RateLimiterRes } from 'rate-limiter-flexible';
import type * as z from 'zod';
import { success } from '../../core/model/failure.ts';
import type { Tenant } from '../../core/model/ids.ts';
import { type Clock, inTime } from '../clock.ts';
import type { Delivery, LimitStore } from '../ports.ts';
import { type Checked, MEDIA_TYPE, refused } from './replies.ts';

const MB = 1_048_576;
/** The service's own limit of one attached document (its document, "Limits"); `documentBytes` names another. */
export const FILE_LIMIT_BYTES = 10 * MB;
/** Of a CV or a cover letter (the service's document, "Limits", which names it for the letter). */
export const LETTER_LIMIT_BYTES = 30 * MB;
export const MOST_FILES_A_SUBJECT = 20;
export const MOST_BYTES_A_SUBJECT = 100 * MB;
export const SUBMISSION_LIMIT_BYTES = MB;
/** Characters of a text or an address that is an answer: some 30 pages. */
export const LONGEST_TEXT = 100_000;
/** Characters of a detail on one line: no pattern is applied to a longer one. */
export const LONGEST_LINE = 1_000;
/** Characters of a number or a day as text: no form takes more than 40 digits. */
export const LONGEST_FIGURE = 1_000;
/** As many as wait for a submission, and as many that were delivered before it was corrected. */
export const MOST_DOCUMENTS = 2 * MOST_FILES_A_SUBJECT;
export const SESSION_LIMIT_BYTES = 16_384;

/** Requests a minute: what no form and no host does, since a whole company may share one address. */
const perMinute = {
  /** By network: wrong keys and codes, and ids of jobs that were never shown. Right ones are never counted. */
  guess: 30,
  /** By tenant: those ids, each a question to the service, of which it takes twice as many. */
  guessOfTenant: 60,
  /** By subject, or address of one who has none yet: loads, receipts, sessions. They cost no more than a look. */
  reading: 12_000,
  /** By subject: submissions and files. */
  writing: 300,
} as const;

export type Allowance = keyof typeof perMinute;

/** What a tenant may configure as `caps`. */
export interface Caps {
  /** Applications of visitors that are not delivered yet. */
  readonly queued: number;
  /** Of one network in half an hour: each application counts one, and each megabyte of a file that is begun. */
  readonly network: number;
}

export const defaultCaps: Caps = { queued: 10_000, network: 600 };

/** `raised`: an application has to cost its sender something. `full`: it has to wait. */
export type Verdict = 'free' | 'raised' | 'full';

/** Seconds. */
export const QUEUE_PAUSE = 30;
const HALF_HOUR = 1_800;
/** Part of a quota from which on each application has to cost something. */
const RAISED_FROM = 0.25;
/** Milliseconds that a count of the queue is good for. */
const COUNT_FRESH = 1_000;

export interface Receiver {
  readonly id: Tenant;
  readonly caps?: Partial<Caps>;
}

export type Limits = ReturnType<typeof createLimits>;

export interface LimitDependencies {
  /** Called with each refusal. */
  readonly onReached: (allowance: Allowance, tenant: Tenant | undefined) => void;
  /** Where all processes count together what costs the service or the disk, and what is guessed; null: each for itself. */
  readonly store: LimitStore | null;
  /** No address of a person is stored. */
  readonly key: (text: string) => string;
  readonly clock: Clock;
  readonly delivery: Pick<Delivery, 'visitorsQueued'>;
}

export function createLimits({ onReached, store, key, clock, delivery }: LimitDependencies) {
  const patient = store && createImpatientStore(store, clock);
  const count = (allowance: Allowance): ((who: string) => Promise<unknown>) => {
    const rule = { points: perMinute[allowance], duration: 60 };
    const inMemory = new RateLimiterMemory(rule);
    // A statement for each page view would cost more than it does.
    if (patient === null || allowance === 'reading') return (who) => inMemory.consume(who);
    const inStore = new RateLimiterPostgres({
      ...rule,
      keyPrefix: allowance,
      storeClient: patient,
      storeType: 'client',
      tableName: patient.table,
      tableCreated: true,
      clearExpiredByTimeout: false,
      // Who has spent all is refused without asking the store again.
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
    /** @param who network, subject or tenant */
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

/** How much visitors may leave here: what networks sent is counted in this process alone. */
function createCaps(delivery: LimitDependencies['delivery'], { monotonic }: Clock) {
  const sums = new RateLimiterMemory({ points: Number.MAX_SAFE_INTEGER, duration: HALF_HOUR });
  // Only the first count is waited for.
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
    /** Of a visitor's application that is not stored yet. Counts it unless it has to wait. */
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

/** The /24 of an IPv4 address and the /48 of an IPv6 one, as hosters and providers hand them out; else what it is called. */
export function networkOf(address: string): string {
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? [];
  if (four !== undefined) return `${four}.0/24`;
  const [, six] = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):/i.exec(address) ?? [];
  return six === undefined ? address : `${six.toLowerCase()}::/48`;
}

/** Milliseconds that a count in the store may take, and for which it is left out after one that failed. */
const [PATIENCE, AWAY_FOR] = [300, 5_000];

/** A store that fails stops no form: meanwhile each process counts for itself. */
function createImpatientStore(store: LimitStore, clock: Clock): LimitStore {
  let awayUntil = Number.NEGATIVE_INFINITY;
  return {
    ...store,
    async query({ text, values }) {
      if (clock.monotonic() < awayUntil) throw new Error('The store did not count a moment ago.');
      try {
        // Without the name that the library gives it: a pooler may run it on another connection each time.
        const counted = await inTime(clock, PATIENCE, store.query({ text, values }));
        if (counted === null) throw new Error('The store does not count in time.');
        return counted;
      } catch (error) {
        awayUntil = clock.monotonic() + AWAY_FOR;
        throw error;
      }
    },
  };
}

/** A declared length that is too large is refused at once; without one, bytes are counted as they arrive. */
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
    return refused('bad_request', { detail: 'The body broke off.' });
  }
  return success(Buffer.concat(chunks, size));
}

/** The body as it arrives; when the caller stops reading, it is cancelled. */
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

interface Allowed {
  /**
   * A type that a page of another origin may send without asking first: only where the origin is checked with each
   * request and nothing is changed for the caller's person.
   */
  readonly simpleType?: 'text/plain';
  /** Of one object. */
  readonly mostMembers?: number | undefined;
}

export async function readJson<Shape extends z.ZodType>(
  request: Request,
  limit: number,
  shape: Shape,
  { simpleType, mostMembers = MOST_MEMBERS }: Allowed = {},
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

/** Enough for 5,000 answers: five nested objects and perhaps a list for each. */
const MOST_OBJECTS = 6 * 5_001;
const DEEPEST = 16;
/** Members of one object. */
const MOST_MEMBERS = 100;

/** Objects, lists and members cost more than their bytes, so they are counted before they are created. */
function isModest(bytes: Uint8Array, mostMembers: number): boolean {
  let objects = 0;
  let depth = 0;
  /** Members of each open object, by depth. */
  const members = new Uint32Array(DEEPEST + 1);
  for (let place = 0; place < bytes.length; place += 1) {
    const byte = bytes[place];
    if (byte === QUOTE) place = endOfText(bytes, place);
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
  if (!isModest(bytes, mostMembers)) return refused('bad_request', { detail });
  try {
    return success(JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes)));
  } catch {
    return refused('bad_request', { detail: 'The body is no JSON in UTF-8.' });
  }
}

/** Says where the body is wrong, without repeating its content. */
function describe({ issues: [issue] }: z.ZodError): string {
  const path = issue?.path.join('.') ?? '';
  return `${path === '' ? 'The body' : `In the body "${path}"`} is not as it must be.`;
}

export function readHeader(request: Request, name: string, most: number): string | null {
  const text = request.headers.get(name);
  return text === null || text.length > most ? null : text;
}

/**
 * To the value at this path, or to the last on the way to it that is there: a pointer names what was sent, and what is
 * missing is missing in that (JSON:API, "Error Objects").
 */
export function pointerTo(document: unknown, path: readonly PropertyKey[]): string {
  let pointer = '';
  let place = document;
  for (const step of path) {
    if (typeof place !== 'object' || place === null || !Object.hasOwn(place, step)) break;
    pointer += `/${String(step).replaceAll('~', '~0').replaceAll('/', '~1')}`;
    place = new Map(Object.entries(place)).get(String(step));
  }
  return pointer;
}
