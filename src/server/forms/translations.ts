/**
 * The texts of a form in the service's other languages: two of its lists, paired by question and, for options, by
 * position (our reading, `src/README.md#17-languages`). Whatever does not fit or cannot be read stays canonical, because
 * a wrong pair would send another option than the applicant chose, and is told to the operator; no form fails.
 */

import { list, nonBlank } from '../../core/jsonapi/json.ts';
import { optionTexts } from '../../core/jsonapi/read-questions.ts';
import { failure, success } from '../../core/model/failure.ts';
import type { LogProblem } from '../log.ts';
import type { TranslatedLocale } from '../service/queries.ts';
import { canonicalJson } from '../sessions/keys.ts';
import { createCache, type Known, OPTIONAL_PATIENCE, type Patience, SHOWN_MEANWHILE } from './cached.ts';
import {
  type CachedForm,
  type FormCacheDependencies,
  type FormSource,
  fieldsOf,
  formName,
  MOST_FORMS,
  MOST_PROBLEMS,
} from './form-cache.ts';
import { type QuestionSet, readTranslatedSet } from './question-set.ts';
import type { ReducedQuestion } from './reduce-question.ts';

interface Wish {
  readonly source: FormSource;
  readonly locale: TranslatedLocale;
}

/** The form that the texts are for goes with what is asked. */
interface Asked extends Wish {
  readonly form: CachedForm & { readonly levels: number | null };
}

export interface Translations {
  /** The form with the texts of a language in `shown`; as it is where there are none. */
  translate(wish: Wish, form: Asked['form'], patience: Patience): Promise<CachedForm>;
}

interface Texts {
  readonly texts: PairedTexts;
  /** What did not pair, told once as long as it is the same. */
  readonly odd: string;
  /** Of the form that was written last with these texts. */
  written: { readonly of: CachedForm['json']; readonly shown: string } | null;
}

export function createTranslations(dependencies: FormCacheDependencies): Translations {
  const languages = createCache<Asked, Texts>(
    {
      most: MOST_FORMS,
      keyOf: ({ source, locale }) => [source.tenant, `${formName(source)} ${locale}`],
      read: (asked, before) => readTexts(asked, before, dependencies),
      write: ({ texts }) => JSON.stringify([...texts]),
      restore: (json) => ({ texts: new Map(JSON.parse(json)), odd: '', written: null }),
    },
    dependencies,
  );
  return {
    async translate(wish, form, patience) {
      const loading = { patience, meanwhile: SHOWN_MEANWHILE, longest: OPTIONAL_PATIENCE };
      const { value } = await languages.load({ ...wish, form }, loading);
      if (value === null) return form;
      if (value.written?.of !== form.json)
        value.written = {
          of: form.json,
          shown: JSON.stringify(withTexts(JSON.parse(form.json), value.texts)),
        };
      return { ...form, shown: value.written.shown };
    },
  };
}

async function readTexts(
  asked: Asked,
  { value, failure: last }: Known<Texts>,
  dependencies: FormCacheDependencies,
) {
  const { source, locale, form } = asked;
  const set = await readTranslatedSet(source, locale, form.levels);
  if (!set.ok) {
    const { kind } = set.error;
    if (last === null) tell(asked, [unread(kind)], dependencies);
    // The canonical texts serve meanwhile, and a language that the service refuses stays refused.
    return kind === 'rate_limited'
      ? failure({ kind: 'down', error: set.error } as const)
      : failure({ kind: 'untold', cause: kind } as const);
  }
  const { texts, problems } = pairTexts(JSON.parse(form.json), set.value);
  const odd = problems.map(({ code, questionId }) => `${code} ${questionId}`).join();
  if (odd !== '' && odd !== value?.odd) tell(asked, problems, dependencies);
  return success({ texts, odd, written: null });
}

const unread = (cause: string): LogProblem => ({
  code: 'translation_unread',
  questionId: null,
  detail: `The list in this language could not be read: ${cause}.`,
});

function tell(
  { source, locale, form }: Asked,
  problems: readonly LogProblem[],
  { log }: FormCacheDependencies,
): void {
  log.warn('question_problems', {
    ...fieldsOf(source),
    revision: form.revision,
    locale,
    count: problems.length,
    problems: problems.slice(0, MOST_PROBLEMS),
  });
}

type Questions = Pick<QuestionSet, 'data' | 'included'>;

/** `meta.shown` of a question (`src/README.md#17-languages`). */
export interface ShownTexts {
  readonly title: unknown;
  readonly additional_information: unknown;
  readonly multiple_choice_options: OptionTexts;
}

