/** What a language of the service lacks, beside the canonical texts. A language that nothing is translated into is none of the form's. */
import type { QuestionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import { firstCopies } from '../tree/first-copies.ts';
import { sameJson } from '../tree/same-json.ts';
import type { CheckContext, Found } from './finding.ts';
import { stored } from './stored-condition.ts';
import { counted, listed } from './words.ts';

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
      kind: 'odd',
      what: 'the list in this language does not have it',
      hasTranslation: false,
    };
  const odd = oddity(question, other.question);
  const texts = [
    ['the title', question.canonicalTitle, other.question.canonicalTitle],
    ['the help text', helpOf(record), helpOf(other)],
    ['the options', optionsOf(question), optionsOf(other.question)],
  ] as const;
  const worded = texts.filter(([, text]) => hasWords(text));
  const same = worded.filter(([, text, translated]) => sameJson(text, translated)).map(([name]) => name);
  const hasTranslation = texts.some(([, text, translated]) => !sameJson(text, translated));
  if (odd !== null) return { question, language, kind: 'odd', what: odd, hasTranslation };
  if (same.length > 0) return { question, language, kind: 'texts', what: listed(same), hasTranslation };
  return worded.length === 0 && !hasTranslation ? null : { kind: 'complete' };
}

const helpOf = ({ attributes }: QuestionRecord): unknown =>
  stored(attributes, 'additional_information') ?? null;

const optionsOf = (question: Question): readonly string[] =>
  question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];

function oddity(question: Question, other: Question): string | null {
  if (question.type !== other.type) return 'it has another type there';
  const [own, theirs] = [optionsOf(question).length, optionsOf(other).length];
  return own === theirs ? null : `it has ${counted(theirs, 'option', 'options')} there instead of ${own}`;
}

/** Names, numbers and single words are often the same in two languages: three words in a row hardly ever are. */
function hasWords(text: unknown): boolean {
  // Not recursive, because a document may be nested deeper than the call stack.
  const waiting: unknown[] = [text];
  while (waiting.length > 0) {
    const next = waiting.pop();
    if (Array.isArray(next)) for (const one of next) waiting.push(one);
    else if (typeof next !== 'string') waiting.push(...childrenIn(next));
    else if ((next.slice(0, 500).match(/\p{L}{2,}/gu) ?? []).length > 2) return true;
  }
  return false;
}

function childrenIn(text: unknown): readonly unknown[] {
  const children = stored(text, 'children');
  return children === undefined ? [] : [children];
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
            fix: 'Give it the same type, and the same options in the same order, in each language.',
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
