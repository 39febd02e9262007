/*
 * Answers: which of them conditions may read, which questions are visible, what goes out and in what order, and how an
 * entry is stored.
 */

import { evaluate } from '../conditions/explain.ts';
import { isAnswered } from '../conditions/read-answer.ts';
import type { QuestionId } from '../model/ids.ts';
import type {
  Answer,
  Answers,
  OutgoingAnswer,
  OutgoingValue,
  Question,
  QuestionType,
} from '../model/question.ts';
import { type QuestionTree, walkDown } from '../tree/question-tree.ts';

/** An answer that conditions and sending may read. */
export type ReadableAnswer = Exclude<Answer, { kind: 'unreadable' }>;

/** The kind of answer that each type of question takes. */
export const answerKinds: Readonly<Record<QuestionType, ReadableAnswer['kind']>> = {
  boolean: 'boolean',
  short_text: 'text',
  long_text: 'text',
  url: 'url',
  multiple_choice: 'choice',
  number: 'number',
  date: 'date',
  date_range: 'date_range',
  document: 'files',
  multi_document: 'files',
};

/** null when there is no answer, or one of a kind that the question does not take. */
export function readableAnswer(question: Question, answer: Answer | null | undefined): ReadableAnswer | null {
  if (!answer || answer.kind === 'unreadable' || question.type === 'unknown') return null;
  return answer.kind === answerKinds[question.type] ? answer : null;
}

/** The answer to a question, as conditions and sending may read it. */
export const answerTo = (question: Question, answers: Answers): ReadableAnswer | null =>
  readableAnswer(question, answers.get(question.id));

/**
 * The visible questions, in display order. Only children of a visible question are evaluated,
 * so the answer to a hidden question is never read.
 */
export function visibleQuestions(tree: QuestionTree, answers: Answers): readonly QuestionId[] {
  return walkDown(tree.roots, (id) => shownChildren(tree, id, answers));
}

function shownChildren(tree: QuestionTree, id: QuestionId, answers: Answers): readonly QuestionId[] {
  const node = tree.nodes.get(id);
  if (node === undefined || node.children.length === 0) return [];
  const answer = answerTo(node.question, answers);
  return node.children.filter((child) => {
    const judgement = tree.nodes.get(child)?.judgement;
    return judgement != null && evaluate(judgement, answer) === true;
  });
}

/** Every visible and answered question, in display order, each with its own id. */
export function outgoingAnswers(tree: QuestionTree, answers: Answers): readonly OutgoingAnswer[] {
  return visibleQuestions(tree, answers).flatMap((id) => {
    const node = tree.nodes.get(id);
    return node === undefined ? [] : outgoingParts(id, answerTo(node.question, answers));
  });
}

/** What is sent for the answer to a visible question. */
export function outgoingParts(
  question: QuestionId,
  answer: ReadableAnswer | null,
): readonly OutgoingAnswer[] {
  return isAnswered(answer) ? partsOf(answer).map((value, part) => ({ question, part, value })) : [];
}

/** Each file of a question is one POST, because the service takes one file per answer. */
function partsOf(answer: ReadableAnswer): readonly OutgoingValue[] {
  return answer.kind === 'files' ? answer.files.map((file) => ({ kind: 'document', file })) : [answer];
}

/** Who is asked for a profile may give its path alone. */
const ofLinkedin = (text: string): string => text.replace(/^\/?(?=(?:in|pub)\/)/, 'www.linkedin.com/');

type Choice = Extract<Answer, { kind: 'choice' }>;

/**
 * An entry as it is stored when its field is left: what cannot be written goes, and outer white space, once; a URL without a scheme gets
 * `https://`; options stand in the order of the question; an entry that is empty becomes null.
 */
export function normaliseAnswer(
  question: Question,
  answer: Answer | null,
  completeUrl = (text: string) => withScheme(question.detail === 'linkedin_url' ? ofLinkedin(text) : text),
): Answer | null {
  switch (answer?.kind) {
    case 'text':
    case 'number':
    case 'url': {
      const text = writableText(answer.text).trim();
      return text ? { ...answer, text: answer.kind === 'url' ? completeUrl(text) : text } : null;
    }
    case 'date': {
      const day = answer.day.trim();
      return day ? { ...answer, day } : null;
    }
    case 'date_range':
      return normaliseRange(answer.from.trim(), answer.to.trim());
    case 'choice':
      return normaliseChoice(question, answer);
    case 'files':
      return answer.files.length ? answer : null;
    default:
      return answer;
  }
}

/**
 * Removes control characters other than tabs and line ends, because databases and terminals break on them, and lone
 * surrogates, because no encoding can write them.
 */
export const writableText = (text: string): string => text.replace(/[^\P{Cc}\t\n\r]|\p{Cs}/gu, '');

function normaliseRange(from: string, to: string): Answer | null {
  return from || to ? { kind: 'date_range', from, to } : null;
}

/** Texts that match no option are kept at the end, so that `validate` can refuse them instead of losing them. */
function normaliseChoice(question: Question, { options }: Choice): Answer | null {
  const listed = question.type === 'multiple_choice' ? question.options.map(({ text }) => text) : [];
  const chosen = new Set(options);
  const ordered = new Set([...listed.filter((text) => chosen.has(text)), ...options]);
  return ordered.size ? { kind: 'choice', options: [...ordered] } : null;
}

/*
 * Web addresses as applicants type them. Patterns, because `src/core` compiles without the DOM's `URL`,
 * and because `URL` would change what was typed, while conditions compare it exactly.
 */

/** A colon followed by a port belongs to the host: `example.com:8080` has no scheme. */
const scheme = /^[a-z][a-z0-9+.-]*:(?!\d)/i;

/** No user name before the host: it would be an e-mail address in the wrong field, or a spoofed host. */
const webAddress =
  /^https?:\/\/(?:\[[\da-f:.]+\]|(?![.-])[^\s/?#@\\:[\]<>^|"`{}]+)(?::\d{1,5})?(?:[/?#]\S*)?$/i;

/** Adds https:// to an address without a scheme; a single word or an e-mail address is not a web address and stays as it is. */
function withScheme(text: string): string {
  if (scheme.test(text) || !/[.:]/.test(text)) return text;
  const whole = text.startsWith('//') ? `https:${text}` : `https://${text}`;
  return isWebAddress(whole) ? whole : text;
}

/** An address with the scheme http or https, a host, and no white space. */
export function isWebAddress(text: string): boolean {
  return webAddress.test(text);
}
