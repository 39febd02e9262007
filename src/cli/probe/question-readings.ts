/** What a question looks like, and where its translations come from. */
import { optionTexts } from '../../core/jsonapi/read-question.ts';
import { list, member } from '../../core/jsonapi/stored-json.ts';
import { questionTypes } from '../../core/model/question.ts';
import { questionsIn, strangeOf } from './questions.ts';
import { either, type Judgement, mostly, type Reading } from './reading.ts';
import {
  type Answered,
  answeredBy,
  attribute,
  counted,
  dataOf,
  idsOf,
  includedOf,
  isGood,
  notAsked,
  type Replies,
  some,
  textOf,
} from './replies.ts';

const withoutQuestions = (replies: Replies): string | null =>
  questionsIn(replies).length > 0
    ? null
    : 'No questions were read. Name a job whose form has some by --job ID.';

/** `conditional` is documented; the others are not. */
const attributeNames = [
  'title',
  'additional_information',
  'question_type',
  'required',
  'num_required_answer_options',
  'max_num_required_answer_options',
  'multiple_choice_options',
];

function judgeAttributes(replies: Replies): Judgement {
  const questions = questionsIn(replies);
  const count = counted(questions.length, 'question');
  const missing = attributeNames.filter((name) =>
    questions.every((one) => member(member(one, 'attributes'), name) === undefined),
  );
  return either(missing.length === 0, `all seven at ${count}`, `none of ${count} has ${missing.join(', ')}`);
}

function judgeTypes(replies: Replies): Judgement {
  const questions = questionsIn(replies);
  const typeOf = (one: unknown) => textOf(one, 'question_type') ?? 'none';
  const isKnown = (one: unknown) => questionTypes.some((known) => known === typeOf(one));
  const not = 'the form says that it cannot ask these:';
  const strange = questions.filter((one) => !isKnown(one)).map((one) => strangeOf(replies, one, typeOf(one)));
  const detail = some(questions.filter(isKnown).map(typeOf), 10);
  return mostly(detail, { all: questions.length, strange, not });
}

const choicesIn = (replies: Replies): readonly unknown[] =>
  questionsIn(replies).filter((one) => attribute(one, 'question_type') === 'multiple_choice');

const withoutChoices = (replies: Replies): string | null =>
  choicesIn(replies).length > 0 ? null : 'No choice was read. Name a job that asks for one by --job ID.';

const optionsOf = (choice: unknown): unknown => attribute(choice, 'multiple_choice_options');

function hasOptions(choice: unknown): boolean {
  const texts = optionTexts(optionsOf(choice));
  return texts.length > 0 && texts.every((one) => one !== null);
}

function judgeOptions(replies: Replies): Judgement {
  const choices = choicesIn(replies);
  const readable = choices.filter(hasOptions);
  const isText = (one: unknown) => list(optionsOf(one)).every((option) => typeof option === 'string');
  const texts = readable.filter(isText).length;
  const detail = `texts at ${counted(texts, 'choice')}, objects at ${readable.length - texts}`;
  const not = 'no options can be read of';
  const strange = choices.filter((one) => !hasOptions(one)).map((one) => strangeOf(replies, one));
  return mostly(detail, { all: choices.length, strange, not });
}

function judgeSeveral(replies: Replies): Judgement {
  const limits = choicesIn(replies).map((one) => attribute(one, 'max_num_required_answer_options'));
  const count = (isWanted: (limit: unknown) => boolean) => limits.filter(isWanted).length;
  if (limits.every((limit) => limit === undefined))
    return ['not_seen', 'no choice has this attribute: all take several options'];
  const ones = count((limit) => Number(limit) === 1);
  const detail = `1 at ${ones} of ${limits.length} choices, none at ${count((limit) => limit === null)}`;
  return ones > 0 && ones < limits.length
    ? ['seen', detail]
    : ['unknown', `${detail}. Name a job that asks both kinds of choice by --job ID.`];
}

/** What became of a language, as a sentence begins that names all of which it is so. */
const effects = {
  translated: 'other texts, same ids, in',
  same: 'the canonical texts in',
  others: 'other questions in',
  refused: 'refused:',
  notAsked: 'not asked:',
} as const;

type Effect = keyof typeof effects;

function effectOf(reply: Answered, canonical: Answered): Effect {
  if (reply === null) return 'notAsked';
  if (!isGood(reply)) return 'refused';
  if (idsOf(dataOf(reply)).join() !== idsOf(dataOf(canonical)).join()) return 'others';
  return textsOf(reply) === textsOf(canonical) ? 'same' : 'translated';
}

const textsOf = (reply: Answered): string =>
  JSON.stringify(
    [...dataOf(reply), ...includedOf(reply)].map((one) => [
      textOf(one, 'title'),
      textOf(one, 'additional_information'),
      optionTexts(optionsOf(one)),
    ]),
  );

function judgeLanguages({ languages, canonical }: Replies): Judgement {
  const found = [...languages].map(([locale, reply]) => ({ locale, effect: effectOf(reply, canonical) }));
  const has = (effect: Effect) => found.some((one) => one.effect === effect);
  const all = Object.entries(effects)
    .map(([effect, words]) => [words, found.filter((one) => one.effect === effect)] as const)
    .filter(([, having]) => having.length > 0)
    .map(([words, having]) => `${words} ${having.map(({ locale }) => locale).join(', ')}`)
    .join('; ');
  if (has('translated')) return ['seen', all];
  if (has('same') && !has('others'))
    return ['unknown', `${all}. Name a job whose questions are translated at the service by --job ID.`];
  return has('others') || has('refused')
    ? ['not_seen', `${all}: the canonical texts are shown`]
    : ['unknown', notAsked];
}

export const questionReadings = {
  attributes: {
    reading: 'The attributes of a question: title, question_type, required and four more',
    lacks: withoutQuestions,
    judge: judgeAttributes,
  },
  types: {
    reading: 'Every type of question is one of the ten that we know',
    lacks: withoutQuestions,
    judge: judgeTypes,
  },
  options: {
    reading: 'Options of a choice are texts, or objects with a text',
    lacks: withoutChoices,
    judge: judgeOptions,
  },
  several: {
    reading: 'One choice where max_num_required_answer_options is 1, else several',
    lacks: withoutChoices,
    judge: judgeSeveral,
  },
  languages: { reading: 'The same questions in another language: locale=', judge: judgeLanguages },
  wrongLanguage: {
    reading: 'An invalid locale is refused with 400',
    lacks: ({ wrongLanguage }) => (wrongLanguage === null ? notAsked : null),
    judge: ({ wrongLanguage }) =>
      either(
        wrongLanguage?.status === 400,
        'answered with 400',
        `${answeredBy(wrongLanguage)}: perhaps this list does not look at locale at all`,
      ),
  },
} satisfies Readonly<Record<string, Reading>>;
