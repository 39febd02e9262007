/**
 * The forms that are in use, each read from the service once however many people open it: fresh for a minute, then
 * refreshed once in the background; the last good one serves while the service is down.
 */

import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { success } from '../../core/model/failure.ts';
import { type Revision, revision, type Tenant } from '../../core/model/ids.ts';
import type { Semantics } from '../../core/model/question.ts';
import { findProblems } from '../../core/tree/find-problems.ts';
import { buildTree } from '../../core/tree/question-tree.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import { createLruCache } from '../http/lru-cache.ts';
import { endless, type Patience } from '../http/patience.ts';
import { type Checked, refused } from '../http/refusal.ts';
import type { Log, LogFields } from '../log.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import type { ServiceError } from '../service/service-error.ts';
import { sha256 } from '../sessions/keys.ts';
import {
  type CachedForm,
  type FormCacheDependencies,
  type FormSource,
  FRESH,
  fieldsOf,
  formName,
  MOST_FORMS,
  MOST_PROBLEMS,
  OLDEST_WITHOUT_WAITING,
} from './cached-form.ts';
import { type QuestionSet, readQuestionSet } from './question-set.ts';
import { createTranslations } from './translations.ts';

/** Milliseconds after a reading that failed; shorter where there is no form to show meanwhile. */
const PAUSE_AFTER_FAILURE = 5_000;
const PAUSE_WITHOUT_FORM = 1_000;
/** `submit` never takes a form older than a minute, as long as the service can be asked. */
export type Purpose = 'view' | 'submit';

export interface FormCache {
  /**
   * @param locale of the texts that `shown` has; everything else is the canonical form. Canonical by default
   * @param patience without it, every reading is waited for to its end
   */
  load(
    source: FormSource,
    purpose: Purpose,
    locale?: TranslatedLocale | null,
    patience?: Patience,
  ): Promise<Checked<CachedForm>>;
}

interface Entry {
  form: CachedForm | null;
  /** Milliseconds since 1970. */
  readAt: number;
  retryAt: number;
  /** Of the last reading; null: it was good. */
  error: ServiceError | null;
  /** Resolves, whatever comes of it. */
  reading: Promise<void> | null;
  /** What the operator was told of last. */
  told: Revision | null;
  /** The last reading was an empty list where there had been questions. */
  isDoubted: boolean;
}

const newEntry = (): Entry => ({
  form: null,
  readAt: 0,
  retryAt: 0,
  error: null,
  reading: null,
  told: null,
  isDoubted: false,
});

interface Dependencies extends FormCacheDependencies {
  /** How many levels of children a tenant's service was asked for last: where its next reading begins. */
  readonly levels: Map<Tenant, number>;
}

export function createFormCache(given: FormCacheDependencies): FormCache {
  const dependencies: Dependencies = { ...given, levels: new Map() };
  const entries = createLruCache<string, Entry>(MOST_FORMS);
  const translations = createTranslations(given);
  return {
    async load(source, purpose, locale = null, patience = endless) {
      const key = JSON.stringify([source.tenant, source.questionable]);
      const entry = entries.get(key) ?? newEntry();
      entries.set(key, entry);
      const reading = refreshWhenDue(entry, source, dependencies);
      const waits =
        entry.form === null ||
        purpose === 'submit' ||
        dependencies.now() - entry.readAt > OLDEST_WITHOUT_WAITING;
      if (reading === null && entry.error !== null) patience.giveUp();
      if (waits && reading !== null) await patience.forNewer(reading);
      if (entry.form === null) await restore(entry, source, dependencies);
      if (entry.form === null && reading !== null) await patience.forFirst(reading);
      if (entry.form === null) return refuseForm(entry, dependencies.now());
      return success(
        locale === null ? entry.form : await translations.translate({ source, locale }, entry.form, patience),
      );
    },
  };
}

function refuseForm({ error, retryAt }: Entry, now: number): Checked<CachedForm> {
  const retryAfter = Math.max(1, Math.ceil((retryAt - now) / 1000));
  return error?.kind === 'bad_document'
    ? refused('bad_document')
    : refused('service_unavailable', { retryAfter });
}

