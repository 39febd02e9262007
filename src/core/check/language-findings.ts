/** What a language of the service lacks, beside the canonical texts. A language that nothing is translated into is none of the form's. */
import { fillOptions, findOddOptions, type OptionTexts } from '../jsonapi/pair-options.ts';
import { nonBlank } from '../jsonapi/read-members.ts';
import { optionTexts } from '../jsonapi/read-question.ts';
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { firstCopies } from '../tree/first-copies.ts';
import { sameJson } from '../tree/same-json.ts';
import type { CheckContext, Found } from './finding.ts';
import { stored } from './stored-condition.ts';
import { hasLetters, hasPhrase, hasWords } from './worded.ts';
import { counted, listed, quoted } from './words.ts';

type Records = ReadonlyMap<QuestionId, QuestionRecord>;

export function languageFindings(
  records: Records,
  languages: NonNullable<CheckContext['languages']>,
): readonly Found[] {
  const lacking = new Map<QuestionId, Lack[]>();
  const others: Found[] = [];
  for (const [language, list] of languages) {
    const translated = firstCopies(list);
    const lacks = [...records.values()].map((record) =>
      lackOf(record, translated.get(record.question.id), language),
    );
    const told = judgeLanguage(
      language,
      lacks.flatMap((lack) => lack ?? []),
    );
    others.push(...told.findings);
    for (const lack of told.lacks)
      lacking.set(lack.question.id, [...(lacking.get(lack.question.id) ?? []), lack]);
  }
  return [...[...lacking.values()].flatMap((lacks) => untranslated(lacks)), ...others];
}

interface Lack {
  readonly question: Question;
  readonly language: string;
  /** `odd`: the two lists do not fit, so all of the question is shown in the language of the set. */
  readonly kind: 'texts' | 'odd';
  /** Which texts, in words; how they do not fit. */
  readonly what: string;
  readonly hasTranslation: boolean;
}

interface Judged {
  readonly findings: readonly Found[];
  readonly lacks: readonly Lack[];
}

/** A language of which less than half is there gets one finding, not one for each question. */
function judgeLanguage(language: string, lacks: readonly (Lack | Complete)[]): Judged {
  const complete = lacks.filter((lack) => lack.kind === 'complete' || lack.hasTranslation).length;
  const missing = lacks.flatMap((lack) => (lack.kind === 'complete' ? [] : [lack]));
  const [first] = missing;
  if (complete === 0 || first === undefined) return { findings: [], lacks: [] };
  const bare = missing.filter(({ hasTranslation }) => !hasTranslation);
  if (bare.length * 2 <= lacks.length) return { findings: [], lacks: missing };
  const name = languageName(language);
  const findings: readonly Found[] = [
    {
      code: 'untranslated',
      question: bare[0]?.question ?? first.question,
      found: `Only ${complete} of ${counted(lacks.length, 'question', 'questions')} have texts in ${name}. Who reads the form in ${name} reads two languages.`,
      fix: `Translate the others, beginning with this one, or take the texts in ${name} away.`,
    },
  ];
  // Of a list that lacks most of them, this one finding says enough.
  const isWhole = missing.filter(({ kind }) => kind === 'odd').length * 2 <= lacks.length;
  return {
    findings,
    lacks: missing.filter(({ kind, hasTranslation }) => hasTranslation || (isWhole && kind === 'odd')),
  };
}

interface Complete {
  readonly kind: 'complete';
}

/** null: it has no words that have to be translated, and none are. */
function lackOf(
  record: QuestionRecord,
  other: QuestionRecord | undefined,
  language: string,
): Lack | Complete | null {
  const { question } = record;
  if (other === undefined)
    return {
      question,
      language,
      kind: 'texts',
      what: 'the whole question, which the list in this language does not have',
      hasTranslation: false,
    };
  const odd = oddity(record, other);
  const texts = [titleIn(record, other), helpIn(record, other), optionsIn(record, other)];
  const hasTranslation = texts.some(({ isTranslated }) => isTranslated);
  if (odd !== null) return { question, language, kind: 'odd', what: odd, hasTranslation };
  const lacking = texts.flatMap(({ lack }) => lack ?? []);
  if (lacking.length > 0) return { question, language, kind: 'texts', what: listed(lacking), hasTranslation };
  return texts.some(({ isWorded }) => isWorded) || hasTranslation ? { kind: 'complete' } : null;
}

/** One text of a question, or all its options, beside the translation. */
interface Compared {
  /** It has words that are hardly ever the same in two languages. */
  readonly isWorded: boolean;
  readonly isTranslated: boolean;
  /** What is not translated, in words; null: nothing. */
  readonly lack: string | null;
}

