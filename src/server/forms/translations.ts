/**
 * The texts of a form in the service's other languages: two of its lists, paired by question and, for options, by
 * position (our reading). Whatever does not fit or cannot be read stays canonical, because
 * a wrong pair would send another option than the applicant chose, and the operator learns of it; no form fails.
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
  SHOWN_MEANWHILE,
} from './form-cache.ts';
import { MOST_PROBLEMS, type QuestionSet, readPages, readQuestionSet } from './question-set.ts';
import type { ReducedQuestion } from './reduce-question.ts';

interface Asked {
  readonly source: FormSource;
  readonly locale: TranslatedLocale;
  readonly form: CachedForm & { readonly levels: number | null };
}

interface Texts {
  readonly texts: PairedTexts;
  /** What did not pair, logged once as long as it is the same. */
  readonly odd: string;
  /** Of the form that was written last with these texts. */
  written: { readonly of: CachedForm['json']; readonly shown: string } | null;
}

/** Gives the form with the texts of a language in `shown`; as it is where there are none. */
export function createTranslations(dependencies: FormCacheDependencies) {
  const languages = createCache<Asked, Texts>(
    {
      most: MOST_FORMS,
      keyOf: ({ source, locale }) => [source.tenant, `${formName(source)} ${locale}`],
      read: (asked, before) => readTexts(asked, before, dependencies.log),
      write: ({ texts }) => JSON.stringify([...texts]),
      restore: (json) => ({ texts: new Map(JSON.parse(json)), odd: '', written: null }),
    },
    dependencies,
  );
  return async (asked: Asked, patience: Patience): Promise<CachedForm> => {
    const { form } = asked;
    const loading = { patience, meanwhile: SHOWN_MEANWHILE, longest: OPTIONAL_PATIENCE };
    const { value } = await languages.load(asked, loading);
    if (value === null) return form;
    if (value.written?.of !== form.json)
      value.written = { of: form.json, shown: JSON.stringify(withTexts(JSON.parse(form.json), value.texts)) };
    return { ...form, shown: value.written.shown };
  };
}

async function readTexts(
  asked: Asked,
  { value, failure: last }: Known<Texts>,
  log: FormCacheDependencies['log'],
) {
  const { source, locale, form } = asked;
  const translated = { ...source, locale };
  const set =
    form.levels === null ? await readQuestionSet(translated, 1) : await readPages(translated, form.levels);
  if (!set.ok) {
    const { kind } = set.error;
    const detail = `The list in this language could not be read: ${kind}.`;
    if (last === null) tell(asked, [{ code: 'translation_unread', questionId: null, detail }], log);
    // The canonical texts serve meanwhile, and a language that the service refuses stays refused.
    return kind === 'rate_limited'
      ? failure({ kind: 'down', error: set.error } as const)
      : failure({ kind: 'untold', cause: kind } as const);
  }
  const { texts, problems } = pairTexts(JSON.parse(form.json), set.value);
  const odd = problems.map(({ code, questionId }) => `${code} ${questionId}`).join();
  if (odd !== '' && odd !== value?.odd) tell(asked, problems, log);
  return success({ texts, odd, written: null });
}

function tell(
  { source, locale, form }: Asked,
  all: readonly LogProblem[],
  log: FormCacheDependencies['log'],
) {
  const problems = { count: all.length, problems: all.slice(0, MOST_PROBLEMS) };
  log.warn('question_problems', { ...fieldsOf(source), revision: form.revision, locale, ...problems });
}

type Questions = Pick<QuestionSet, 'data' | 'included'>;

/** `meta.shown` of a question. */
type ShownTexts = ReturnType<typeof textsOf>;

/** Shown texts by question id, each with the canonical texts that it translates: another wording is not translated. */
export type PairedTexts = ReadonlyMap<string, { readonly of: string; readonly shown: ShownTexts }>;

export function pairTexts(canonical: Questions, translated: Questions) {
  const others = firstCopies(translated);
  const texts = new Map<string, { of: string; shown: ShownTexts }>();
  const problems: LogProblem[] = [];
  for (const [id, question] of firstCopies(canonical)) {
    const other = others.get(id);
    const problem = other === undefined ? missing : findProblem(question, other);
    if (problem !== null) problems.push({ ...problem, questionId: id });
    else if (other !== undefined) {
      const canonicalTexts = textsOf(question);
      const [of, shown] = [canonicalJson(canonicalTexts), fill(textsOf(other), canonicalTexts)];
      if (canonicalJson(shown) !== of) texts.set(id, { of, shown });
    }
  }
  return { texts, problems };
}

const missing = { code: 'translation_missing', detail: 'The translated list does not have it.' } as const;

/** The canonical questions with `meta.shown` where there is one for exactly these texts. */
export function withTexts({ data, included }: Questions, texts: PairedTexts): object {
  const add = (question: ReducedQuestion) => {
    const found = texts.get(question.id);
    if (found === undefined || found.of !== canonicalJson(textsOf(question))) return question;
    return { ...question, meta: { shown: found.shown } };
  };
  return { data: data.map(add), included: included.map(add) };
}

/** As in the tree: `data` before `included`, and the first copy counts. */
function firstCopies({ data, included }: Questions): ReadonlyMap<string, ReducedQuestion> {
  const copies = new Map<string, ReducedQuestion>();
  for (const question of [...data, ...included])
    if (!copies.has(question.id)) copies.set(question.id, question);
  return copies;
}

const textsOf = ({ attributes }: ReducedQuestion) => ({
  title: attributes.title ?? null,
  additional_information: attributes.additional_information ?? null,
  /** null where no option can be read. */
  multiple_choice_options: optionTexts(attributes.multiple_choice_options),
});

/** What is not translated is shown canonical. */
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
  const [type, otherType] = [question.attributes.question_type, other.attributes.question_type];
  if (type !== otherType) {
    const detail = `Its type is ${JSON.stringify(otherType)} in the translated list.`;
    return { code: 'translation_type', detail };
  }
  return type !== 'multiple_choice' || hasSamePlaces(textsOf(question), textsOf(other)) ? null : otherOptions;
}

const otherOptions = {
  code: 'translation_options',
  detail: 'Its options are others, at other places, or two of one name in the translated list.',
} as const;

/** Whether each place of the one list surely is the same place of the other. */
function hasSamePlaces(canonical: ShownTexts, translated: ShownTexts): boolean {
  const { multiple_choice_options: own } = canonical;
  const { multiple_choice_options: shown } = fill(translated, canonical);
  return (
    own.length === translated.multiple_choice_options.length &&
    shown.every((text, place) => {
      const isMoved = text !== own[place] && own.includes(text);
      const first = shown.indexOf(text);
      return text === null || (!isMoved && own[first] === own[place]);
    })
  );
}
