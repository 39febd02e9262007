/** Does the service hold this answer? Compares what was to be sent with what it shows, each type in its own writing. */

import { unreachable } from '../../core/model/failure.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type { AnswerToSend, HeldAnswer } from './http-gateway.ts';

export type Finding =
  /** With the service's own copies: more than one when it was sent more often. */
  | { readonly kind: 'same'; readonly copies: readonly [HeldAnswer, ...HeldAnswer[]] }
  /** The question is answered otherwise. */
  | { readonly kind: 'other' }
  | { readonly kind: 'absent' }
  /** The service does not say which question an answer belongs to, and nothing else tells. */
  | { readonly kind: 'impossible' };

/** @param isOneOfSeveral other files of the same question are told apart by their names */
export function findAnswer(
  wanted: AnswerToSend,
  held: readonly HeldAnswer[],
  isOneOfSeveral: boolean,
): Finding {
  const matching = matchQuestion(wanted, held);
  if (matching === null) return { kind: 'impossible' };
  const isSame = ({ attributes }: HeldAnswer) => hasValue(attributes, wanted.value);
  const [first, ...more] = matching.filter(isSame);
  if (first !== undefined) return { kind: 'same', copies: [first, ...more] };
  const [likely, ...others] = matching.filter(({ attributes }) => mayBe(attributes, wanted.value));
  if (likely === undefined)
    return matching.length === 0 || isOneOfSeveral ? { kind: 'absent' } : { kind: 'other' };
  // Any of several may be meant by it: taken for this one, another could be lost; for none, this one be sent twice.
  return isOneOfSeveral ? { kind: 'impossible' } : { kind: 'same', copies: [likely, ...others] };
}

/** It shows not which answer it is, or the name of a file in the writing of the service. */
const mayBe = (held: Attributes, value: OutgoingValue): boolean =>
  isSilent(held, value) || (value.kind === 'document' && hasSafeName(held, value.file.name));

/** By the question's id; where an answer tells none, by title and type, if these are this question's alone. */
function matchQuestion(wanted: AnswerToSend, held: readonly HeldAnswer[]): readonly HeldAnswer[] | null {
  const nameless = held.filter(({ question }) => question === null);
  if (nameless.some(({ title }) => title === null)) return null;
  const alike = nameless.filter((one) => isAlike(wanted, one));
  if (alike.length > 0 && !wanted.isDistinct) return null;
  return [...held.filter(({ question }) => question === wanted.question), ...alike];
}

const isAlike = ({ title, type }: AnswerToSend, held: HeldAnswer): boolean =>
  held.title?.trim() === title.trim() && (held.type === null || held.type === type);

type Attributes = HeldAnswer['attributes'];

const members: Readonly<Record<Exclude<OutgoingValue['kind'], 'document'>, readonly string[]>> = {
  boolean: ['boolean_answer'],
  text: ['text_answer'],
  url: ['url_answer'],
  number: ['number_answer'],
  date: ['date_answer'],
  date_range: ['date_from_answer', 'date_to_answer'],
  choice: ['multiple_choice_answer'],
};

/** Shows that there is an answer, but not which: then there is nothing that could differ. */
const isSilent = (held: Attributes, { kind }: OutgoingValue): boolean =>
  kind === 'document'
    ? shownNames(held).length === 0
    : members[kind].every((member) => held[member] === undefined);

function hasValue(held: Attributes, value: OutgoingValue): boolean {
  switch (value.kind) {
    case 'boolean':
      return held['boolean_answer'] === value.value;
    case 'text':
      return isText(held['text_answer'], value.text);
    case 'url':
      return isAddress(held['url_answer'], value.text);
    case 'number':
      return isNumber(held['number_answer'], value.text);
    case 'date':
      return isDay(held['date_answer'], value.day);
    case 'date_range':
      return isDay(held['date_from_answer'], value.from) && isDay(held['date_to_answer'], value.to);
    case 'choice':
      return isSet(held['multiple_choice_answer'], value.options);
    case 'document':
      return isFile(held, value.file.name);
    default:
      return unreachable(value);
  }
}

