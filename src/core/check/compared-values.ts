/** Values such as `5 or more` and `<5`, which hold the comparison that belongs into the operator. */
import type { Operator } from '../conditions/operators.ts';
import { numbersIn } from './better-numbers.ts';
import { cut, plainWords, wholeBeside } from './words.ts';

type Side = 'least' | 'most' | 'more' | 'less';

const marks: Readonly<Record<string, Side>> = {
  '>=': 'least',
  '=>': 'least',
  '≥': 'least',
  '<=': 'most',
  '=<': 'most',
  '≤': 'most',
  '>': 'more',
  '<': 'less',
};

/** Without accents, as `plainWords` gives them. */
const phrases: Readonly<Record<Side, readonly string[]>> = {
  least: (
    'or more,and more,or over,and over,or above,and above,or longer,or older,or higher,and up,at least,no less than,not less than,no fewer than,minimum,' +
    'oder mehr,und mehr,oder langer,oder alter,mindestens,wenigstens,nicht weniger als,ab,' +
    'o mas,y mas,al menos,por lo menos,como minimo,no menos de,a partir de,' +
    'ou plus,et plus,au moins,pas moins de,ou mais,e mais,pelo menos,no minimo'
  ).split(','),
  most: (
    'or less,and less,or fewer,or under,and under,or below,and below,or younger,or lower,at most,no more than,not more than,up to,maximum,max,' +
    'oder weniger,hochstens,maximal,bis zu,nicht mehr als,' +
    'o menos,y menos,como maximo,a lo sumo,hasta,no mas de,' +
    'ou moins,et moins,au plus,pas plus de,ou menos,no maximo,ate'
  ).split(','),
  more: 'more than,greater than,longer than,older than,over,above,mehr als,uber,mas de,plus de,mais de,acima de'.split(
    ',',
  ),
  less: 'less than,fewer than,younger than,under,below,weniger als,unter,menos de,moins de,abaixo de'.split(
    ',',
  ),
};

const negations = new Set('not no nicht non nao pas ne'.split(' '));

const isIn = (words: readonly string[], side: Side): boolean =>
  phrases[side].some((phrase) => ` ${words.join(' ')} `.includes(` ${phrase} `));

/** A longer text is more than one comparison. */
const LONGEST_COMPARISON = 60;

/** null: there is no comparison; `unclear`: there is one, and which cannot be told. */
function sideOf(value: string): Side | 'unclear' | null {
  if (value.length > LONGEST_COMPARISON || !/\d/.test(value)) return null;
  const words = plainWords(value);
  const inclusive = (['least', 'most'] as const).filter((side) => isIn(words, side));
  // “No more than 5” has “more than”, too.
  const strict = (['more', 'less'] as const).filter((side) => inclusive.length === 0 && isIn(words, side));
  const marked = (value.match(/[<>]=|=[<>]|[<>≤≥]/g) ?? []).flatMap((mark) => marks[mark] ?? []);
  const plus: readonly Side[] = /\S\s*\+(?!\s*\d)/.test(value) ? ['least'] : [];
  const [side, ...others] = new Set([...inclusive, ...strict, ...marked, ...plus]);
  if (side === undefined) return /≠|!=/.test(value) ? 'unclear' : null;
  const isNegated = strict.length > 0 && words.some((word) => negations.has(word));
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
  const side = sideOf(value);
  if (side === null) return null;
  const [number, ...others] = numbersIn(value.replace(/^[\s<>≤≥=]+/, ''));
  if (side === 'unclear' || number === undefined || others.length > 0) return general;
  const meant = operators[side];
  if (operator !== null && operator !== 'equals' && operator !== meant) return general;
  const isInclusive = side === 'least' || side === 'most';
  return `The comparison belongs into the operator: write “${meant}” with ${isInclusive ? numberBeside(number, meant) : number}.`;
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
