/**
 * Texts in another language for the questions of a form: two lists of the service, paired by question and, for
 * options, by position (our reading, `src/README.md#17-languages`). Pure. Whatever does not fit stays canonical,
 * because a wrong pair would send another option than the applicant chose.
 */

import { list, nonBlank } from '../../core/jsonapi/json.ts';
import { optionTexts } from '../../core/jsonapi/read-questions.ts';
import { canonicalJson } from '../http/canonical-json.ts';
import type { LogProblem } from '../log.ts';
import { fillOptions, findOddOptions, type OddOptions, type OptionTexts } from './pair-options.ts';
import type { QuestionSet } from './question-set.ts';
import type { ReducedQuestion } from './reduce-question.ts';

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
