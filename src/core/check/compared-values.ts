/** Values such as `5 or more` and `<5`, which hold the comparison that belongs into the operator. */
import type { Operator } from '../conditions/operators.ts';
import { numbersIn } from './better-numbers.ts';
import { negations, numberPhrases, type Side } from './bound-phrases.ts';
import { cut, plainWords, wholeBeside } from './words.ts';

type Bounding = Side | 'more' | 'less';

const marks: Readonly<Record<string, Bounding>> = {
  '>=': 'least',
  '=>': 'least',
  '≥': 'least',
  '<=': 'most',
  '=<': 'most',
  '≤': 'most',
  '>': 'more',
  '<': 'less',
};

const plain = (...sets: readonly ReadonlySet<string>[]): readonly string[] =>
  sets.flatMap((set) => [...set].map((phrase) => plainWords(phrase).join(' ')));

/** “5 min” is minutes as often as the least that is asked for. */
const isClear = (phrase: string): boolean => phrase !== '' && phrase !== 'min' && phrase !== 'mind';

const { least, most } = numberPhrases;

/** Without accents, as `plainWords` gives them. */
const phrases: Readonly<Record<Bounding, readonly string[]>> = {
  least: plain(least.before, least.behind).filter(isClear),
  most: plain(most.before, most.behind).filter(isClear),
  more: plain(least.beyond).filter(isClear),
  less: plain(most.beyond).filter(isClear),
};

const isIn = (words: readonly string[], side: Bounding): boolean =>
  phrases[side].some((phrase) => ` ${words.join(' ')} `.includes(` ${phrase} `));

/** A longer text is more than one comparison. */
const LONGEST_COMPARISON = 60;

/** null: there is no comparison; `unclear`: there is one, and which cannot be told. */
function sideOf(value: string): Bounding | 'unclear' | null {
  if (value.length > LONGEST_COMPARISON || !/\d/.test(value)) return null;
  const words = plainWords(value);
  const inclusive = (['least', 'most'] as const).filter((side) => isIn(words, side));
  // “No more than 5” has “more than”, too.
  const strict = (['more', 'less'] as const).filter((side) => inclusive.length === 0 && isIn(words, side));
  const marked = (value.match(/[<>]=|=[<>]|[<>≤≥]/g) ?? []).flatMap((mark) => marks[mark] ?? []);
  const plus: readonly Bounding[] = /\S\s*\+(?!\s*\d)/.test(value) ? ['least'] : [];
  const [side, ...others] = new Set([...inclusive, ...strict, ...marked, ...plus]);
  if (side === undefined) return null;
  const isNegated =
    strict.length > 0 && words.some((word) => negations.has(word) || word === 'ne' || word === 'nao');
  return others.length > 0 || isNegated ? 'unclear' : side;
}

const operators = {
  least: 'greater_than',
  more: 'greater_than',
  most: 'less_than',
  less: 'less_than',
} as const;

/**
 * null: the value holds no comparison.
 *
 * @param operator the one that is meant; null where that is not known
 */
export function comparisonAdvice(value: string, operator: Operator | null): string | null {
  if (/≠|!=|<>/.test(value)) return unequalAdvice(value);
  const side = sideOf(value);
  if (side === null) return null;
  const [number, ...others] = numbersIn(value.replace(/^[\s<>≤≥=]+/, ''));
  if (side === 'unclear' || number === undefined || others.length > 0) return general;
  const meant = operators[side];
  if (operator !== null && operator !== 'equals' && operator !== meant) return general;
  const isInclusive = side === 'least' || side === 'most';
  return `The comparison belongs into the operator: write “${meant}” with ${isInclusive ? numberBeside(number, meant) : number}.`;
}

function unequalAdvice(value: string): string {
  const [number, ...others] = numbersIn(value.replace(/^[\s≠!=<>]+/, ''));
  return number === undefined || others.length > 0
    ? 'The comparison belongs into the operator, “not_equals”, and the value is one number in digits.'
    : `The comparison belongs into the operator: write “not_equals” with ${number}.`;
}

const general =
  'The comparison belongs into the operator, “greater_than” or “less_than”, and the value is one number in digits.';

/** There is no “or equal”: the value with which the operator holds for this number, too. */
export function numberBeside(number: string, operator: 'greater_than' | 'less_than'): string {
  const isMore = operator === 'greater_than';
  const next = wholeBeside(number, isMore ? -1 : 1);
  return next === null
    ? `a value a little ${isMore ? 'smaller' : 'greater'} than ${cut(number)}`
    : `${next}, if only whole numbers are answered, else with a value close to ${cut(number)}`;
}
