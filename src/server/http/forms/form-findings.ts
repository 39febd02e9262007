/**
 * What is wrong with the questions of the forms in use, for the people who write them. Each form is judged once for each
 * revision, when it was read, and each of its languages when its texts change; no request waits for it.
 */
import {
  checkQuestions,
  checkTranslations,
  type QuestionFinding,
} from '../../../core/check/check-questions.ts';
import { readQuestionDocument } from '../../../core/jsonapi/read-questions.ts';
import type { AskedName } from '../../../core/model/details.ts';
import type { Revision, Tenant } from '../../../core/model/ids.ts';
import { sha256OfText } from '../sessions/keys.ts';
import { type CachedForm, type FormSource, MOST_FORMS, MOST_PROBLEMS } from './cached-form.ts';
import type { QuestionSet } from './question-set.ts';

/** Of one form, without those that have none. */
export interface FaultyForm {
  /** What its questions belong to; null: all that the service has. */
  readonly questionable: string | null;
  /** How many there are; of these the first are named. */
  readonly count: number;
  readonly findings: readonly QuestionFinding[];
}

export interface FormFindings {
  note(source: FormSource, form: Pick<CachedForm, 'tree' | 'revision'>): void;
  /** @param set the same list in that language */
  noteLanguage(
    source: FormSource,
    form: Pick<CachedForm, 'tree' | 'revision'>,
    language: string,
    set: Pick<QuestionSet, 'data' | 'included'>,
  ): Promise<void>;
  of(tenant: Tenant): readonly FaultyForm[];
}

interface Judged {
  readonly source: Pick<FormSource, 'tenant' | 'questionable'>;
  readonly revision: Revision;
  readonly findings: readonly QuestionFinding[];
  readonly languages: Map<string, JudgedLanguage>;
}

interface JudgedLanguage {
  /** Of the list that was judged. */
  readonly hash: string;
  readonly findings: readonly QuestionFinding[];
}

/** What the form of a job asks visitors itself. */
export type DetailsOf = (source: Pick<FormSource, 'tenant' | 'questionable'>) => readonly AskedName[];

export function createFormFindings(detailsOf: DetailsOf): FormFindings {
  const judged = new Map<string, Judged>();
  return {
    note(source, { tree, revision }) {
      const key = keyOf(source);
      if (judged.get(key)?.revision === revision) return;
      const { tenant, questionable } = source;
      const findings = checkQuestions(tree, { details: detailsOf(source) });
      judged.delete(key);
      const [oldest] = judged.size < MOST_FORMS ? [] : judged.keys();
      if (oldest !== undefined) judged.delete(oldest);
      judged.set(key, { source: { tenant, questionable }, revision, findings, languages: new Map() });
    },
    async noteLanguage(source, { tree, revision }, language, { data, included }) {
      const hash = await sha256OfText(JSON.stringify({ data, included }));
      const own = judged.get(keyOf(source));
      if (own?.revision !== revision || own.languages.get(language)?.hash === hash) return;
      const read = readQuestionDocument({ data, included });
      const list = read.ok ? read.value.records : [];
      own.languages.set(language, { hash, findings: checkTranslations(tree, new Map([[language, list]])) });
    },
    of: (tenant) => [...judged.values()].filter(({ source }) => source.tenant === tenant).flatMap(faultyForm),
  };
}

const keyOf = ({ tenant, questionable }: FormSource): string => JSON.stringify([tenant, questionable]);

function faultyForm({ source, findings, languages }: Judged): readonly FaultyForm[] {
  const all = [...findings, ...[...languages.values()].flatMap((language) => language.findings)];
  if (all.length === 0) return [];
  return [{ questionable: source.questionable, count: all.length, findings: all.slice(0, MOST_PROBLEMS) }];
}
