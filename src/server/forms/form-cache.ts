/**
 * The one cache of what the service says: one reading for all, fresh for a minute, then refreshed once; the last good one,
 * also of before this process began, serves while the service is down. And the forms in it, in each language asked for.
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
  MOST_PROBLEMS,
  type QuestionSet,
  type QuestionSource,
  readQuestionSet,
  tellOfFaults,
} from './question-set.ts';
import { createTranslations } from './translations.ts';

/** Milliseconds. */
export const FRESH = 60_000;
/** Milliseconds. What was read in this time is shown without waiting for what is newer. */
export const SHOWN_MEANWHILE = 600_000;
/** Milliseconds after a reading that failed; shorter where nothing serves meanwhile. */
const [PAUSE_AFTER_FAILURE, PAUSE_WITHOUT_VALUE] = [5_000, 1_000];
/** Milliseconds that a no is remembered: what is asked for may have been made just now. */
export const PAUSE_AFTER_NO = 5_000;

export type Failure =
  /** There is no such thing, by the service's own word. */
  | { readonly kind: 'absent' }
  /** The service answers, but does not say this. */
  | { readonly kind: 'untold'; readonly cause: string }
  | { readonly kind: 'down'; readonly error: ServiceError };

export interface Known<Value> {
  /** The last good one; null: there is none. */
  readonly value: Value | null;
  /** Of the last reading; null: it was good, or there was none in this process. */
  readonly failure: Failure | null;
  /** Milliseconds since 1970 of the last good reading; 0: before this process began. */
  readonly readAt: number;
  /** Milliseconds since 1970 before which the service is not asked again. */
  readonly nextAt: number;
}

export interface Loading {
  readonly patience: Patience;
  /** Milliseconds that a value may be old to be taken without waiting for a newer one; 0 by default. */
  readonly meanwhile?: number;
  /** Milliseconds to wait where there is no value yet; without end by default. */
  readonly longest?: number;
  /** Milliseconds from which on a value counts as none while a reading is under way; without end by default. */
  readonly oldest?: number;
  /** What is fresh is read again, too. */
  readonly isForced?: boolean;
}

export interface Kind<Asked, Value> {
  readonly most: number;
  /** Together unique, and the name in the store. */
  readonly keyOf: (asked: Asked) => readonly [Tenant, string];
  readonly read: (asked: Asked, before: Known<Value>) => Promise<Outcome<Value, Failure>>;
  readonly write?: (value: Value) => string;
  /** @param json text that this proxy wrote; null: of another version */
  readonly restore: (json: string, asked: Asked) => Value | null;
}

export interface CacheDependencies {
  /** Outlives this process; null: what is in use here is all there is. */
  readonly trees: TreeStore | null;
  readonly now: () => number;
}

