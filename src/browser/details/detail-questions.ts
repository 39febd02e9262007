/** Details as questions of the form, in the applicant's language. */
import {
  isLinkedin,
  isTooLong,
  longest,
  NO_BIRTH,
  requiredLines,
  UNITED_STATES,
} from '../../core/answers/answers.ts';
import {
  type AskedDetail,
  type AskedName,
  addressNames,
  detailId,
  type FileDetailName,
  type TextDetailName,
  type TextDetails,
  unitedStates,
} from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type {
  Answer,
  ChoiceQuestion,
  Invalidity,
  Question,
  QuestionType,
} from '../../core/model/question.ts';
import type { FirstKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import { countryNames, examplePhone, phoneFault } from '../../ui/phone.tsx';

export type WordKey = FirstKey;
export type Words = Messages<WordKey>;

/** Names and email are basic details: their texts load with the form. */
type FurtherName = Exclude<TextDetailName, 'first_name' | 'last_name' | 'email'> | FileDetailName;

const kinds: Readonly<Record<FurtherName, { readonly type: QuestionType; readonly autofill?: string }>> = {
  preferred_name: { type: 'short_text', autofill: 'nickname' },
  preferred_pronouns: { type: 'short_text' },
  phone: { type: 'short_text' },
  date_of_birth: { type: 'date', autofill: 'bday' },
  linkedin_url: { type: 'url' },
  country: { type: 'multiple_choice', autofill: 'country' },
  address1: { type: 'short_text', autofill: 'address-line1' },
  address2: { type: 'short_text', autofill: 'address-line2' },
  town: { type: 'short_text', autofill: 'address-level2' },
  state_province: { type: 'multiple_choice', autofill: 'address-level1' },
  postcode: { type: 'short_text', autofill: 'postal-code' },
  summary: { type: 'long_text' },
  cv: { type: 'document' },
  cover_letter: { type: 'document' },
  documents: { type: 'multi_document' },
};

const isFurther = (name: AskedName): name is AskedName & FurtherName => name in kinds;

/** Makes the questions in the order in which a form asks; `address` becomes its controls. */
export function detailQuestions(asked: readonly AskedDetail[], words: Words): readonly Question[] {
  return asked.flatMap((detail) => {
    if (detail.name === 'address') return addressQuestions(detail, asked, words);
    return detail.name !== 'address2' && isFurther(detail.name)
      ? [detailQuestion(detail.name, detail, words)]
      : [];
  });
}

/** The second line is configured by itself; `requiredLines` decides about the others. */
function addressQuestions(
  { required }: AskedDetail,
  asked: readonly AskedDetail[],
  words: Words,
): readonly Question[] {
  const isLineRequired = asked.some((detail) => detail.name === 'address2' && detail.required);
  return addressNames.map((name) => ({
    ...detailQuestion(name, { required: name === 'address2' ? isLineRequired : required }, words),
    ...(name !== 'address2' && {
      requiredBy: (answerTo) => requiredLines(linesGiven(answerTo), required).some((line) => line === name),
    }),
    ...(!required && {
      says: (sentence) => sentenceOf(words, name, sentence === 'required' ? 'half' : sentence),
    }),
    block: 'address',
  }));
}

const linesGiven = (answerTo: (question: QuestionId) => Answer | null): TextDetails =>
  Object.fromEntries(addressNames.map((name) => [name, textOf(answerTo(detailId(name)))]));

function detailQuestion(
  name: FurtherName,
  { required, limits }: Pick<AskedDetail, 'required' | 'limits'>,
  words: Words,
): Question {
  const { type, autofill } = kinds[name];
  const base = {
    id: detailId(name),
    title: words.text(`field.${name}`),
    canonicalTitle: name,
    help: limits ? [extensionsOf(limits.types)] : [],
    required,
    conditional: conditionOf(name),
    detail: name,
    says: (sentence: string) => sentenceOf(words, name, sentence),
    fault: faultOf(name),
    ...(autofill && { autofill }),
    ...(limits && { limits }),
  };
  return type === 'multiple_choice' ? { ...base, ...oneOf(optionsOf(name, words)) } : { ...base, type };
}

/** Lists endings in capitals, such as "PDF, DOC". */
const extensionsOf = (types: readonly string[]): string =>
  types.map((type) => type.slice(1).toUpperCase()).join(', ');

/** A country has either a second line or a state: an entry in the other is remembered but not sent. */
function conditionOf(name: FurtherName): Question['conditional'] {
  if (name !== 'address2' && name !== 'state_province') return { kind: 'none' };
  const operator = name === 'address2' ? 'not_equals' : 'equals';
  const condition = { operator, value: UNITED_STATES };
  return { kind: 'child', parent: detailId('country'), position: null, condition };
}

export const oneOf = (options: ChoiceQuestion['options']) => ({
  type: 'multiple_choice' as const,
  options,
  minimum: 0,
  maximum: 1,
});

const optionsOf = (name: FurtherName, { locale }: Words): ChoiceQuestion['options'] =>
  name === 'country'
    ? [...countryNames(locale)].map(([text, shown]) => ({ text, shown }))
    : unitedStates.map((text) => ({ text, shown: text }));

type Sentence = (words: Words, name: FurtherName, country: string) => string | undefined;

const need: Sentence = ({ text }, name) => text(`need.${name}`);

const sentences: Readonly<Record<string, Sentence>> = {
  half: ({ text }, name) => text('address.half', { need: text(`need.${name}`) }),
  required: need,
  demanded: need,
  country: ({ text }) => text('phone.country'),
  phone({ text }, _name, country) {
    const example = examplePhone(country);
    return example ? text('fault.phone', { example }) : text('need.phone');
  },
  phoneCountry: ({ locale, text }, _name, country) =>
    text('fault.phoneCountry', { country: countryNames(locale).get(country) ?? country }),
  phoneAnywhere: ({ text }) => text('fault.phoneAnywhere'),
  // The proxy knows all numbers, even if this browser could not load them.
  refused: ({ text }, name) => (name === 'phone' ? text('fault.phoneAnywhere') : undefined),
  invalid_url: ({ text }) => text('fault.linkedin', { example: 'www.linkedin.com/in/name' }),
  future: ({ text }) => text('fault.future'),
  too_long({ text }, name) {
    const most = longest[name];
    return most ? text('fault.summary', { most }) : undefined;
  },
};

/** @param sentence the name of a fault; for a phone number followed by a space and the country */
function sentenceOf(words: Words, name: FurtherName, sentence: string): string | undefined {
  const [fault = '', country = ''] = sentence.split(' ');
  return sentences[fault]?.(words, name, country);
}

/** Checks beyond the question's type. */
const faultOf =
  (name: FurtherName) =>
  (answer: Answer): Invalidity | null => {
    const text = textOf(answer);
    switch (name) {
      case 'phone':
        return phoneFault(answer);
      case 'date_of_birth':
        if (text <= NO_BIRTH) return { code: 'unreadable_date' };
        return text > today() ? { code: 'own', sentence: 'future' } : null;
      case 'linkedin_url':
        if (!isLinkedin(text)) return { code: 'invalid_url' };
    }
    return isTooLong(name, text) ? { code: 'too_long' } : null;
  };

function textOf(answer: Answer | null): string {
  if (answer?.kind === 'choice') return answer.options.join();
  if (answer?.kind === 'date') return answer.day;
  return answer?.kind === 'text' || answer?.kind === 'url' ? answer.text : '';
}

/** Today as an ISO day in the applicant's time zone. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
