/** What of a host's own `prefill` cannot be read for its shape, told to the developer of the page without what was given. */

/** How it is written. */
const SHAPE = '{ details: { first_name: "Ada" }, answers: { "7": "Nurse" } }';

/** As many are told. */
const MOST = 5;
/** Characters of a name that is told. */
const LONGEST_NAME = 64;
const parts = ['details', 'answers'];

/** A sentence for the console; null: it can be read. */
export function tellSlips(given: unknown): string | null {
  const slips = findSlips(given).slice(0, MOST);
  return slips.length === 0
    ? null
    : `leaves out of prefill what has another shape: ${slips.join('; ')}. Write ${SHAPE}.`;
}

function findSlips(given: unknown): readonly string[] {
  if (given === null || given === undefined) return [];
  if (!isPlain(given)) return [`it is ${kindOf(given)}`];
  const members = Object.entries(given);
  const held = members.filter(([name]) => parts.includes(name));
  // Details alone may be given plain.
  if (held.length === 0) return [];
  const misplaced = members.filter(([name]) => !parts.includes(name));
  return [
    ...held.flatMap(([name, value]) =>
      value === null || value === undefined || isPlain(value) ? [] : [`"${name}" is ${kindOf(value)}`],
    ),
    ...misplaced.map(([name]) => {
      const word = JSON.stringify(name.slice(0, LONGEST_NAME));
      return `${word} stands beside "${held[0]?.[0]}" and not in "details" or "answers"`;
    }),
  ];
}

/** Also of another window, whose classes are others. */
const isPlain = (given: unknown): given is object => tagOf(given) === 'Object';
const tagOf = (given: unknown): string => Object.prototype.toString.call(given).slice('[object '.length, -1);

const kinds = new Map([
  ['String', 'a text'],
  ['Number', 'a number'],
  ['Boolean', 'true or false'],
  ['Array', 'a list'],
  ['Promise', 'a promise, to be awaited first'],
]);
const kindOf = (given: unknown): string => kinds.get(tagOf(given)) ?? `of the kind ${tagOf(given)}`;