export function createCache<Asked, Value>(
  { most, keyOf, read, write = JSON.stringify, restore }: Kind<Asked, Value>,
  { trees, now }: CacheDependencies,
) {
  const nameOf = (asked: Asked) => JSON.stringify(keyOf(asked));
  const entries = new LRUCache<string, Known<Value>, { asked: Asked; before: Known<Value> }>({
    max: most,
    ttl: FRESH,
    ttlResolution: 0,
    perf: { now },
    allowStale: true,
    noDeleteOnStaleGet: true,
    ignoreFetchAbort: true,
    allowStaleOnFetchRejection: true,
    noDeleteOnFetchRejection: true,
    async fetchMethod(_name, _stale, { context: { asked, before }, options }) {
      const reply = await read(asked, before);
      const pause = reply.ok ? FRESH : pauseAfter(reply.error, before.value !== null);
      options.ttl = pause;
      const nextAt = now() + pause;
      if (!reply.ok && reply.error.kind !== 'absent') return { ...before, failure: reply.error, nextAt };
      const value = reply.ok ? reply.value : null;
      await keep(asked, before.value, value);
      return { value, failure: reply.ok ? null : reply.error, readAt: now(), nextAt };
    },
  });

  /** Written when it is another than before; what never was leaves no trace. */
  async function keep(asked: Asked, before: Value | null, value: Value | null): Promise<void> {
    const [old, json] = [before, value].map((one) => (one === null ? 'null' : write(one)));
    if (json === undefined || json === old) return;
    await trees?.write(...keyOf(asked), json).catch(() => undefined);
  }

  /** Without asking the service. */
  async function recall(asked: Asked): Promise<Known<Value>> {
    const known = peek(asked);
    if (known !== undefined) return known;
    const json = await trees?.read(...keyOf(asked)).catch(() => null);
    return { ...nothing, value: json == null ? null : restore(json, asked) };
  }
  /** The same, of this process's memory alone. */
  const peek = (asked: Asked) => entries.peek(nameOf(asked));
  const findFresh = (asked: Asked) => entries.get(nameOf(asked), { allowStale: false });

  return {
    recall,
    peek,
    /** Whether the next `load` asks the service. */
    isDue: (asked: Asked) => findFresh(asked) === undefined,
    values: () => [...entries.values()],
    async load(asked: Asked, loading: Loading): Promise<Known<Value>> {
      const { patience, meanwhile = 0, longest, oldest = Infinity, isForced = false } = loading;
      const fresh = findFresh(asked);
      if (fresh !== undefined && (fresh.failure?.kind === 'down' || !isForced)) {
        if (fresh.failure?.kind === 'down') patience.giveUp();
        return fresh;
      }
      const before = await recall(asked);
      const reading = entries.fetch(nameOf(asked), {
        allowStale: false,
        forceRefresh: isForced,
        context: { asked, before },
      });
      // A caller that waits no more gets no reply.
      reading.catch(() => undefined);
      const age = now() - before.readAt;
      if (before.value === null || age > oldest) await patience.forFirst(reading, longest);
      else if (isForced || age > meanwhile) await patience.forNewer(reading);
      return peek(asked) ?? before;
    },
  };
}

const nothing: Known<never> = { value: null, failure: null, readAt: 0, nextAt: 0 };

/** Milliseconds. A service that asks to be left alone is, also while something is wanted. */
function pauseAfter(failure: Failure, hasValue: boolean): number {
  if (failure.kind === 'absent') return PAUSE_AFTER_NO;
  if (failure.kind === 'untold') return FRESH;
  const { error } = failure;
  const asked = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(asked, hasValue ? PAUSE_AFTER_FAILURE : PAUSE_WITHOUT_VALUE);
}

/** Seconds until it is worth asking again. */
export const retryAfterOf = ({ nextAt }: Pick<Known<unknown>, 'nextAt'>, now: number): number =>
  Math.max(1, Math.ceil((nextAt - now) / 1000));

/** Whether a failure concerns what was asked for alone, as a key that may not read it, or a path that is not there. */
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
    const isStrange = kind === 'bad_document' && error.status >= 400 && error.status < 500;
    const mayBeAlone = isStrange || kind === 'unauthorized' || kind === 'forbidden' || kind === 'bad_request';
    const answer = mayBeAlone ? await answers.fetch(id, { context: service }) : undefined;
    return answer?.ok === true ? { kind: 'untold', cause: kind } : { kind: 'down', error };
  };
}

/** Milliseconds that all readings together may delay a receipt, or what could be shown at once. */
const BUDGET = 800;

/** Milliseconds that a form waits for what it can do without: the job's title, or texts in another language. */
export const OPTIONAL_PATIENCE = 5_000;

export type Patience = ReturnType<typeof createPatience>;

/**
 * How long one request waits for the service, for all its readings together. What comes late serves the next request.
 *
 * @param isDown the service is being left alone, so nothing newer is expected
 * @param isForReceipt it waits no longer where there is no earlier value
 */
