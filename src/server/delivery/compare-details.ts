/** What stands between changed details and the application: compares what it has now with what was seen and what is wanted. */
import {
  type DetailChanges,
  type HeldTexts,
  type TextDetailName,
  textDetailNames,
} from '../../core/model/details.ts';
import { isAddress, isDay, isText } from './compare-answer.ts';

export type DetailFinding =
  /** All of it is there. */
  | { readonly kind: 'arrived' }
  /** Each has what was seen, or what is wanted: nothing is lost that was not seen. */
  | { readonly kind: 'open' }
  /** These have something else. */
  | { readonly kind: 'changed'; readonly names: readonly [TextDetailName, ...TextDetailName[]] }
  /** The service does not show all of them. */
  | { readonly kind: 'impossible' };

/** The country of a number is the service's to derive: it stands for nothing by itself. */
export function findChange({ changed, seen }: DetailChanges, held: HeldTexts): DetailFinding {
  const wanted = textDetailNames.filter((name) => changed[name] !== undefined);
  const all = textDetailNames.filter((name) => wanted.includes(name) || seen[name] !== undefined);
  if (all.some((name) => held[name] === undefined)) return { kind: 'impossible' };
  const isSeen = (name: TextDetailName) => isSame(name, held, seen[name] ?? '');
  const isWanted = (name: TextDetailName) => isSame(name, held, changed[name] ?? '');
  if (wanted.every(isWanted)) return { kind: 'arrived' };
  const [first, ...others] = all.filter(
    (name) => !isSeen(name) && !(wanted.includes(name) && isWanted(name)),
  );
  return first === undefined ? { kind: 'open' } : { kind: 'changed', names: [first, ...others] };
}

/** In the writing of the service. */
function isSame(name: TextDetailName, held: HeldTexts, text: string): boolean {
  const found = held[name] ?? '';
  switch (name) {
    case 'phone':
      return digitsOf(found) === digitsOf(text);
    case 'email':
      return isText(found.toLowerCase(), text.toLowerCase());
    case 'linkedin_url':
      return isAddress(found, text);
    case 'date_of_birth':
      return isDay(found, text);
    default:
      return isText(found, text);
  }
}

const digitsOf = (number: string): string => number.replace(/\D/g, '');