/** Null when nothing has to be read, or may be read yet; the same promise for all who ask meanwhile. */
function refreshWhenDue(entry: Entry, source: FormSource, dependencies: Dependencies): Entry['reading'] {
  const isOld = entry.form === null || dependencies.now() - entry.readAt > FRESH;
  if (isOld && dependencies.now() >= entry.retryAt && entry.reading === null) {
    entry.reading = refresh(entry, source, dependencies).finally(() => {
      entry.reading = null;
    });
  }
  return entry.reading;
}

async function refresh(entry: Entry, source: FormSource, dependencies: Dependencies): Promise<void> {
  const set = await readQuestionSet(source, dependencies.levels.get(source.tenant) ?? 1);
  entry.error = set.ok ? null : set.error;
  if (!set.ok) {
    entry.retryAt = dependencies.now() + pauseAfter(set.error, entry.form !== null);
    return report(source, set.error, dependencies.log);
  }
  const { data, included, conditions, levels, isCut, isUntold } = set.value;
  const hadQuestions = entry.form !== null && entry.form.tree.roots.length > 0;
  entry.isDoubted = !entry.isDoubted && hadQuestions && data.length === 0;
  // All questions of a job are seldom taken away, and an empty list proves nothing: a second one does.
  if (entry.isDoubted) {
    entry.retryAt = dependencies.now() + PAUSE_AFTER_FAILURE;
    return;
  }
  const json = JSON.stringify({ data, included });
  // As another object it counts as a new reading.
  entry.form =
    entry.form?.json === json ? { ...entry.form, levels } : await toForm(json, source.semantics, levels);
  entry.readAt = dependencies.now();
  dependencies.levels.set(source.tenant, levels);
  if (entry.form !== null && entry.form.revision !== entry.told) {
    entry.told = entry.form.revision;
    tellOfFaults(
      { ...entry.form, isCut, isUntold },
      { ...fieldsOf(source), revision: entry.told },
      dependencies.log,
    );
  }
  await dependencies.trees?.write(source.tenant, formName(source), json).catch(() => undefined);
  // Of a part of the questions, it would be told that the others are missing.
  if (entry.form !== null && !isCut) dependencies.findings?.note(source, entry.form, conditions);
}

/** Milliseconds. A service that asks to be left alone is, also while a form is wanted. */
function pauseAfter(error: ServiceError, hasForm: boolean): number {
  const asked = error.kind === 'rate_limited' ? (error.retryAfter ?? 0) * 1000 : 0;
  return Math.max(asked, hasForm ? PAUSE_AFTER_FAILURE : PAUSE_WITHOUT_FORM);
}

/** Faults in the service's data stay until they are corrected there, so they are reported once for each revision. */
function tellOfFaults(
  { tree, isCut, isUntold }: CachedForm & Pick<QuestionSet, 'isCut' | 'isUntold'>,
  fields: LogFields,
  log: Log,
): void {
  if (tree.roots.length === 0) log.warn('no_questions', fields);
  if (isCut) log.warn('more_pages_than_allowed', fields);
  if (isUntold) log.warn('follow_ups_not_shown', fields);
  const problems = findProblems(tree);
  if (problems.length === 0) return;
  log.warn('question_problems', {
    ...fields,
    count: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS),
  });
}

/** The last good one of before this process began. It counts as old: the next request asks the service again. */
async function restore(entry: Entry, source: FormSource, { trees, findings }: Dependencies): Promise<void> {
  const json = await trees?.read(source.tenant, formName(source)).catch(() => null);
  const form = json == null ? null : await toForm(json, source.semantics, null);
  // A reading that came meanwhile is newer.
  if (entry.form !== null || form === null) return;
  entry.form = form;
  findings?.note(source, form, null);
}

/** @param json of a `QuestionSet`: text that this proxy wrote */
async function toForm(json: string, semantics: Semantics, levels: number | null): Promise<CachedForm | null> {
  const set: Pick<QuestionSet, 'data' | 'included'> = JSON.parse(json);
  const records = readQuestionDocument(set);
  if (!records.ok) return null;
  return {
    tree: buildTree(records.value.records, semantics),
    revision: revision(sha256(canonicalJson({ set, semantics }))),
    json,
    levels,
    shown: json,
  };
}

function report(source: FormSource, error: ServiceError, log: Log): void {
  const status = 'status' in error ? { status: error.status } : {};
  const event = error.kind === 'bad_document' ? 'bad_document' : 'service_failed';
  log.error(event, { ...fieldsOf(source), cause: error.kind, ...status });
}