export function createPatience(clock: Clock, { isDown = false, isForReceipt = false } = {}) {
  const until = clock.monotonic() + BUDGET;
  let isSpent = false;
  async function wait(reading: Promise<unknown>): Promise<void> {
    const left = Math.max(0, until - clock.monotonic());
    const isInTime = await inTime(
      clock,
      left,
      reading.then(() => true),
    );
    isSpent ||= isInTime === null;
  }
  return {
    /** Where an earlier value could be used instead. */
    async forNewer(reading: Promise<unknown>): Promise<void> {
      if (isDown) isSpent = true;
      else await wait(reading);
    },
    /** Where there is none. */
    async forFirst(reading: Promise<unknown>, longest?: number): Promise<void> {
      if (isForReceipt) await wait(reading);
      else if (longest === undefined) await reading;
      else await inTime(clock, longest, reading);
    },
    /** The last reading failed, and the next one may not start yet. */
    giveUp(): void {
      isSpent = true;
    },
    /** The service is not expected to answer soon. */
    isSpent: () => isSpent,
  };
}

/** Each about 1 kB a question, and as much again once a visitor has asked for it. */
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
  /** The same in all languages. */
  readonly revision: Revision;
  /** The canonical `data` and `included`, as text. */
  readonly json: string;
  /** The same with the texts of the language that was asked for. */
  readonly shown: string;
}

/** Of one form, without those that have none. */
export interface FaultyForm {
  /** What its questions belong to; null: all that the service has. */
  readonly questionable: string | null;
  /** How many there are; of these the first are named. */
  readonly count: number;
  readonly findings: readonly QuestionFinding[];
}

interface Form extends CachedForm, Pick<FormSource, 'tenant'>, FaultyForm {
  /** How many levels of children its reading took; null: it was not read in this process. */
  readonly levels: number | null;
  /** The conditions that are no part of the revision, as JSON. */
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
     * @param purpose `submit` never takes a form older than a minute, as long as the service can be asked
     * @param locale of the texts that `shown` has; everything else is the canonical form. null: canonical too
     */
    async load(
      source: FormSource,
      purpose: 'view' | 'submit',
      locale: TranslatedLocale | null,
      patience: Patience,
    ): Promise<Checked<CachedForm>> {
      const meanwhile = purpose === 'view' ? SHOWN_MEANWHILE : 0;
      const known = await forms.load(source, { patience, meanwhile });
      const { value: form, failure } = known;
      if (form !== null)
        return success(locale === null ? form : await translate({ source, locale, form }, patience));
      return failure?.kind === 'down' && failure.error.kind === 'bad_document'
        ? refused('bad_document')
        : refused('service_unavailable', { retryAfter: retryAfterOf(known, now()) });
    },
    /** What is wrong with the questions of the forms in use, for the people who write them. */
    findingsOf: (tenant: Tenant): readonly FaultyForm[] =>
      forms.values().flatMap(({ value }) => (value?.tenant === tenant && value.count > 0 ? [value] : [])),
  };
}

async function readForm(source: FormSource, { value: before, failure: last }: Known<Form>, log: Log) {
  const set = await readQuestionSet(source, before?.levels ?? 1);
  // All questions of a job are seldom taken away, and an empty list proves nothing: a second one does.
  const isEmptied = set.ok && set.value.data.length === 0 && (before?.tree.roots.length ?? 0) > 0;
  if (isEmptied && last?.kind !== 'untold') return failure({ kind: 'untold', cause: 'empty' } as const);
  const form = set.ok ? toForm(set.value, source, set.value, before) : null;
  if (!set.ok || form === null) {
    const error = set.ok ? ({ kind: 'bad_document', status: 200 } as const) : set.error;
    const event = error.kind === 'bad_document' ? 'bad_document' : 'service_failed';
    const status = 'status' in error ? { status: error.status } : {};
    log.error(event, { ...fieldsOf(source), cause: error.kind, ...status });
    return failure({ kind: 'down', error } as const);
  }
  if (before?.levels == null || before.revision !== form.revision)
    tellOfFaults(form, set.value, log, fieldsOf(source));
  return success(form);
}

/** @returns null: it cannot be read */
function toForm(
  { data, included }: Pick<QuestionSet, 'data' | 'included'>,
  { semantics, tenant, questionable }: FormSource,
  read?: QuestionSet,
  before: Form | null = null,
): Form | null {
  const set = { data, included };
  const [json, conditions] = [JSON.stringify(set), JSON.stringify([...(read?.conditions ?? [])])];
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
    // A list on which our own reading fails is as unreadable as one that is no JSON:API.
    return null;
  }
}
