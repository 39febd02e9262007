/**
 * Texts that promise “5 or more” while the condition is “more than 5”: what was typed as ≥ and stored as >. The service
 * has no “or equal”, so this happens to anyone.
 */
import type { Comparison } from '../conditions/judgement.ts';
import { compareDecimals, type Decimal, readNumber } from '../conditions/read-number.ts';
import type { Question } from '../model/question.ts';
import type { RichText } from '../model/rich-text.ts';
import type { Found } from './finding.ts';
import { conditionInWords, cut, quoted, wholeBeside } from './words.ts';

type Side = 'least' | 'most';

/** Words that stand right before the number; of two words or three, the whole of them. */
const before: Readonly<Record<Side, ReadonlySet<string>>> = {
  least: new Set([
    'at least',
    'no less than',
    'not less than',
    'no fewer than',
    'minimum',
    'minimum of',
    'a minimum of',
    'mindestens',
    'wenigstens',
    'ab',
    'al menos',
    'por lo menos',
    'como mínimo',
    'mínimo',
    'mínimo de',
    'a partir de',
    'au moins',
    'minimum de',
    'à partir de',
    'pelo menos',
    'ao menos',
    'no mínimo',
    '≥',
  ]),
  most: new Set([
    'at most',
    'no more than',
    'not more than',
    'up to',
    'maximum',
    'maximum of',
    'a maximum of',
    'höchstens',
    'maximal',
    'bis zu',
    'como máximo',
    'a lo sumo',
    'máximo',
    'máximo de',
    'hasta',
    'au plus',
    'maximum de',
    'no máximo',
    'até',
    '≤',
  ]),
};

/** Words behind the number, or behind its unit: `5 years or more`. */
const behind: Readonly<Record<Side, ReadonlySet<string>>> = {
  least: new Set([
    '+',
    ...'more over above longer older higher greater'
      .split(' ')
      .flatMap((word) => [`or ${word}`, `and ${word}`]),
    'and up',
    ...'mehr länger älter höher größer'.split(' ').flatMap((word) => [`oder ${word}`, `und ${word}`]),
    'und darüber',
    'o más',
    'y más',
    'o mayor',
    'ou plus',
    'et plus',
    'ou mais',
    'e mais',
  ]),
  most: new Set([
    ...'less fewer under below younger lower shorter'
      .split(' ')
      .flatMap((word) => [`or ${word}`, `and ${word}`]),
    ...'weniger kürzer jünger niedriger'.split(' ').flatMap((word) => [`oder ${word}`, `und ${word}`]),
    'o menos',
    'y menos',
    'ou moins',
    'et moins',
    'ou menos',
    'e menos',
  ]),
};

/** “Name at least 3 of them” asks for something else than the condition does. */
const asking = new Set(
  (
    'name list give write describe choose select add upload attach provide mention tell state use ' +
    'nenne nennen beschreiben wähle wählen nombre indique escriba describa elija adjunte ' +
    'nommez citez décrivez indiquez choisissez joignez cite indique descreva escolha anexe'
  ).split(' '),
);

const MOST_WORDS = 400;
const LONGEST_TEXT = 4_000;
/** Words of a unit between the number and what follows it. */
const LONGEST_UNIT = 2;
const LONGEST_PHRASE = 3;

const wordsOf = (text: string): readonly string[] =>
  (
    text
      .slice(0, LONGEST_TEXT)
      .toLowerCase()
      .match(/\p{L}+|\d+(?:[.,]\d+)*|[+≥≤]/gu) ?? []
  ).slice(0, MOST_WORDS);

function textOf(help: RichText): string {
  const parts: string[] = [];
  const waiting: RichText[number][] = [...help].reverse();
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    if (typeof next === 'string') parts.push(next.slice(0, LONGEST_TEXT).replace(/<[^<>]*>/g, ' '));
    else for (const child of [...next.children].reverse()) waiting.push(child);
  }
  return parts.join(' ');
}

/** `5.000` may be five or five thousand: the text is taken to mean what the condition says. */
function mayBe(word: string, value: Decimal): boolean {
  const readings = [word, word.replace(/[.,]/g, ''), word.replace(',', '.')];
  return readings.some((one) => {
    const number = readNumber(one);
    return number !== null && compareDecimals(number, value) === 0;
  });
}

/** How the text says that exactly this number is meant as well; null where it does not. */
function inclusiveWords(words: readonly string[], value: Decimal, side: Side): string | null {
  for (const [place, word] of words.entries()) {
    if (!/^\d/.test(word) || !mayBe(word, value)) continue;
    for (let length = LONGEST_PHRASE; length > 0; length -= 1) {
      const phrase = words.slice(Math.max(0, place - length), place).join(' ');
      const isAsking = asking.has(words[place - length - 1] ?? '');
      if (before[side].has(phrase) && !isAsking) return `${phrase} ${word}`;
    }
    for (let unit = 0; unit <= LONGEST_UNIT; unit += 1)
      for (const length of [1, 2]) {
        const phrase = words.slice(place + 1 + unit, place + 1 + unit + length).join(' ');
        if (behind[side].has(phrase)) return words.slice(place, place + 1 + unit + length).join(' ');
      }
  }
  return null;
}

interface Bounded {
  readonly question: Question;
  readonly comparison: Comparison;
}

/** The words of each text of a question. */
const saidBy = ({ canonicalTitle, title, help }: Question): readonly (readonly string[])[] =>
  [...new Set([canonicalTitle, title, textOf(help)])].map(wordsOf);

/** By the follow-up's own texts: those of its parent say what may be answered there, not when this is shown. */
export function boundLeftOut(parent: Question, { question, comparison }: Bounded): Found | null {
  if (comparison.kind !== 'number') return null;
  const { operator, value } = comparison;
  if (operator !== 'greater_than' && operator !== 'less_than') return null;
  const side: Side = operator === 'greater_than' ? 'least' : 'most';
  const [first] = saidBy(question).flatMap((words) => inclusiveWords(words, value, side) ?? []);
  if (first === undefined) return null;
  const next = wholeBeside(value.text, side === 'least' ? -1 : 1);
  return {
    code: 'bound_left_out',
    question,
    found: `Its text says ${quoted(first)}, but it is shown when ${conditionInWords(parent, comparison)}: exactly ${cut(value.text)} is left out.`,
    fix: `There is no “or equal”: write “${operator}” with ${next === null ? `a value a little ${side === 'least' ? 'smaller' : 'greater'}` : `${next}, if only whole numbers are answered, else with a value close to ${cut(value.text)}`}.`,
  };
}
