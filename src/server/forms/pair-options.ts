/** The options of a choice in two languages, paired by place. Whatever does not fit would send another option than was chosen. */
import { nonBlank } from '../../core/jsonapi/json.ts';

/** null marks a place where no option can be read (`optionTexts`). */
export type OptionTexts = readonly (string | null)[];

/** What is not translated is shown canonical. */
export const fillOptions = (translated: OptionTexts, canonical: OptionTexts): OptionTexts =>
  canonical.map((text, place) => nonBlank(translated[place]) ?? text);

export type OddOptions =
  | { readonly kind: 'count'; readonly own: number; readonly theirs: number }
  /** An option of the one list stands at another place of the other. */
  | { readonly kind: 'moved'; readonly option: string }
  /** Two options are called the same. */
  | { readonly kind: 'same'; readonly option: string };

/** null when each place of the one list surely is the same place of the other. */
export function findOddOptions(canonical: OptionTexts, translated: OptionTexts): OddOptions | null {
  if (canonical.length !== translated.length)
    return { kind: 'count', own: canonical.length, theirs: translated.length };
  const own = new Set(canonical);
  const meanings = new Map<string, string | null | undefined>();
  const shown = fillOptions(translated, canonical);
  const moved = shown.find((other, place) => other !== null && own.has(other) && canonical[place] !== other);
  if (moved != null) return { kind: 'moved', option: moved };
  const same = shown.find((other, place) => {
    if (other === null) return false;
    const isNew = !meanings.has(other);
    if (isNew) meanings.set(other, canonical[place]);
    return !isNew && meanings.get(other) !== canonical[place];
  });
  return same == null ? null : { kind: 'same', option: same };
}
