/**
 * The only cache of replies of the service. A value is shared, stays fresh for a minute, and is then refreshed once;
 * while the service is down, the last good value serves, even after a restart. Also caches forms, in each requested
 * language.
 */
import { LRUCache } from 'lru-cache';
import { checkQuestions, type QuestionFinding } from '../../core/check/check-questions.ts';
import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import { type Revision, revision, type Tenant } from '../../core/model/ids.ts';
import type { Semantics } from '../../core/model/question.ts';
import { buildTree, type QuestionTree } from '../../core/tree/question-tree.ts';
import { type Clock, inTime } from '../clock.ts';
import type { TenantContext } from '../http/context.ts';
import { type Checked, refused } from '../http/replies.ts';
import type { Log, LogFields } from '../log.ts';
import type { TreeStore } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { canonicalJson, type Session, sha256 } from '../sessions/tokens.ts';
import {
  logFaults,
  MOST_PROBLEMS,
  type QuestionSet,
  type QuestionSource,
  readQuestionSet,
} from './question-set.ts';
import { createTranslations } from './translations.ts';

/** Milliseconds for which a value is not read again. */
export const FRESH = 60_000;
/** Milliseconds for which a value is shown without waiting for a newer one. */
export const SHOWN_STALE = 600_000;
/** Milliseconds until the next reading after a failed one; shorter if there is no value to show. */
const [PAUSE_AFTER_FAILURE, PAUSE_WITHOUT_VALUE] = [5_000, 1_000];
/** Milliseconds for which an absence is remembered: not long, because the object may be created meanwhile. */
export const PAUSE_AFTER_NO = 5_000;

export type Failure =
  /** The service says that it does not exist. */
  | { readonly kind: 'absent' }
  /** The service answers, but does not disclose this. */
  | { readonly kind: 'undisclosed'; readonly cause: string }
  | { readonly kind: 'down'; readonly error: ServiceError };

export interface Known<Value> {
  /** The last good value, or null if there is none. */
  readonly value: Value | null;
  /** Failure of the last reading; null if it was good, or if this process has not read yet. */
  readonly failure: Failure | null;
  /** Time of the last good reading in milliseconds since 1970; 0 if it was before this process started. */
  readonly readAt: number;
  /** Time of the next allowed request in milliseconds since 1970. */
  readonly nextAt: number;
}

export interface Loading {
  readonly patience: Patience;
  /** Maximum age in milliseconds of a value that is used without waiting for a newer one; 0 by default. */
  readonly maxAge?: number;
  /** Milliseconds to wait if there is no value yet; unlimited by default. */
  readonly maxWait?: number;
  /** Age in milliseconds from which a value is ignored while a reading is in progress; unlimited by default. */
  readonly ignoredFrom?: number;
  /** Reads again even if the value is fresh. */
  readonly isForced?: boolean;
}

export interface CacheOptions<Query, Value> {
  readonly most: number;
  /** Tenant and name, which are unique together, also in the store. */
  readonly keyOf: (query: Query) => readonly [Tenant, string];
  readonly read: (query: Query, before: Known<Value>) => Promise<Outcome<Value, Failure>>;
  readonly write?: (value: Value) => string;
  /**
   * @param json text that this proxy wrote
   * @returns null if another version wrote it
   */
  readonly restore: (json: string, query: Query) => Value | null;
}

export interface CacheDependencies {
  /** The store that outlives this process; null for a cache in memory only. */
  readonly trees: TreeStore | null;
  readonly now: () => number;
}

