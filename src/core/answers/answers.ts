/*
 * Answers: which of them conditions may read, which questions are visible, what is sent in which order, how an entry
 * is stored, and what is wrong with it.
 */

import { evaluate } from '../conditions/explain.ts';
import { isAnswered } from '../conditions/read-answer.ts';
import { isIsoDay } from '../conditions/read-date.ts';
import { addressNames, type FieldName, type TextDetailName, type TextDetails } from '../model/details.ts';
import type { QuestionId } from '../model/ids.ts';
import type {
  Answer,
  Answers,
  ChoiceQuestion,
  Invalidity,
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

/** The parts to send for a visible answer. */
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

/** Adds the host to the path of a profile, such as `/in/name`. */
const withLinkedinHost = (text: string): string => text.replace(/^\/?(?=(?:in|pub)\/)/, 'www.linkedin.com/');

type Choice = Extract<Answer, { kind: 'choice' }>;

/**
 * An entry as it is stored when its field is left: without outer white space and characters that cannot be written; a URL
 * without a scheme gets `https://`; options have the order of the question; an empty entry becomes null.
 */
export function normaliseAnswer(
  question: Question,
  answer: Answer | null,
  completeUrl = (text: string) =>
    withScheme(question.detail === 'linkedin_url' ? withLinkedinHost(text) : text),
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

/** Texts that match no option come last, so that `validate` can refuse them instead of losing them. */
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

/**
 * Why the answer to a visible question cannot be sent; null when it can.
 * An unknown type, or a choice without options, cannot be answered, so it never blocks sending.
 *
 * @param isRequired may depend on other answers
 */
export function validate(
  question: Question,
  given: Answer | null,
  isRequired = question.required,
): Invalidity | null {
  if (question.type === 'unknown') return null;
  if (question.type === 'multiple_choice' && question.options.length === 0) return null;
  // An unreadable entry is not empty, so it must never count as unanswered.
  const answer = normaliseAnswer(question, given);
  if (answer === null) return isRequired ? { code: 'required' } : null;
  return checkKind(question, answer, given) ?? question.fault?.(answer) ?? null;
}

type Answerable = Exclude<Question, { type: 'unknown' }>;

function checkKind(question: Answerable, answer: Answer, given: Answer | null): Invalidity | null {
  if (question.basic && answer.kind === 'text') {
    const code = givenFault(question.basic, answer.text);
    return code && { code };
  }
  switch (question.type) {
    case 'number':
      return given?.kind === 'number' ? checkNumber(given.text) : { code: 'unreadable_number' };
    case 'date':
      return answer.kind === 'date' && isIsoDay(answer.day) ? null : { code: 'unreadable_date' };
    case 'date_range':
      return answer.kind === 'date_range' ? checkRange(answer.from, answer.to) : { code: 'unreadable_date' };
    case 'url':
      return answer.kind === 'url' && isWebAddress(answer.text) ? null : { code: 'invalid_url' };
    case 'multiple_choice':
      return answer.kind === 'choice'
        ? checkChoice(question, new Set(answer.options))
        : { code: 'not_an_option' };
    default:
      return answer.kind === answerKinds[question.type] ? null : { code: 'required' };
  }
}

/** The most digits that the service's decimal column reliably stores. A longer number is a typing mistake. */
const mostDigits = 40;

function checkNumber(text: string): Invalidity | null {
  if (!/^-?\d+(?:\.\d+)?$/.test(text)) return { code: 'unreadable_number' };
  return text.replaceAll(/\D/g, '').length > mostDigits ? { code: 'number_too_long' } : null;
}

function checkRange(from: string, to: string): Invalidity | null {
  if ((from !== '' && !isIsoDay(from)) || (to !== '' && !isIsoDay(to))) return { code: 'unreadable_date' };
  if (from === '' || to === '') return { code: 'range_incomplete', missing: from === '' ? 'from' : 'to' };
  return from > to ? { code: 'range_reversed' } : null;
}

function checkChoice(question: ChoiceQuestion, chosen: ReadonlySet<string>): Invalidity | null {
  const { options, minimum, maximum } = question;
  const known = new Set(options.map(({ text }) => text));
  if ([...chosen].some((text) => !known.has(text))) return { code: 'not_an_option' };
  if (chosen.size < minimum) return { code: 'too_few_options', minimum };
  return maximum !== null && chosen.size > maximum ? { code: 'too_many_options', maximum } : null;
}

/* Faults of the details that every visitor gives: one rule for the form and for the proxy. */

/** Characters: the limit of the service's text columns, according to its published documents. */
export const LONGEST_DETAIL = 255;

/** Requires only one @ and a host with a dot, because nothing but a message can show that an address works. */
const emailAddress = /^(?:[^\s@<>()[\]\\,;:"]+|"[^"\n\r]+")@[^\s@<>()[\]\\,;:".]+(\.[^\s@<>()[\]\\,;:".]+)+$/;

export const isEmailAddress = (text: string): boolean => emailAddress.test(text);

/** Counts letters as people do: some scripts take two units for one. */
const isLonger = (text: string, most: number): boolean => text.length > most && [...text].length > most;

/** @param text trimmed, not empty */
export function givenFault(name: string, text: string): 'too_long' | 'invalid_email' | null {
  if (isLonger(text, LONGEST_DETAIL)) return 'too_long';
  return name === 'email' && !isEmailAddress(text) ? 'invalid_email' : null;
}

/*
 * Faults of all other details. Separate, because most of them are rarely asked for.
 */

/** Characters: a summary may have six pages, and a copied address may end in tracking parameters. */
export const longest: Readonly<Partial<Record<FieldName, number>>> = { summary: 20_000, linkedin_url: 1_000 };

export const isTooLong = (name: FieldName, text: string): boolean =>
  isLonger(text, longest[name] ?? LONGEST_DETAIL);

/** The proxy alone finds `in_future` and unknown phone numbers: it knows the day and all numbers. */
export type TextFault =
  | 'required'
  | 'too_long'
  | 'invalid_email'
  | 'invalid_phone'
  | 'invalid_linkedin'
  | 'invalid_url'
  | 'unreadable_date'
  | 'in_future'
  | 'not_an_option';

/** @param address a web address */
export const isLinkedin = (address: string): boolean =>
  /^https?:\/\/([\w-]+\.)*(linkedin\.c(om|n)|lnkd\.in)([/?#:]|$)/i.test(address);

/** A date of birth on or before this day is a typing mistake. */
export const NO_BIRTH = '1899-12-31';

/** According to the service's document, only here an address has a state, and no second line. */
export const UNITED_STATES = 'US';

/** @param text trimmed, not empty */
export function furtherFault(name: TextDetailName, text: string): Exclude<TextFault, 'required'> | null {
  if (isTooLong(name, text)) return 'too_long';
  switch (name) {
    case 'summary':
      return null;
    case 'linkedin_url':
      if (!isWebAddress(text)) return 'invalid_url';
      return isLinkedin(text) ? null : 'invalid_linkedin';
    case 'date_of_birth':
      return isIsoDay(text) && text > NO_BIRTH ? null : 'unreadable_date';
    case 'country':
      return /^[A-Z]{2}$/.test(text) ? null : 'not_an_option';
    default:
      return givenFault(name, text);
  }
}

/** The address line that the country does not use: its entry is remembered but never sent. */
export const lineWithout = ({ country }: Pick<TextDetails, 'country'>): 'address2' | 'state_province' =>
  country === UNITED_STATES ? 'address2' : 'state_province';

type AddressName = (typeof addressNames)[number];

/** A country may be chosen beforehand, so alone it begins no address. */
const isBegun = (given: TextDetails): boolean =>
  addressNames.some((name) => name !== 'country' && (given[name] ?? '') !== '');

/**
 * Countries in which every address has a town and a postcode. Elsewhere an address may have no postcode
 * (Hong Kong, the Emirates) or no town (Singapore, Monaco).
 */
const countriesWithEveryLine =
  /^(A[TU]|B[EGR]|C[AHZ]|D[EK]|E[ES]|F[IR]|G[BR]|H[RU]|I[NT]|JP|KR|L[TUV]|MX|N[LOZ]|P[LT]|RO|S[EIK]|US)$/;

/**
 * The required lines. Half an address is useless: once one line is given, the lines that every address has
 * are required.
 *
 * @param given without the line that its country does not use
 * @param isRequired whether the form requires an address
 */
export function requiredLines(given: TextDetails, isRequired: boolean): readonly AddressName[] {
  if (!isRequired && !isBegun(given)) return [];
  if (given.country && !countriesWithEveryLine.test(given.country)) return ['country', 'address1'];
  const lines = ['country', 'address1', 'town', 'postcode'] as const;
  return given.country === UNITED_STATES ? [...lines, 'state_province'] : lines;
}