function titleIn({ question }: QuestionRecord, other: QuestionRecord): Compared {
  const title = question.canonicalTitle;
  const translated = nonBlank(other.question.canonicalTitle);
  return compared('the title', title, translated);
}

function helpIn(record: QuestionRecord, other: QuestionRecord): Compared {
  return compared('the help text', helpOf(record), other.question.help.length === 0 ? null : helpOf(other));
}

/** @param translated null: empty, so that the text itself is shown */
function compared(name: string, text: unknown, translated: unknown): Compared {
  const isTranslated = translated !== null && !sameJson(text, translated);
  const isWorded = hasWords(text);
  const isLacking = translated === null ? hasLetters(text) : isWorded && !isTranslated;
  return { isWorded, isTranslated, lack: isLacking ? name : null };
}

/** Of two words, a name may be the same in two languages; several of them hardly are. */
const FEWEST_PHRASES = 2;

function optionsIn(record: QuestionRecord, other: QuestionRecord): Compared {
  const [own, theirs] = [optionsOf(record), optionsOf(other)];
  const shown = fillOptions(theirs, own);
  const same = own.flatMap((text, place) =>
    text !== null && shown[place] === text ? [{ text, place }] : [],
  );
  const phrases = same.filter(({ text }) => hasPhrase(text));
  const isLacking = ({ text, place }: { readonly text: string; readonly place: number }) =>
    nonBlank(theirs[place]) === null
      ? hasLetters(text)
      : hasWords(text) || (phrases.length >= FEWEST_PHRASES && hasPhrase(text));
  const lacking = [...new Set(same.filter(isLacking).map(({ text }) => text))];
  const isTranslated = same.length < own.filter((text) => text !== null).length;
  const isWorded = own.some((text) => hasWords(text)) || own.filter(hasPhrase).length >= FEWEST_PHRASES;
  if (lacking.length === 0) return { isWorded, isTranslated, lack: null };
  const which = `${lacking.length === 1 ? 'the option' : 'the options'} ${listed(lacking.map(quoted))}`;
  return { isWorded, isTranslated, lack: isTranslated ? which : 'the options' };
}

const helpOf = ({ attributes }: QuestionRecord): unknown =>
  stored(attributes, 'additional_information') ?? null;

/** With those that are listed twice, since they are paired by place. */
const optionsOf = ({ question, attributes }: QuestionRecord): OptionTexts =>
  question.type === 'multiple_choice' ? optionTexts(stored(attributes, 'multiple_choice_options')) : [];

function oddity(record: QuestionRecord, other: QuestionRecord): string | null {
  if (record.question.type !== other.question.type) return 'it has another type there';
  const odd = findOddOptions(optionsOf(record), optionsOf(other));
  switch (odd?.kind) {
    case undefined:
      return null;
    case 'count':
      return `it has ${counted(odd.theirs, 'option', 'options')} there instead of ${odd.own}`;
    case 'moved':
      return `the option ${quoted(odd.option)} stands at another place there`;
    case 'same':
      return `two options are called ${quoted(odd.option)} there`;
  }
}

function untranslated(lacks: readonly Lack[]): readonly Found[] {
  const texts = lacks.filter(({ kind }) => kind === 'texts');
  const odd = lacks.filter(({ kind }) => kind === 'odd');
  const [text, strange] = [texts[0], odd[0]];
  return [
    ...(text === undefined
      ? []
      : [
          {
            code: 'untranslated',
            question: text.question,
            found: `Not translated: ${texts.map(({ language, what }) => `${what} (${languageName(language)})`).join('; ')}. Who reads the form in such a language reads these in the language of the set.`,
            fix: 'Add the missing translations.',
          } as const,
        ]),
    ...(strange === undefined
      ? []
      : [
          {
            code: 'translation_differs',
            question: strange.question,
            found: `Its translation does not fit: ${odd.map(({ language, what }) => `${what} (${languageName(language)})`).join('; ')}. It is shown untranslated there, because a wrong pair would send another answer than the applicant chose.`,
            fix: 'Give it the same type, and the same options in the same order, each with a text of its own, in each language.',
          } as const,
        ]),
  ];
}

const languageNames: ReadonlyMap<string, string> = new Map([
  ['en', 'English'],
  ['de', 'German'],
  ['es', 'Spanish'],
  ['fr', 'French'],
  ['pt', 'Portuguese'],
  ['pt-BR', 'Brazilian Portuguese'],
  ['ar', 'Arabic'],
]);

const languageName = (tag: string): string => languageNames.get(tag) ?? `“${tag}”`;
