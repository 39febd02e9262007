/** Looks up options of choices, each list of them prepared once, however many conditions name it. */
import type { Question } from '../model/question.ts';
import { folded, withoutAccents } from './words.ts';

export interface OptionsIndex {
  has(choice: Question, option: string): boolean;
  /** The option that was meant; null where it cannot be told, or where it may be one of several. */
  nearest(choice: Question, option: string): NearOption | null;
}

export interface NearOption {
  readonly text: string;
  /** Whether it is the same but for case, blanks and punctuation, or else but for accents or a letter or two. */
  readonly isSame: boolean;
}

/** Options beyond these are not compared letter by letter, because a long list would take long. */
const MOST_COMPARED = 40;
const MOST_LETTERS = 60;
/** A set in which more are misspelt has another fault than its spelling. */
const MOST_SEARCHES = 50;
/** In letters: “Level A1” is no misspelt “Level B1”, and “not” no misspelt “now”. */
const SHORT_WORD = 3;

/** null: several options look so. */
type ByLook = ReadonlyMap<string, string | null>;

interface Options {
  readonly exact: ReadonlySet<string>;
  readonly byLetters: ByLook;
  readonly byLook: ByLook;
  readonly byPlainLook: ByLook;
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
      const { byLetters, byLook, byPlainLook } = optionsOf(choice);
      const same = byLetters.get(letters(option)) ?? byLook.get(folded(option));
      if (same != null) return { text: same, isSame: true };
      const wanted = plainLook(option);
      const plain = byPlainLook.get(wanted);
      // Several that look like it are no reason to name a further one that looks less like it.
      if (wanted === '' || same === null || plain === null) return null;
      searches += 1;
      const near = plain ?? (searches > MOST_SEARCHES ? null : similar(wanted, byPlainLook));
      return near === null ? null : { text: near, isSame: false };
    },
  };
}

/** Without case and blanks. */
const letters = (text: string): string => text.toLowerCase().replace(/\s/g, '');
const plainLook = (text: string): string => withoutAccents(folded(text));

function read(choice: Question): Options {
  const texts = choice.type === 'multiple_choice' ? choice.options.map(({ text }) => text) : [];
  const exact = new Set(texts);
  return {
    exact,
    byLetters: groupedBy(letters, exact),
    byLook: groupedBy(folded, exact),
    byPlainLook: groupedBy(plainLook, exact),
  };
}

function groupedBy(look: (text: string) => string, texts: ReadonlySet<string>): ByLook {
  const byLook = new Map<string, string | null>();
  for (const text of texts) {
    const key = look(text);
    if (key !== '') byLook.set(key, byLook.has(key) ? null : text);
  }
  return byLook;
}

/** The one option that is near; null where none is, or several are. */
function similar(wanted: string, byLook: ByLook): string | null {
  if (wanted.length > MOST_LETTERS) return null;
  const allowed = wanted.length < 4 ? 0 : wanted.length < 8 ? 1 : 2;
  const near = [...byLook]
    .slice(0, MOST_COMPARED)
    .filter(([look]) => mayBeMisspelt(wanted, look) && distanceWithin(wanted, look, allowed));
  return near.length === 1 ? (near[0]?.[1] ?? null) : null;
}

/** Another number, another short word and another first letter mean another option: “Unavailable”, “Available”. */
const mayBeMisspelt = (wanted: string, look: string): boolean =>
  wanted[0] === look[0] && fixedWords(wanted) === fixedWords(look);

const fixedWords = (look: string): string =>
  look
    .split(' ')
    .filter((word) => word.length <= SHORT_WORD || /\p{N}/u.test(word))
    .join(' ');

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
