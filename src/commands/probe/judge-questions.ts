/** What a question looks like. */
import { optionTexts } from '../../documents/read-question.ts';
import { list, member, text } from '../../documents/stored-json.ts';
import { questionTypes } from '../../model/question.ts';
import { type Finding, mostly, notSeen, seen, unknown } from './finding.ts';
import type { Replies } from './replies.ts';
import { attribute, counted, dataOf, idOf, idsOf, includedOf, isOfType, some } from './reply.ts';

/** Each once. */
export function questionsIn({ questions, canonical, filters, deeper }: Replies): readonly unknown[] {
  const replies = [questions, canonical, filters.eq, filters.plain, filters.posting, deeper];
  const all = replies.flatMap((reply) => [...dataOf(reply), ...includedOf(reply)]);
  const byId = new Map(all.filter(isOfType('questions')).map((one) => [idOf(one), one]));
  return [...byId.values()];
}

const noQuestions = 'No questions were read. Name a job whose form has some by --job ID.';

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

export function judgeAttributes(replies: Replies): Finding {
  const reading = 'The attributes of a question: title, question_type, required and four more';
  const questions = questionsIn(replies);
  if (questions.length === 0) return unknown(reading, noQuestions);
  const missing = attributeNames.filter((name) =>
    questions.every((one) => member(member(one, 'attributes'), name) === undefined),
  );
  return missing.length === 0
    ? seen(reading, `all seven at ${counted(questions.length, 'question')}`)
    : notSeen(reading, `none of ${counted(questions.length, 'question')} has ${missing.join(', ')}`);
}

export function judgeTypes(replies: Replies): Finding {
  const reading = 'Every type of question is one of the ten that we know';
  const types = questionsIn(replies).map((one) => text(attribute(one, 'question_type')) ?? 'none');
  if (types.length === 0) return unknown(reading, noQuestions);
  const isKnown = (type: string) => questionTypes.some((known) => known === type);
  const not = 'the form says that it cannot ask these:';
  const strange = types.filter((type) => !isKnown(type));
  return mostly(reading, some(types.filter(isKnown), 10), { all: types.length, strange, not });
}

const choicesIn = (replies: Replies): readonly unknown[] =>
  questionsIn(replies).filter((one) => attribute(one, 'question_type') === 'multiple_choice');

const noChoices = 'No choice was read. Name a job that asks for one by --job ID.';

export function judgeOptions(replies: Replies): Finding {
  const reading = 'Options of a choice are texts, or objects with a text';
  const choices = choicesIn(replies);
  if (choices.length === 0) return unknown(reading, noChoices);
  const [readable, unreadable] = [true, false].map((wanted) =>
    choices.filter((one) => hasOptions(attribute(one, 'multiple_choice_options')) === wanted),
  );
  const isText = (one: unknown) =>
    list(attribute(one, 'multiple_choice_options')).every((option) => typeof option === 'string');
  const texts = readable?.filter(isText).length ?? 0;
  const detail = `texts at ${counted(texts, 'choice')}, objects at ${(readable?.length ?? 0) - texts}`;
  const not = 'no options can be read of';
  return mostly(reading, detail, { all: choices.length, strange: idsOf(unreadable ?? []), not });
}

function hasOptions(stored: unknown): boolean {
  const texts = optionTexts(stored);
  return texts.length > 0 && texts.every((one) => one !== null);
}

export function judgeSeveral(replies: Replies): Finding {
  const reading = 'One choice where max_num_required_answer_options is 1, else several';
  const choices = choicesIn(replies);
  if (choices.length === 0) return unknown(reading, noChoices);
  const limits = choices.map((one) => attribute(one, 'max_num_required_answer_options'));
  const count = (isWanted: (limit: unknown) => boolean) => limits.filter(isWanted).length;
  if (limits.every((limit) => limit === undefined))
    return notSeen(reading, 'no choice has this attribute: all take several options');
  const ones = count((limit) => Number(limit) === 1);
  const detail = `1 at ${ones} of ${choices.length} choices, none at ${count((limit) => limit === null)}`;
  return ones > 0 && ones < choices.length
    ? seen(reading, detail)
    : unknown(reading, `${detail}. Name a job that asks both kinds of choice by --job ID.`);
}
