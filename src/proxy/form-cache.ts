/**
 * The forms that are in use, each read from the service once however many people open it: fresh for a minute, then
 * refreshed once in the background; the last good one serves while the service is down.
 */

import { canonicalJson } from '../documents/canonical-json.ts';
import { readQuestionDocument } from '../documents/read-questions.ts';
import { type Revision, revision, type Tenant } from '../model/ids.ts';
import { type Outcome, success } from '../model/outcome.ts';
import type { TreeStore } from '../model/ports.ts';
import type { Semantics } from '../model/question.ts';
import type { ServiceError } from '../service/service-error.ts';
import { buildTree } from '../tree/build-tree.ts';
import type { QuestionTree } from '../tree/question-tree.ts';
import { createBoundedMap } from './bounded-map.ts';
import { sha256OfText } from './keys.ts';
import type { Log } from './log.ts';
import { type QuestionSet, type QuestionSource, readQuestionSet } from './question-set.ts';
import { type Checked, refused } from './refusal.ts';

/** Milliseconds: DESIGN, decision 11. */
const FRESH = 60_000;
/** Milliseconds. Somebody who opens a form that nobody asked for since waits for a new reading. */
const OLDEST_WITHOUT_WAITING = 600_000;
/** Milliseconds after a refresh that failed. */
const PAUSE_AFTER_FAILURE = 5_000;
/** Each about 1 kB a question. */
const MOST_FORMS = 500;

export interface CachedForm {
  readonly tree: QuestionTree;
  readonly revision: Revision;
  /** The reply up to the value of `meta`: written and encoded once. */
  readonly head: Uint8Array;
}

export interface FormSource extends QuestionSource {
  readonly tenant: Tenant;
  readonly semantics: Semantics;
}

/** `submit` never takes a form older than a minute, as long as the service can be asked. */
export type Purpose = 'view' | 'submit';

export interface FormCache {
  load(source: FormSource, purpose: Purpose): Promise<Checked<CachedForm>>;
}

interface Entry {
  form: CachedForm | null;
  /** Milliseconds since 1970. */
  readAt: number;
  retryAt: number;
  reading: Promise<Outcome<null, ServiceError>> | null;
}

export interface FormCacheMeans {
  readonly trees: TreeStore;
  readonly log: Log;
  readonly now: () => number;
}

interface Means extends FormCacheMeans {
  /** How many levels of children a tenant's service was asked for last: where its next reading begins. */
  readonly levels: Map<Tenant, number>;
}

export function createFormCache(given: FormCacheMeans): FormCache {
  const means: Means = { ...given, levels: new Map() };
  const entries = createBoundedMap<string, Entry>(MOST_FORMS);
  return {
    async load(source, purpose) {
      const key = JSON.stringify([source.tenant, source.questionable]);
      const entry = entries.get(key) ?? { form: null, readAt: 0, retryAt: 0, reading: null };
      entries.set(key, entry);
      const reading = refreshWhenDue(entry, source, means);
      const waits =
        entry.form === null || purpose === 'submit' || means.now() - entry.readAt > OLDEST_WITHOUT_WAITING;
      const outcome = waits ? await reading : null;
      if (entry.form === null) await restore(entry, source, means);
      if (entry.form !== null) return success(entry.form);
      return outcome !== null && !outcome.ok && outcome.error.kind === 'bad_document'
        ? refused('bad_document')
        : refused('service_unavailable', { retryAfter: PAUSE_AFTER_FAILURE / 1000 });
    },
  };
}

/** Null when nothing has to be read; the same promise for all who ask meanwhile. */
function refreshWhenDue(entry: Entry, source: FormSource, means: Means): Entry['reading'] {
  const age = means.now() - entry.readAt;
  const due = entry.form === null || (age > FRESH && means.now() >= entry.retryAt);
  if (due && entry.reading === null) {
    entry.reading = refresh(entry, source, means).finally(() => {
      entry.reading = null;
    });
  }
  return entry.reading;
}

async function refresh(entry: Entry, source: FormSource, means: Means): Promise<Outcome<null, ServiceError>> {
  const set = await readQuestionSet(source, means.levels.get(source.tenant) ?? 1);
  if (!set.ok) {
    entry.retryAt = means.now() + PAUSE_AFTER_FAILURE;
    report(source, set.error, means.log);
    return set;
  }
  if (set.value.data.length === 0) means.log.warn('no_questions', fieldsOf(source));
  const { data, included, levels } = set.value;
  const json = JSON.stringify({ data, included });
  entry.form = await toForm(json, source.semantics);
  entry.readAt = means.now();
  means.levels.set(source.tenant, levels);
  await means.trees.write(source.tenant, formName(source), json).catch(() => undefined);
  return success(null);
}

/** The last good one of before this process began. It counts as old: the next request asks the service again. */
async function restore(entry: Entry, source: FormSource, { trees }: Means): Promise<void> {
  const json = await trees.read(source.tenant, formName(source)).catch(() => null);
  if (json !== null) entry.form = await toForm(json, source.semantics);
}

const formName = ({ questionable }: FormSource): string => questionable ?? 'all';

/** @param json of a `QuestionSet`: text that this proxy wrote */
async function toForm(json: string, semantics: Semantics): Promise<CachedForm | null> {
  const set: Pick<QuestionSet, 'data' | 'included'> = JSON.parse(json);
  const records = readQuestionDocument(set);
  if (!records.ok) return null;
  return {
    tree: buildTree(records.value.records, semantics),
    revision: revision(await sha256OfText(canonicalJson({ set, semantics }))),
    head: new TextEncoder().encode(`${json.slice(0, -1)},"meta":`),
  };
}

function report(source: FormSource, error: ServiceError, log: Log): void {
  const status = 'status' in error ? { status: error.status } : {};
  const event = error.kind === 'bad_document' ? 'bad_document' : 'service_failed';
  log.error(event, { ...fieldsOf(source), cause: error.kind, ...status });
}

const fieldsOf = ({ tenant, questionable }: FormSource) => ({ tenant, job: questionable ?? 'all' });