export function createCache<Query, Value>(
  { most, keyOf, read, write = JSON.stringify, restore }: CacheOptions<Query, Value>,
  { trees, now }: CacheDependencies,
) {
  const nameOf = (query: Query) => JSON.stringify(keyOf(query));
  const entries = new LRUCache<string, Known<Value>, { query: Query; before: Known<Value> }>({
    max: most,
    ttl: FRESH,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(_name, _stale, { context: { query, before }, options }) {
      const reply = await read(query, before);
      const pause = reply.ok ? FRESH : pauseAfter(reply.error, before.value !== null);
      options.ttl = pause;
      const nextAt = now() + pause;
      if (!reply.ok && reply.error.kind !== 'absent') return { ...before, failure: reply.error, nextAt };
      const value = reply.ok ? reply.value : null;
      await writeIfChanged(query, before.value, value);
      return { value, failure: reply.ok ? null : reply.error, readAt: now(), nextAt };
    },
  });

  /** Writes a value that changed; an absence that was never a value is not written. */
  async function writeIfChanged(query: Query, before: Value | null, value: Value | null): Promise<void> {
    const textOf = (written: Value | null) => (written === null ? 'null' : write(written));
    const json = textOf(value);
    if (json === textOf(before)) return;
    await trees?.write(...keyOf(query), json).catch(() => undefined);
  }

  /** Reads the value from memory or store, without asking the service. */
  async function recall(query: Query): Promise<Known<Value>> {
    const known = peek(query);
    if (known !== undefined) return known;
    const json = await trees?.read(...keyOf(query)).catch(() => null);
    return { ...nothing, value: json == null ? null : restore(json, query) };
  }
  /** Reads the value from memory only. */
  const peek = (query: Query) => entries.peek(nameOf(query));
  const findFresh = (query: Query) => entries.get(nameOf(query), { allowStale: false });

  return {
    recall,
    peek,
    /** True if the next `load` asks the service. */
    isDue: (query: Query) => findFresh(query) === undefined,
    values: () => [...entries.values()],
    async load(query: Query, loading: Loading): Promise<Known<Value>> {
      const { patience, maxAge = 0, maxWait, ignoredFrom = Infinity, isForced = false } = loading;
      const fresh = findFresh(query);
      if (fresh !== undefined && (fresh.failure?.kind === 'down' || !isForced)) {
        if (fresh.failure?.kind === 'down') patience.giveUp();
        return fresh;
      }
      const before = await recall(query);
      const reading = entries.fetch(nameOf(query), {
        allowStale: false,
        forceRefresh: isForced,
        context: { query, before },
      });
      // Prevents an unhandled rejection when the caller has stopped waiting.
      reading.catch(() => undefined);
      const age = now() - before.readAt;
      if (before.value === null || age > ignoredFrom) await patience.forFirst(reading, maxWait);
      else if (isForced || age > maxAge) await patience.forNewer(reading);
      return peek(query) ?? before;
    },
  };
}

const nothing: Known<never> = { value: null, failure: null, readAt: 0, nextAt: 0 };

/** Milliseconds until the next reading. A wait that the service asks for is respected in every case. */
function pauseAfter(failure: Failure, hasValue: boolean): number {
  if (failure.kind === 'absent') return PAUSE_AFTER_NO;
  if (failure.kind === 'undisclosed') return FRESH;
  const { error } = failure;
  const requested = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(requested, hasValue ? PAUSE_AFTER_FAILURE : PAUSE_WITHOUT_VALUE);
}

/** Seconds until another request can succeed. */
export const retryAfterOf = ({ nextAt }: Pick<Known<unknown>, 'nextAt'>, now: number): number =>
  Math.max(1, Math.ceil((nextAt - now) / 1000));

/** Decides whether a failure concerns only the requested object, for example because the key may not read it. */
export function createJudge(now: () => number) {
  const answers = new LRUCache<Tenant, { readonly ok: boolean }, Pick<Service, 'probe'>>({
    max: 1_000,
    ttl: PAUSE_AFTER_NO,
    ttlResolution: 0,
    perf: { now },
    fetchMethod: (_tenant, _stale, { context }) => context.probe(),
  });
  return async (
    { id, service }: { readonly id: Tenant; readonly service: Pick<Service, 'probe'> },
    error: ServiceError,
  ): Promise<Failure> => {
    const { kind } = error;
    if (kind === 'not_found' || kind === 'invalid') return { kind: 'absent' };
    const isClientError = kind === 'bad_document' && error.status >= 400 && error.status < 500;
    const mayConcernObject =
      isClientError || kind === 'unauthorized' || kind === 'forbidden' || kind === 'bad_request';
    const answer = mayConcernObject ? await answers.fetch(id, { context: service }) : undefined;
    return answer?.ok === true ? { kind: 'undisclosed', cause: kind } : { kind: 'down', error };
  };
}

