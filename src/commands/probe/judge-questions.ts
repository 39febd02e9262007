/** What a question looks like. */
import { optionTexts } from '../../documents/read-question.ts';
import { idText, list, member, path, text } from '../../documents/stored-json.ts';
import { questionTypes } from '../../model/question.ts';
import { type Finding, mostly, notSeen, type Strange, seen, unknown } from './finding.ts';
import type { Replies } from './replies.ts';
import { attribute, counted, dataOf, idOf, idsOf, includedOf, isOfType, some } from './reply.ts';

/** Each once. */
export function questionsIn({ questions, canonical, filters, deeper }: Replies): readonly unknown[] {
  const replies = [questions, canonical, filters.eq, filters.plain, filters.posting, deeper];
  const all = replies.flatMap((reply) => [...dataOf(reply), ...includedOf(reply)]);
  const byId = new Map(all.filter(isOfType('questions')).map((one) => [idOf(one), one]));
  return [...byId.values()];
}

/** The whole form of the sample's job; none where no filter brings it. */
export const formIn = ({ questions, canonical }: Replies): readonly unknown[] =>
  canonical === questions
    ? []
    : [...dataOf(canonical), ...includedOf(canonical)].filter(isOfType('questions'));

/** @param told of it, beside its id */
export function strangeOf(replies: Replies, question: unknown, told?: string): Strange {
  const id = idOf(question) ?? 'one without an id';
  return { told: told === undefined ? id : `${told} (${id})`, job: jobOfQuestion(replies, question) };
}

/** The document shows no member that names what a question belongs to; a service may have one. */
function jobOfQuestion(replies: Replies, question: unknown): string | null {
  const named =
    idText(attribute(question, 'questionable_id')) ??
    idText(path(question, 'relationships', 'questionable', 'data', 'id'));
  const isOfSample = idsOf(formIn(replies)).some((id) => id === idOf(question));
  return named ?? (isOfSample ? replies.sample.job : null);
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
  const questions = questionsIn(replies);
  if (questions.length === 0) return unknown(reading, noQuestions);
  const typeOf = (one: unknown) => text(attribute(one, 'question_type')) ?? 'none';
  const isKnown = (one: unknown) => questionTypes.some((known) => known === typeOf(one));
  const not = 'the form says that it cannot ask these:';
  const strange = questions.filter((one) => !isKnown(one)).map((one) => strangeOf(replies, one, typeOf(one)));
  const detail = some(questions.filter(isKnown).map(typeOf), 10);
  return mostly(reading, detail, { all: questions.length, strange, not });
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
  const strange = (unreadable ?? []).map((one) => strangeOf(replies, one));
  return mostly(reading, detail, { all: choices.length, strange, not });
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
