/** What is wrong with single questions, whatever they follow. */
import type { Question } from '../model/question.ts';
import type { QuestionRecord } from '../model/question-record.ts';
import type { Found } from './finding.ts';
import { stored } from './stored-condition.ts';
import { asSeen, counted, listed, quoted } from './words.ts';

export function questionFindings(record: QuestionRecord): readonly Found[] {
  const { question } = record;
  return [
    ...titleFindings(question),
    ...(question.type === 'unknown' ? [unknownType(question)] : []),
    ...(question.type === 'multiple_choice' ? optionFindings(record, question) : []),
  ];
}

const titleFindings = (question: Question): readonly Found[] =>
  question.canonicalTitle.trim() !== ''
    ? []
    : [
        {
          code: 'no_title',
          question,
          found: 'It has no title, so applicants cannot know what is asked.',
          fix: 'Give it a title, or delete it.',
        },
      ];

const nevertheless = ({ required }: Question): string =>
  required ? ' Although it is required, the form can be sent without it.' : '';

function unknownType(question: Extract<Question, { type: 'unknown' }>): Found {
  const type =
    question.typeName.trim() === '' ? 'It has no type' : `Its type ${quoted(question.typeName)} is not known`;
  return {
    code: 'unknown_type',
    question,
    found: `${type}, so nothing can be answered: applicants see a notice in its place.${nevertheless(question)}`,
    fix: 'Ask it as one of the types that the form knows: yes/no, short or long text, web address, choice, number, date, period, file or files.',
  };
}

type Choice = Extract<Question, { type: 'multiple_choice' }>;

function optionFindings(record: QuestionRecord, question: Choice): readonly Found[] {
  const { texts, unreadable } = storedOptions(record);
  return [
    ...(question.options.length === 0 ? [withoutOptions(question)] : [...tooManyWanted(record, question)]),
    ...duplicateOptions(question, texts),
    ...(unreadable === 0
      ? []
      : [
          {
            code: 'unreadable_option',
            question,
            found: `${counted(unreadable, 'option has', 'options have')} no text that can be read, and ${unreadable === 1 ? 'is' : 'are'} not offered.`,
            fix: `Give each option a text, or delete it. Offered ${question.options.length === 1 ? 'is' : 'are'} ${listed(question.options.map(({ text }) => quoted(text))) || 'none'}.`,
          } as const,
        ]),
  ];
}

/** As `core/jsonapi` reads them: texts, or objects with a text. */
function storedOptions({ attributes }: QuestionRecord) {
  const options = stored(attributes, 'multiple_choice_options');
  const items: readonly unknown[] = Array.isArray(options)
    ? options
    : typeof options === 'string'
      ? [options]
      : [];
  const texts = items.map((item) => optionText(item) ?? optionText(stored(item, 'text')));
  return {
    texts: texts.flatMap((text) => text ?? []),
    unreadable: texts.filter((text) => text === null).length,
  };
}

function optionText(item: unknown): string | null {
  const text = typeof item === 'number' ? String(item) : item;
  return typeof text === 'string' && text !== '' ? text : null;
}

const withoutOptions = (question: Choice): Found => ({
  code: 'no_options',
  question,
  found: `It is a choice without options, so nothing can be answered: applicants see a notice in its place.${nevertheless(question)}`,
  fix: 'Add its options, or ask it as a text.',
});

function tooManyWanted({ attributes }: QuestionRecord, question: Choice): readonly Found[] {
  const wanted = wholeNumber(stored(attributes, 'num_required_answer_options'));
  const { options, maximum, minimum } = question;
  const most = Math.min(options.length, maximum ?? options.length);
  if (wanted === null || wanted <= most) return [];
  const allowed =
    most < options.length
      ? `at most ${most} may be chosen`
      : `it has only ${counted(most, 'option', 'options')}`;
  return [
    {
      code: 'minimum_too_high',
      question,
      found: `It wants at least ${wanted} options chosen, but ${allowed}. The form asks for ${minimum} instead, so that it can be sent at all.`,
      fix: `Lower the number that has to be chosen to ${most} or less${most < options.length ? ', or raise the number that may be chosen' : ', or add options'}.`,
    },
  ];
}

function wholeNumber(json: unknown): number | null {
  const text = typeof json === 'number' || typeof json === 'string' ? String(json).trim() : '';
  return /^\d{1,15}$/.test(text) ? Number(text) : null;
}

/** The same text, or one that a reader takes for the same. */
function duplicateOptions(question: Choice, texts: readonly string[]): readonly Found[] {
  const first = new Map<string, string>();
  const pairs: (readonly [string, string])[] = [];
  for (const text of texts) {
    const look = asSeen(text)
      .trim()
      .toLowerCase()
      .split(/\s/)
      .filter((word) => word !== '')
      .join(' ');
    const before = first.get(look);
    if (before === undefined) first.set(look, text);
    else pairs.push([before, text]);
  }
  const [pair] = pairs;
  if (pair === undefined) return [];
  const [one, other] = pair;
  const found =
    one === other
      ? `It has the option ${quoted(one)} twice. Applicants see it once.`
      : `Its options ${quoted(one)} and ${quoted(other)} look the same${asSeen(one) === asSeen(other) ? ' and differ in a character that cannot be seen' : ''}. A follow-up fits only the one that is written exactly as in its condition.`;
  const more = pairs.length > 1 ? ` So have ${counted(pairs.length - 1, 'other pair', 'other pairs')}.` : '';
  return [
    {
      code: 'duplicate_option',
      question,
      found: `${found}${more}`,
      fix: 'Delete one of the two, or word them apart.',
    },
  ];
}
