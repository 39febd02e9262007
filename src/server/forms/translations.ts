/**
 * The texts of a form in the service's other languages, from two of its lists that are paired by question and, for
 * options, by position (our reading). Unpaired or unreadable texts stay canonical and are logged, because a wrong pair
 * would send another option than the applicant chose.
 */

import { list, nonBlank } from '../../core/jsonapi/json.ts';
import { optionTexts } from '../../core/jsonapi/read-questions.ts';
import { failure, success } from '../../core/model/failure.ts';
import type { LogProblem } from '../log.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import { canonicalJson } from '../sessions/tokens.ts';
import {
  type CachedForm,
  createCache,
  type FormCacheDependencies,
  type FormSource,
  fieldsOf,
  formName,
  type Known,
  MOST_FORMS,
  OPTIONAL_PATIENCE,
  type Patience,
  SHOWN_STALE,
} from './form-cache.ts';
import { MOST_PROBLEMS, type QuestionSet, readPages, readQuestionSet } from './question-set.ts';
import type { ReducedQuestion } from './reduce-question.ts';

interface TranslationQuery {
  readonly source: FormSource;
  readonly locale: TranslatedLocale;
  readonly form: CachedForm & { readonly levels: number | null };
}

interface Texts {
  readonly texts: PairedTexts;
  /** The unpaired texts, which are logged again only when they change. */
  readonly unpaired: string;
  /** The last form written with these texts. */
  written: { readonly of: CachedForm['json']; readonly shown: string } | null;
}

/** Returns the form with translated texts in `shown`, or unchanged if there are none. */
export function createTranslations(dependencies: FormCacheDependencies) {
  const languages = createCache<TranslationQuery, Texts>(
    {
      most: MOST_FORMS,
      keyOf: ({ source, locale }) => [source.tenant, `${formName(source)} ${locale}`],
      read: (query, before) => readTexts(query, before, dependencies.log),
      write: ({ texts }) => JSON.stringify([...texts]),
      restore: (json) => ({ texts: new Map(JSON.parse(json)), unpaired: '', written: null }),
    },
    dependencies,
  );
  return async (query: TranslationQuery, patience: Patience): Promise<CachedForm> => {
    const { form } = query;
    const loading = { patience, maxAge: SHOWN_STALE, maxWait: OPTIONAL_PATIENCE };
    const { value } = await languages.load(query, loading);
    if (value === null) return form;
    if (value.written?.of !== form.json)
      value.written = { of: form.json, shown: JSON.stringify(withTexts(JSON.parse(form.json), value.texts)) };
    return { ...form, shown: value.written.shown };
  };
}

async function readTexts(
  query: TranslationQuery,
  { value, failure: last }: Known<Texts>,
  log: FormCacheDependencies['log'],
) {
  const { source, locale, form } = query;
  const translated = { ...source, locale };
  const set =
    form.levels === null ? await readQuestionSet(translated, 1) : await readPages(translated, form.levels);
  if (!set.ok) {
    const { kind } = set.error;
    const detail = `The list in this language could not be read: ${kind}.`;
    if (last === null) logProblems(query, [{ code: 'translation_unread', questionId: null, detail }], log);
    // The canonical texts are shown meanwhile. A language that the service refuses is requested once a minute.
    return kind === 'rate_limited'
      ? failure({ kind: 'down', error: set.error } as const)
      : failure({ kind: 'undisclosed', cause: kind } as const);
  }
  const { texts, problems } = pairTexts(JSON.parse(form.json), set.value);
  const unpaired = problems.map(({ code, questionId }) => `${code} ${questionId}`).join();
  if (unpaired !== '' && unpaired !== value?.unpaired) logProblems(query, problems, log);
  return success({ texts, unpaired, written: null });
}

function logProblems(
  { source, locale, form }: TranslationQuery,
  all: readonly LogProblem[],
  log: FormCacheDependencies['log'],
) {
  const problems = { count: all.length, problems: all.slice(0, MOST_PROBLEMS) };
  log.warn('question_problems', { ...fieldsOf(source), revision: form.revision, locale, ...problems });
}

