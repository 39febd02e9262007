/** The forms that are in use: each a reading of the service's questions, in the languages that are asked for. */
import { checkQuestions, type QuestionFinding } from '../../core/check/check-questions.ts';
import { readQuestionDocument } from '../../core/jsonapi/read-questions.ts';
import { failure, success } from '../../core/model/failure.ts';
import { type Revision, revision, type Tenant } from '../../core/model/ids.ts';
import type { Semantics } from '../../core/model/question.ts';
import { findProblems } from '../../core/tree/find-problems.ts';
import { buildTree, type QuestionTree } from '../../core/tree/question-tree.ts';
import { type Checked, refused } from '../http/replies.ts';
import type { Log, LogFields } from '../log.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import { canonicalJson, sha256 } from '../sessions/keys.ts';
import {
  type CacheDependencies,
  createCache,
  type Known,
  type Patience,
  retryAfterOf,
  SHOWN_MEANWHILE,
} from './cached.ts';
import { type QuestionSet, type QuestionSource, readQuestionSet } from './question-set.ts';
import { createTranslations } from './translations.ts';

/** Faults that one line of the log names; the line always has their number, too. */
export const MOST_PROBLEMS = 50;
/** Each about 1 kB a question, and as much again once a visitor has asked for it. */
export const MOST_FORMS = 500;
/** Milliseconds. A form that is not read for so long is in use no more: a job is filled, or its id was mistyped. */
const OLDEST_IN_USE = 86_400_000;

export interface FormSource extends QuestionSource {
  readonly tenant: Tenant;
  readonly semantics: Semantics;
}

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

export type FormCache = ReturnType<typeof createFormCache>;

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
  // How many levels of children a service was asked for last: where its next reading begins.
  const levels = new Map<Tenant, number>();
  const forms = createCache<FormSource, Form>(
    {
      most: MOST_FORMS,
      keyOf: (source) => [source.tenant, formName(source)],
      read: (source, before) => readForm(source, before, log, levels),
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
      forms.values().flatMap(({ value, readAt }) => {
        const isInUse = readAt === 0 || now() - readAt <= OLDEST_IN_USE;
        return value?.tenant === tenant && value.count > 0 && isInUse ? [value] : [];
      }),
  };
}

async function readForm(
  source: FormSource,
  { value: before, failure: last }: Known<Form>,
  log: Log,
  levels: Map<Tenant, number>,
) {
  const set = await readQuestionSet(source, levels.get(source.tenant) ?? 1);
  if (!set.ok) {
    const event = set.error.kind === 'bad_document' ? 'bad_document' : 'service_failed';
    const status = 'status' in set.error ? { status: set.error.status } : {};
    log.error(event, { ...fieldsOf(source), cause: set.error.kind, ...status });
    return failure({ kind: 'down', error: set.error } as const);
  }
  // All questions of a job are seldom taken away, and an empty list proves nothing: a second one does.
  const isEmptied = set.value.data.length === 0 && before !== null && before.tree.roots.length > 0;
  if (isEmptied && last?.kind !== 'untold') return failure({ kind: 'untold', cause: 'empty' } as const);
  const form = toForm(set.value, source, set.value, before);
  if (form === null) return failure({ kind: 'down', error: { kind: 'bad_document', status: 200 } } as const);
  levels.set(source.tenant, set.value.levels);
  if (before?.levels == null || before.revision !== form.revision)
    tellOfFaults(form, set.value, log, fieldsOf(source));
  return success(form);
}

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
  const records = readQuestionDocument(set);
  if (!records.ok) return null;
  const tree = buildTree(records.value.records, semantics);
  const found = read?.isCut ? [] : checkQuestions(tree, read?.conditions);
  return {
    tenant,
    questionable,
    tree,
    revision: revision(sha256(canonicalJson({ set, semantics }))),
    json,
    shown: json,
    levels,
    conditions,
    count: found.length,
    findings: found.slice(0, MOST_PROBLEMS),
  };
}

/** Faults in the service's data stay until they are corrected there, so they are reported once for each revision. */
function tellOfFaults(
  { tree, revision }: CachedForm,
  { isCut, isUntold }: QuestionSet,
  log: Log,
  about: LogFields,
): void {
  const fields = { ...about, revision };
  if (tree.roots.length === 0) log.warn('no_questions', fields);
  if (isCut) log.warn('more_pages_than_allowed', fields);
  if (isUntold) log.warn('follow_ups_not_shown', fields);
  const all = findProblems(tree);
  const problems = { count: all.length, problems: all.slice(0, MOST_PROBLEMS) };
  if (all.length > 0) log.warn('question_problems', { ...fields, ...problems });
}