/**
 * Milliseconds that all readings of one request together may delay a receipt, or a form that could be shown at once.
 */
const BUDGET = 800;

/** Milliseconds that a form waits for optional data: the job's title, or translated texts. */
export const OPTIONAL_PATIENCE = 5_000;

export type Patience = ReturnType<typeof createPatience>;

/**
 * Limits how long one request waits for all its readings of the service. Late replies serve the next request.
 *
 * @param isDown the circuit breaker is open, so nothing newer is expected
 * @param isForReceipt limits the wait even if there is no earlier value
 */
export function createPatience(clock: Clock, { isDown = false, isForReceipt = false } = {}) {
  const until = clock.monotonic() + BUDGET;
  let isSpent = false;
  async function wait(reading: Promise<unknown>): Promise<void> {
    const left = Math.max(0, until - clock.monotonic());
    const reply = await inTime(
      clock,
      left,
      reading.then(() => true),
    );
    isSpent ||= reply === null;
  }
  return {
    /** Waits for a reading if an earlier value could be used instead. */
    async forNewer(reading: Promise<unknown>): Promise<void> {
      if (isDown) isSpent = true;
      else await wait(reading);
    },
    /** Waits for a reading if there is no earlier value. */
    async forFirst(reading: Promise<unknown>, maxWait?: number): Promise<void> {
      if (isForReceipt) await wait(reading);
      else if (maxWait === undefined) await reading;
      else await inTime(clock, maxWait, reading);
    },
    /** The last reading failed, and the next one must not start yet. */
    giveUp(): void {
      isSpent = true;
    },
    /** True if the service is not expected to answer soon. */
    isSpent: () => isSpent,
  };
}

/** Number of forms. Each takes about 1 kB a question, and as much again once it is loaded by visitors. */
export const MOST_FORMS = 500;

export interface FormSource extends QuestionSource {
  readonly tenant: Tenant;
  readonly semantics: Semantics;
}

export const formSource = (tenant: TenantContext, session: Pick<Session, 'questionable'>): FormSource => ({
  tenant: tenant.id,
  service: tenant.service,
  semantics: tenant.semantics,
  filterForm: tenant.questionFilter,
  questionable: session.questionable,
});

export interface CachedForm {
  readonly tree: QuestionTree;
  /** Hash that is the same in all languages. */
  readonly revision: Revision;
  /** The canonical `data` and `included`, as text. */
  readonly json: string;
  /** `json` with the texts of the requested language. */
  readonly shown: string;
}

/** Faults of one form; forms without faults have no entry. */
export interface FaultyForm {
  /** The service's id that the questions belong to; null for all questions of the service. */
  readonly questionable: string | null;
  /** Number of all findings; `findings` has only the first ones. */
  readonly count: number;
  readonly findings: readonly QuestionFinding[];
}

interface Form extends CachedForm, Pick<FormSource, 'tenant'>, FaultyForm {
  /** Levels of children that its reading took; null if this process has not read it. */
  readonly levels: number | null;
  /** The conditions that are not part of the revision, as JSON. */
  readonly conditions: string;
}

export const formName = ({ questionable }: Pick<FormSource, 'questionable'>): string => questionable ?? 'all';

export const fieldsOf = ({ tenant, questionable }: FormSource): LogFields => ({
  tenant,
  job: questionable ?? 'all',
});