type Questions = Pick<QuestionSet, 'data' | 'included'>;

/** `meta.shown` of a question. */
type ShownTexts = ReturnType<typeof textsOf>;

/**
 * Shown texts by question id, each with the canonical texts that it translates: a changed wording counts as
 * untranslated.
 */
export type PairedTexts = ReadonlyMap<string, { readonly of: string; readonly shown: ShownTexts }>;

export function pairTexts(canonical: Questions, translated: Questions) {
  const others = firstCopies(translated);
  const texts = new Map<string, { of: string; shown: ShownTexts }>();
  const problems: LogProblem[] = [];
  for (const [id, question] of firstCopies(canonical)) {
    const other = others.get(id);
    const problem = other === undefined ? missingQuestion : findProblem(question, other);
    if (problem !== null) problems.push({ ...problem, questionId: id });
    else if (other !== undefined) {
      const canonicalTexts = textsOf(question);
      const of = canonicalJson(canonicalTexts);
      const shown = fill(textsOf(other), canonicalTexts);
      if (canonicalJson(shown) !== of) texts.set(id, { of, shown });
    }
  }
  return { texts, problems };
}

const missingQuestion = {
  code: 'translation_missing',
  detail: 'The translated list does not have it.',
} as const;

/** Adds `meta.shown` to the canonical questions with exactly these texts. */
export function withTexts({ data, included }: Questions, texts: PairedTexts): object {
  const add = (question: ReducedQuestion) => {
    const found = texts.get(question.id);
    if (found === undefined || found.of !== canonicalJson(textsOf(question))) return question;
    return { ...question, meta: { shown: found.shown } };
  };
  return { data: data.map(add), included: included.map(add) };
}

/** Lists each question once, as in the tree: `data` comes before `included`, and the first copy counts. */
function firstCopies({ data, included }: Questions): ReadonlyMap<string, ReducedQuestion> {
  const copies = new Map<string, ReducedQuestion>();
  for (const question of [...data, ...included])
    if (!copies.has(question.id)) copies.set(question.id, question);
  return copies;
}

const textsOf = ({ attributes }: ReducedQuestion) => ({
  title: attributes.title ?? null,
  additional_information: attributes.additional_information ?? null,
  /** Items are null for unreadable options. */
  multiple_choice_options: optionTexts(attributes.multiple_choice_options),
});

/** Fills untranslated texts with the canonical ones. */
function fill(translated: ShownTexts, canonical: ShownTexts): ShownTexts {
  const { title, additional_information: help, multiple_choice_options: options } = translated;
  const fillOption = (text: string | null, index: number) => nonBlank(options[index]) ?? text;
  return {
    title: nonBlank(title) ?? canonical.title,
    additional_information: list(help).length > 0 ? help : canonical.additional_information,
    multiple_choice_options: canonical.multiple_choice_options.map(fillOption),
  };
}

function findProblem(
  question: ReducedQuestion,
  other: ReducedQuestion,
): Omit<LogProblem, 'questionId'> | null {
  const type = question.attributes.question_type;
  const otherType = other.attributes.question_type;
  if (type !== otherType) {
    const detail = `Its type is ${JSON.stringify(otherType)} in the translated list.`;
    return { code: 'translation_type', detail };
  }
  return type !== 'multiple_choice' || hasSamePositions(textsOf(question), textsOf(other))
    ? null
    : differentOptions;
}

const differentOptions = {
  code: 'translation_options',
  detail: 'In the translated list its options differ, have another order, or include two equal texts.',
} as const;

/** True if each position certainly means the same option in both lists. */
function hasSamePositions(canonical: ShownTexts, translated: ShownTexts): boolean {
  const { multiple_choice_options: own } = canonical;
  const { multiple_choice_options: shown } = fill(translated, canonical);
  return (
    own.length === translated.multiple_choice_options.length &&
    shown.every((text, index) => {
      const isMoved = text !== own[index] && own.includes(text);
      const first = shown.indexOf(text);
      return text === null || (!isMoved && own[first] === own[index]);
    })
  );
}
