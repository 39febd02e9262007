/**
 * Texts that promise “5 or more” while the condition is “more than 5”, or “on or after” a day: what was typed as ≥ and
 * stored as >. The service has no “or equal”, so this happens to anyone.
 */
import type { Comparison } from '../conditions/judgement.ts';
import type { Question } from '../model/question.ts';
import {
  articles,
  asking,
  type BoundPhrases,
  currencies,
  dayPhrases,
  eitherWay,
  negations,
  numberPhrases,
  otherEndings,
  questionOpeners,
  type Side,
  unitsOfAnswers,
} from './bound-phrases.ts';
import { numberBeside } from './compared-values.ts';
import type { Found } from './finding.ts';
import { isNumber, type Stretch, stretchesOf, type Valued } from './text-values.ts';
import {
  endsClause,
  endsSentence,
  isMark,
  joined,
  type Said,
  textOf,
  type Word,
  wordsOf,
} from './text-words.ts';
import { conditionInWords, cut, dayBeside, dayInWords, quoted } from './words.ts';

const LONGEST_PHRASE = 5;

/** Where the phrase begins that stands right before a value; null: there is none. */
function phraseBefore(words: readonly Word[], place: number, known: ReadonlySet<string>): number | null {
  const end = currencies.has(words[place - 1]?.text ?? '') ? place - 1 : place;
  for (let first = Math.max(0, end - LONGEST_PHRASE); first < end; first += 1)
    if (known.has(joined(words.slice(first, end))))
      return negations.has(words[first - 1]?.text ?? '') ? null : first;
  return null;
}

/** Where the phrase ends that stands behind a value or behind its unit; null: there is none. */
function phraseBehind(
  words: readonly Word[],
  place: number,
  { behind, closing, longestUnit }: BoundPhrases,
): number | null {
  for (let first = place; first <= place + longestUnit; first += 1) {
    const last = first === place ? undefined : words[first - 1];
    if (isMark(last) || isNumber(last)) return null;
    for (let next = Math.min(words.length, first + LONGEST_PHRASE); next > first; next -= 1) {
      const phrase = joined(words.slice(first, next));
      if (behind.has(phrase)) return eitherWay.has(last?.text ?? '') || goesOn(words, next) ? null : next;
      if (closing.has(phrase) && (next === words.length || isMark(words[next]))) return next;
    }
  }
  return null;
}

/** `5 people and more than 3 sites`, `5 años y más de 3 proyectos`. */
function goesOn(words: readonly Word[], place: number): boolean {
  const [next, second] = words.slice(place, place + 2);
  if (next === undefined) return false;
  return otherEndings.has(next.text) || isNumber(next) || (next.text === 'de' && isNumber(second));
}

function sentenceStart(words: readonly Word[], place: number): number {
  let start = place;
  while (start > 0 && !endsSentence(words[start - 1])) start -= 1;
  return start;
}

/** Whether the bound is that of the answer (“Name at least 3”, “Which? (3 or more)”), not that of the condition. */
function isOfAnswer(words: readonly Word[], [first, next]: Stretch): boolean {
  let start = sentenceStart(words, first);
  if (start === first)
    for (; start > 0 && endsSentence(words[start - 1]); start -= 1)
      if (words[start - 1]?.text === '?') return true;
  const sentence = sentenceStart(words, start);
  let end = next;
  while (end < words.length && !endsClause(words[end])) end += 1;
  if (words.slice(sentence, end).some(({ text }) => asking.has(text))) return true;
  let clause = first;
  while (clause > 0 && !endsClause(words[clause - 1])) clause -= 1;
  return words[end]?.text === '?' && questionOpeners.has(words[clause]?.text ?? '');
}

interface Reading {
  /** How the text says that exactly this value is meant as well; null where it does not. */
  readonly promised: string | null;
  /** It says of the same value that it is not meant. */
  readonly isDenied: boolean;
}

function readBound(said: Said, comparison: Valued, side: Side): Reading {
  const { text, words } = said;
  const phrases = (comparison.kind === 'date' ? dayPhrases : numberPhrases)[side];
  let [promised, isDenied]: [string | null, boolean] = [null, false];
  for (const [place, after] of stretchesOf(said, comparison)) {
    const first = phraseBefore(words, place, phrases.before);
    const noun = articles.has(words[place - 1]?.text ?? '') ? place - 1 : place;
    if (first === null && phraseBefore(words, noun, phrases.beyond) !== null) isDenied = true;
    if (unitsOfAnswers.has(words[after]?.text ?? '')) continue;
    const isPlus = side === 'least' && words[place]?.text.endsWith('+') === true;
    const next = isPlus ? after : phraseBehind(words, after, phrases);
    const stretch: Stretch = first === null ? [place, next ?? after] : [first, after];
    const [from, to] = [words[stretch[0]], words[stretch[1] - 1]];
    if ((first === null && next === null) || from === undefined || to === undefined) continue;
    if (!isOfAnswer(words, stretch)) promised ??= text.slice(from.start, to.end);
  }
  return { promised, isDenied };
}

interface Bounded {
  readonly question: Question;
  readonly comparison: Comparison;
}

/** Each text of a question, with its help behind it. */
const saidBy = ({ canonicalTitle, title, help }: Question): readonly Said[] =>
  [...new Set([canonicalTitle, title])].map((one) => wordsOf(`${one}\n${textOf(help)}`));

/** By the follow-up's own texts: those of its parent say what may be answered there, not when this is shown. */
export function boundLeftOut(parent: Question, { question, comparison }: Bounded): Found | null {
  if (comparison.kind !== 'number' && comparison.kind !== 'date') return null;
  const { operator } = comparison;
  if (operator !== 'greater_than' && operator !== 'less_than') return null;
  const side: Side = operator === 'greater_than' ? 'least' : 'most';
  const better =
    comparison.kind === 'date'
      ? dayBeside(comparison.value.day, operator === 'greater_than' ? -1 : 1)
      : numberBeside(comparison.value.text, operator);
  if (better === null) return null;
  const readings = saidBy(question).map((said) => readBound(said, comparison, side));
  const [first] = readings.flatMap(({ promised }) => promised ?? []);
  if (first === undefined || readings.some(({ isDenied }) => isDenied)) return null;
  const exact = comparison.kind === 'date' ? dayInWords(comparison.value.day) : cut(comparison.value.text);
  return {
    code: 'bound_left_out',
    question,
    found: `Its text says ${quoted(first)}, but it is shown when ${conditionInWords(parent, comparison)}: exactly ${exact} is left out.`,
    fix: `There is no “or equal”: write “${operator}” with ${better}.`,
  };
}
