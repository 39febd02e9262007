/** Looks up options of choices, each list of them prepared once, however many conditions name it. */
import type { Question } from '../model/question.ts';
import { folded } from './words.ts';

export interface OptionsIndex {
  has(choice: Question, option: string): boolean;
  /** The option that was meant: the same but for case, blanks and marks, or but for a letter or two. */
  nearest(choice: Question, option: string): string | null;
}

/** Options beyond these are not compared letter by letter, because a long list would take long. */
const MOST_COMPARED = 40;
const MOST_LETTERS = 60;
/** A set in which more are misspelt has another fault than its spelling. */
const MOST_SEARCHES = 50;

interface Options {
  readonly exact: ReadonlySet<string>;
  readonly byLook: ReadonlyMap<string, string>;
}

export function createOptionsIndex(): OptionsIndex {
  const known = new Map<Question, Options>();
  let searches = 0;
  const optionsOf = (choice: Question): Options => {
    const options = known.get(choice) ?? read(choice);
    known.set(choice, options);
    return options;
  };
  return {
    has: (choice, option) => optionsOf(choice).exact.has(option),
    nearest(choice, option) {
      const wanted = folded(option.slice(0, MOST_LETTERS * 2));
      const { byLook } = optionsOf(choice);
      const same = byLook.get(wanted);
      if (wanted === '' || same !== undefined) return same ?? null;
      searches += 1;
      return searches > MOST_SEARCHES ? null : similar(wanted, byLook);
    },
  };
}

function read(choice: Question): Options {
  const texts = choice.type === 'multiple_choice' ? choice.options.map(({ text }) => text) : [];
  const looks = texts.map((text): [string, string] => [folded(text), text]);
  return { exact: new Set(texts), byLook: new Map(looks.reverse()) };
}

function similar(wanted: string, byLook: ReadonlyMap<string, string>): string | null {
  if (wanted.length > MOST_LETTERS) return null;
  const allowed = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2;
  // The first options were put in last (`read`).
  const compared = [...byLook].slice(-MOST_COMPARED).reverse();
  return compared.find(([look]) => distanceWithin(wanted, look, allowed))?.[1] ?? null;
}

/** Whether so few letters have to be changed, added, taken away or swapped (Damerau and Levenshtein). */
function distanceWithin(one: string, other: string, allowed: number): boolean {
  if (Math.abs(one.length - other.length) > allowed) return false;
  let before: readonly number[] = [];
  let row: readonly number[] = Array.from({ length: other.length + 1 }, (_, place) => place);
  for (let place = 0; place < one.length; place += 1) {
    const next = [place + 1];
    for (let column = 0; column < other.length; column += 1) {
      const isSwap = place > 0 && one[place] === other[column - 1] && one[place - 1] === other[column];
      next.push(
        Math.min(
          (next[column] ?? 0) + 1,
          (row[column + 1] ?? 0) + 1,
          (row[column] ?? 0) + Number(one[place] !== other[column]),
          isSwap ? (before[column - 1] ?? 0) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
    if (Math.min(...next) > allowed) return false;
    [before, row] = [row, next];
  }
  return (row.at(-1) ?? 0) <= allowed;
}