/** Shown texts by question id, each with the canonical texts that it translates: another wording is not translated. */
export type PairedTexts = ReadonlyMap<string, { readonly of: string; readonly shown: ShownTexts }>;

export interface Pairing {
  readonly texts: PairedTexts;
  readonly problems: readonly LogProblem[];
}

export function pairTexts(canonical: Questions, translated: Questions): Pairing {
  const others = firstCopies(translated);
  const texts = new Map<string, { of: string; shown: ShownTexts }>();
  const problems: LogProblem[] = [];
  for (const [id, question] of firstCopies(canonical)) {
    const other = others.get(id);
    const problem = findProblem(question, other);
    if (problem !== null) problems.push({ ...problem, questionId: id });
    else if (other !== undefined) {
      const canonicalTexts = textsOf(question);
      const [of, shown] = [canonicalJson(canonicalTexts), fill(textsOf(other), canonicalTexts)];
      if (canonicalJson(shown) !== of) texts.set(id, { of, shown });
    }
  }
  return { texts, problems };
}

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

function textsOf({ attributes }: ReducedQuestion): ShownTexts {
  return {
    title: attributes['title'] ?? null,
    additional_information: attributes['additional_information'] ?? null,
    multiple_choice_options: optionTexts(attributes['multiple_choice_options']),
  };
}

/** What is not translated is shown canonical. */
function fill(translated: ShownTexts, canonical: ShownTexts): ShownTexts {
  const { title, additional_information: help, multiple_choice_options: options } = translated;
  return {
    title: nonBlank(title) ?? canonical.title,
    additional_information: list(help).length > 0 ? help : canonical.additional_information,
    multiple_choice_options: fillOptions(options, canonical.multiple_choice_options),
  };
}

function findProblem(
  question: ReducedQuestion,
  other: ReducedQuestion | undefined,
): Pick<LogProblem, 'code' | 'detail'> | null {
  if (other === undefined)
    return { code: 'translation_missing', detail: 'The translated list does not have it.' };
  const [type, otherType] = [question, other].map(({ attributes }) => attributes['question_type']);
  if (type !== otherType)
    return {
      code: 'translation_type',
      detail: `Its type is ${JSON.stringify(otherType)} in the translated list.`,
    };
  if (type !== 'multiple_choice') return null;
  const [own, theirs] = [textsOf(question), textsOf(other)];
  const odd = findOddOptions(own.multiple_choice_options, theirs.multiple_choice_options);
  return odd === null ? null : { code: 'translation_options', detail: oddInWords(odd) };
}

function oddInWords(odd: OddOptions): string {
  switch (odd.kind) {
    case 'count':
      return `It has ${odd.own} options, and ${odd.theirs} in the translated list.`;
    case 'moved':
      return `The option ${JSON.stringify(odd.option)} stands at another place.`;
    case 'same':
      return `Two options are called ${JSON.stringify(odd.option)}.`;
  }
}

/** null marks a place where no option can be read (`optionTexts`). */
export type OptionTexts = readonly (string | null)[];

/** What is not translated is shown canonical. */
export const fillOptions = (translated: OptionTexts, canonical: OptionTexts): OptionTexts =>
  canonical.map((text, place) => nonBlank(translated[place]) ?? text);

export type OddOptions =
  | { readonly kind: 'count'; readonly own: number; readonly theirs: number }
  /** An option of the one list stands at another place of the other. */
  | { readonly kind: 'moved'; readonly option: string }
  /** Two options are called the same. */
  | { readonly kind: 'same'; readonly option: string };

/** null when each place of the one list surely is the same place of the other. */
export function findOddOptions(canonical: OptionTexts, translated: OptionTexts): OddOptions | null {
  if (canonical.length !== translated.length)
    return { kind: 'count', own: canonical.length, theirs: translated.length };
  const own = new Set(canonical);
  const meanings = new Map<string, string | null | undefined>();
  const shown = fillOptions(translated, canonical);
  const moved = shown.find((other, place) => other !== null && own.has(other) && canonical[place] !== other);
  if (moved != null) return { kind: 'moved', option: moved };
  const same = shown.find((other, place) => {
    if (other === null) return false;
    const isNew = !meanings.has(other);
    if (isNew) meanings.set(other, canonical[place]);
    return !isNew && meanings.get(other) !== canonical[place];
  });
  return same == null ? null : { kind: 'same', option: same };
}
