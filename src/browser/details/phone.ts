/** Whether a phone number exists, once what knows it has been loaded; until then the proxy decides. */
import type { Answer } from '../../core/model/answer.ts';
import type { Invalidity } from '../../core/model/invalidity.ts';
import { type Signal, signal } from '../../form/signals.ts';
import type { PhoneLookup, PhoneNumbers } from '../../ui/details/phone.tsx';

let numbers: Signal<PhoneNumbers | null> | undefined;
let isLoading = false;

/** Not made before it is asked for: in the built file signals come after this module has run. */
const known = (): Signal<PhoneNumbers | null> => (numbers ??= signal(null));

async function load(): Promise<void> {
  if (isLoading) return;
  isLoading = true;
  try {
    const file = await import('./phone-numbers.ts');
    known().value = file.phoneNumbers;
  } catch {
    // Loaded when the field is next focused.
    isLoading = false;
  }
}

export const phoneLookup: PhoneLookup = {
  known,
  load: () => void load(),
};

/** What the plain check of a phone number cannot find. */
export function phoneFault(answer: Answer): Invalidity | null {
  const all = known().value;
  if (!all || answer.kind !== 'text') return null;
  const { text, country = '' } = answer;
  if (all.read(text, country)) return null;
  if (/^(\+|00)/.test(text)) return { code: 'own', sentence: 'phoneAnywhere' };
  // Of a few islands nobody knows the numbers.
  return all.knows(country) ? { code: 'own', sentence: `phoneCountry ${country}` } : null;
}