/**
 * Line ends, spaces, invisible signs, and the five signs that HTML escapes are what services change first. Marks
 * are joined in groups of 30 (UAX #15, Stream-Safe Text): to order a long row of them takes the square of its length.
 */
const plain = (text: string): string =>
  text
    .replace(/&(?:amp|lt|gt|quot|#39);/g, (escaped) => escapes[escaped] ?? escaped)
    .replace(/(\p{M}{30})(?=\p{M})/gu, '$1\u034f')
    .normalize('NFC')
    .replace(/\s+/gu, ' ')
    .replace(/[\p{Cc}\p{Cf}]/gu, '')
    .trim();

const escapes: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&#39;': "'",
};

export const isText = (held: unknown, sent: string): boolean =>
  typeof held === 'string' && plain(held) === plain(sent);

/** With and without the slash at its end, the host in capitals, or what is escaped in addresses. */
export const isAddress = (held: unknown, sent: string): boolean =>
  typeof held === 'string' && writeAddress(held) === writeAddress(sent);

function writeAddress(text: string): string {
  const address = plain(text);
  return (URL.canParse(address) ? new URL(address).href : address).replace(/\/$/, '');
}

/** `7`, `7.0` and `+7` are one number; digits are compared as text, where the service has not lost some itself. */
const isNumber = (held: unknown, sent: string): boolean =>
  typeof held === 'number'
    ? held === Number(sent)
    : typeof held === 'string' && decimal(held) === decimal(sent);

function decimal(text: string): string {
  const [, sign = '', whole = '', fraction = ''] = /^([+-]?)(\d*)(?:\.(\d*))?$/.exec(text.trim()) ?? [];
  const digits = `${whole.replace(/^0+(?=\d)/, '') || '0'}.${fraction.replace(/(?<!0)0+$/, '')}`;
  if (whole === '' && fraction === '') return text;
  return sign === '-' && digits !== '0.' ? `-${digits}` : digits;
}

/** `''` stands for an end that was not given. A time behind the day is the service's own. */
export const isDay = (held: unknown, sent: string): boolean =>
  typeof held === 'string' && held !== ''
    ? held === sent || held.startsWith(`${sent}T`)
    : (held ?? '') === sent;

function isSet(held: unknown, sent: readonly string[]): boolean {
  if (!Array.isArray(held) || !held.every((one) => typeof one === 'string')) return false;
  const wanted = new Set(sent.map(plain));
  const found = new Set(held.map(plain));
  return wanted.size === found.size && [...wanted].every((one) => found.has(one));
}

/** The content cannot be compared, because the service does not show it. */
const isFile = (held: Attributes, name: string): boolean =>
  shownNames(held).some((one) => plain(one) === plain(name));

/** Whether it is a file of just this name. */
export const isExactlyNamed = ({ attributes }: HeldAnswer, name: string): boolean => isFile(attributes, name);

/** The same, or in the writing of the service. */
export const isNamed = ({ attributes }: HeldAnswer, name: string): boolean =>
  isFile(attributes, name) || hasSafeName(attributes, name);

function shownNames(held: Attributes): readonly string[] {
  const document = held['document_answer'];
  const attachments = held['attachments'];
  return [document, ...(Array.isArray(attachments) ? attachments : [])].flatMap(fileNames);
}

/** The document says that there is an object, not what its members are. */
function fileNames(shown: unknown): readonly string[] {
  if (typeof shown !== 'object' || shown === null) return [];
  return Object.entries(shown).flatMap(([member, value]) =>
    /name$/i.test(member) && typeof value === 'string' ? [value] : [],
  );
}

const hasSafeName = (held: Attributes, name: string): boolean =>
  shownNames(held).some((one) => /^[ -~]*$/.test(one) && safeName(one) === safeName(name));

/** What services keep of a name at least: letters without accents, and digits. They drop other signs, or write one for all. */
export const safeName = (name: string): string =>
  name
    .normalize('NFKD')
    .replace(/\p{M}/gu, '')
    .replace(/[^A-Za-z0-9]+/g, '')
    .toLowerCase();
