/** Whether a phone number exists, once what knows it has been loaded; until then the proxy decides. */
import type { Answer } from '../../core/model/answer.ts';
import type { CountryCode } from '../../core/model/details.ts';
import type { Invalidity } from '../../core/model/invalidity.ts';
import { type Signal, signal } from '../../form/signals.ts';
import type { PhoneLookup, PhoneNumbers } from '../../ui/details/phone.tsx';

let numbers: Signal<PhoneNumbers | null> | undefined;
let isLoading = false;
const waiting = new Set<() => void>();

/** Not made before it is asked for: in the built file signals come after this module has run. */
const known = (): Signal<PhoneNumbers | null> => (numbers ??= signal(null));

async function load(prepare: () => void): Promise<void> {
  waiting.add(prepare);
  if (isLoading) return;
  isLoading = true;
  try {
    const file = await import('./phone-numbers.ts');
    for (const prepare of waiting) prepare();
    waiting.clear();
    known().value = file.phoneNumbers;
  } catch {
    // Loaded when the field is next focused.
    isLoading = false;
  }
}

export const phoneLookup: PhoneLookup = {
  known,
  load: (prepare) => void load(prepare),
};

/** Digits of any script: whether they are a number takes more to know. */
const isPhoneLike = (text: string): boolean => text.replace(/\P{Nd}/gu, '').length > 3;

export function phoneFault(answer: Answer): Invalidity | null {
  if (answer.kind !== 'text') return null;
  const { text, country = '' } = answer;
  if (!isPhoneLike(text)) return { code: 'own', sentence: `phone ${country}` };
  const numbers = known().value;
  if (!numbers || numbers.read(text, country)) return null;
  const sentence = /\+|^\s*00/.test(text) ? 'phoneAnywhere' : `phoneCountry ${country}`;
  return { code: 'own', sentence };
}

/** `''` until it is known. */
export const examplePhone = (country: CountryCode): string => known().value?.exampleOf(country) ?? '';