export interface FormCacheDependencies extends CacheDependencies {
  readonly log: Log;
}

export function createFormCache(dependencies: FormCacheDependencies) {
  const { log, now } = dependencies;
  const forms = createCache<FormSource, Form>(
    {
      most: MOST_FORMS,
      keyOf: (source) => [source.tenant, formName(source)],
      read: (source, before) => readForm(source, before, log),
      write: ({ json }) => json,
      restore: (json, source) => toForm(JSON.parse(json), source),
    },
    dependencies,
  );
  const translate = createTranslations(dependencies);
  return {
    /**
     * @param purpose `submit` never uses a form older than a minute, as long as the service can be asked
     * @param locale language of the texts in `shown`; null for the canonical ones
     */
    async load(
      source: FormSource,
      purpose: 'view' | 'submit',
      locale: TranslatedLocale | null,
      patience: Patience,
    ): Promise<Checked<CachedForm>> {
      const maxAge = purpose === 'view' ? SHOWN_STALE : 0;
      const known = await forms.load(source, { patience, maxAge });
      const { value: form, failure } = known;
      if (form !== null)
        return success(locale === null ? form : await translate({ source, locale, form }, patience));
      return failure?.kind === 'down' && failure.error.kind === 'bad_document'
        ? refused('bad_document')
        : refused('service_unavailable', { retryAfter: retryAfterOf(known, now()) });
    },
    /** Faults in the questions of the forms in use, for the people who write them. */
    findingsOf: (tenant: Tenant): readonly FaultyForm[] =>
      forms.values().flatMap(({ value }) => (value?.tenant === tenant && value.count > 0 ? [value] : [])),
  };
}

async function readForm(source: FormSource, { value: before, failure: last }: Known<Form>, log: Log) {
  const set = await readQuestionSet(source, before?.levels ?? 1);
  // A job rarely loses all its questions, and one empty list proves nothing, so a second one must confirm it.
  const isEmptied = set.ok && set.value.data.length === 0 && (before?.tree.roots.length ?? 0) > 0;
  if (isEmptied && last?.kind !== 'undisclosed')
    return failure({ kind: 'undisclosed', cause: 'empty' } as const);
  const form = set.ok ? toForm(set.value, source, set.value, before) : null;
  if (!set.ok || form === null) {
    const error = set.ok ? ({ kind: 'bad_document', status: 200 } as const) : set.error;
    const event = error.kind === 'bad_document' ? 'bad_document' : 'service_failed';
    const status = 'status' in error ? { status: error.status } : {};
    log.error(event, { ...fieldsOf(source), cause: error.kind, ...status });
    return failure({ kind: 'down', error } as const);
  }
  if (before?.levels == null || before.revision !== form.revision)
    logFaults(form, set.value, log, fieldsOf(source));
  return success(form);
}

/** @returns null if the set is unreadable */
function toForm(
  { data, included }: Pick<QuestionSet, 'data' | 'included'>,
  { semantics, tenant, questionable }: FormSource,
  read?: QuestionSet,
  before: Form | null = null,
): Form | null {
  const set = { data, included };
  const json = JSON.stringify(set);
  const conditions = JSON.stringify([...(read?.conditions ?? [])]);
  const levels = read?.levels ?? null;
  if (before?.json === json && before.conditions === conditions) return { ...before, levels };
  try {
    const records = readQuestionDocument(set);
    if (!records.ok) return null;
    const tree = buildTree(records.value.records, semantics);
    const found = read?.isCut ? [] : checkQuestions(tree, read?.conditions);
    return {
      tenant,
      questionable,
      tree,
      json,
      shown: json,
      levels,
      conditions,
      count: found.length,
      revision: revision(sha256(canonicalJson({ set, semantics }))),
      findings: found.slice(0, MOST_PROBLEMS),
    };
  } catch {
    // A list that our own code cannot read is as unreadable as one that is not JSON:API.
    return null;
  }
}
