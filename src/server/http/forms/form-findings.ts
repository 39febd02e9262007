/**
 * What is wrong with the questions of the forms in use, for the people who write them. Each form is judged once for each
 * revision, after it was read, and each of its languages when its texts change; no request waits for it, or fails by it.
 */
import {
  checkQuestions,
  checkTranslations,
  type QuestionFinding,
} from '../../../core/check/check-questions.ts';
import { readQuestionDocument } from '../../../core/jsonapi/read-questions.ts';
import type { AskedName } from '../../../core/model/details.ts';
import type { Revision, Tenant } from '../../../core/model/ids.ts';
import { giveTurn } from '../../clock.ts';
import { describeError } from '../describe-error.ts';
import type { Log } from '../log.ts';
import { createLruCache, type LruCache } from '../lru-cache.ts';
import { sha256OfText } from '../sessions/keys.ts';
import { type CachedForm, type FormSource, fieldsOf, MOST_FORMS, MOST_PROBLEMS } from './cached-form.ts';
import type { AllConditions, QuestionSet } from './question-set.ts';

/** Of one form, without those that have none. */
export interface FaultyForm {
  /** What its questions belong to; null: all that the service has. */
  readonly questionable: string | null;
  /** How many there are; of these the first are named. */
  readonly count: number;
  readonly findings: readonly QuestionFinding[];
}

type Read = Pick<CachedForm, 'tree' | 'revision'>;

/** What is noted is judged when other work is done; the promises never reject. */
export interface FormFindings {
  /** @param conditions all of the questions that have several; null: not known, since a form keeps the first alone */
  note(source: FormSource, form: Read, conditions: AllConditions | null): Promise<void>;
  /** @param set the same list in that language */
  noteLanguage(
    source: FormSource,
    form: Read,
    language: string,
    set: Pick<QuestionSet, 'data' | 'included'>,
  ): Promise<void>;
  of(tenant: Tenant): readonly FaultyForm[];
}

/** Of everything that was found, what is told. */
type Told = Pick<FaultyForm, 'count' | 'findings'>;

interface Judged {
  readonly source: Pick<FormSource, 'tenant' | 'questionable'>;
  readonly revision: Revision;
  /** Of the conditions that are no part of the revision. */
  readonly hash: string;
  /** When the form was last read, in milliseconds since 1970. */
  readonly notedAt: number;
  readonly told: Told;
  readonly languages: Map<string, JudgedLanguage>;
}

interface JudgedLanguage {
  /** Of the list that was judged. */
  readonly hash: string;
  readonly told: Told;
}

/** What the form of a job asks visitors itself. */
export type DetailsOf = (source: Pick<FormSource, 'tenant' | 'questionable'>) => readonly AskedName[];

export interface FindingsDependencies {
  readonly detailsOf: DetailsOf;
  readonly log: Log;
  readonly now: () => number;
}

/** Milliseconds. A form that is not read for so long is in use no more: a job is filled, or its id was mistyped. */
const OLDEST = 86_400_000;

export function createFormFindings(dependencies: FindingsDependencies): FormFindings {
  const { log, now } = dependencies;
  const judged = createLruCache<string, Judged>(MOST_FORMS);
  let last: Promise<void> = Promise.resolve();
  /** One after the other, each as a task of its own, so that requests come in between. */
  const later = (source: FormSource, judge: () => Promise<void>): Promise<void> => {
    last = last
      .then(giveTurn)
      .then(judge)
      .catch((error: unknown) => log.warn('check_failed', { ...fieldsOf(source), ...describeError(error) }));
    return last;
  };
  return {
    note: (source, form, conditions) =>
      later(source, () => judgeForm(judged, dependencies, { source, form, conditions })),
    noteLanguage: (source, form, language, set) =>
      later(source, () => judgeLanguage(judged, { source, form }, language, set)),
    of(tenant) {
      const forms = judged.values();
      const old = forms.filter(({ notedAt }) => now() - notedAt > OLDEST);
      for (const { source } of old) judged.delete(keyOf(source));
      return forms.filter((form) => form.source.tenant === tenant && !old.includes(form)).flatMap(faultyForm);
    },
  };
}

const keyOf = ({ tenant, questionable }: Pick<FormSource, 'tenant' | 'questionable'>): string =>
  JSON.stringify([tenant, questionable]);

interface Noted {
  readonly source: FormSource;
  readonly form: Read;
  readonly conditions: AllConditions | null;
}

async function judgeForm(
  judged: LruCache<string, Judged>,
  { detailsOf, now }: FindingsDependencies,
  { source, form: { tree, revision }, conditions }: Noted,
): Promise<void> {
  const key = keyOf(source);
  const before = judged.get(key);
  const known = before?.revision === revision ? before : null;
  const hash = await sha256OfText(JSON.stringify([...(conditions ?? [])]));
  if (known !== null && (conditions === null || known.hash === hash)) {
    judged.set(key, { ...known, notedAt: now() });
    return;
  }
  const { tenant, questionable } = source;
  const form = {
    source: { tenant, questionable },
    revision,
    hash,
    notedAt: now(),
    languages: known?.languages ?? new Map(),
  };
  // If the check fails, it would fail again at each reading: until the questions change, none are told.
  judged.set(key, { ...form, told: nothing });
  const context = { details: detailsOf(source), ...(conditions === null ? {} : { conditions }) };
  judged.set(key, { ...form, told: toldOf(checkQuestions(tree, context)) });
}

async function judgeLanguage(
  judged: LruCache<string, Judged>,
  { source, form: { tree, revision } }: Omit<Noted, 'conditions'>,
  language: string,
  { data, included }: Pick<QuestionSet, 'data' | 'included'>,
): Promise<void> {
  const hash = await sha256OfText(JSON.stringify({ data, included }));
  const own = judged.get(keyOf(source));
  if (own?.revision !== revision || own.languages.get(language)?.hash === hash) return;
  const read = readQuestionDocument({ data, included });
  const list = read.ok ? read.value.records : [];
  own.languages.set(language, { hash, told: nothing });
  own.languages.set(language, { hash, told: toldOf(checkTranslations(tree, new Map([[language, list]]))) });
}

const nothing: Told = { count: 0, findings: [] };

const toldOf = (findings: readonly QuestionFinding[]): Told => ({
  count: findings.length,
  findings: findings.slice(0, MOST_PROBLEMS),
});

function faultyForm({ source: { questionable }, told, languages }: Judged): readonly FaultyForm[] {
  const all = [told, ...[...languages.values()].map((language) => language.told)];
  const count = all.reduce((sum, one) => sum + one.count, 0);
  const findings = all.flatMap((one) => one.findings).slice(0, MOST_PROBLEMS);
  return count === 0 ? [] : [{ questionable, count, findings }];
}
