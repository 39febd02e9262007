/** Whether a phone number exists, once what knows it has been loaded; until then the proxy decides. */
import type { Answer } from '../../core/model/answer.ts';
import type { CountryCode } from '../../core/model/details.ts';
import type { Invalidity } from '../../core/model/invalidity.ts';
import { type Signal, signal } from '../../form/signals.ts';

export interface PhoneNumber {
  /** As it is written there, or with its country code if it was typed with one. */
  readonly text: string;
  readonly country: CountryCode | undefined;
  /** The whole number, where something that was typed is no part of it, or no list has it yet; else `''`. */
  readonly understood: string;
}

export interface PhoneNumbers {
  /** null: there is no such number. */
  read(text: string, country: CountryCode): PhoneNumber | null;
  /** `''`: none is known. */
  exampleOf(country: CountryCode): string;
}

/** null until they are loaded. */
export const phoneNumbers: Signal<PhoneNumbers | null> = signal(null);

let isLoading = false;
const waiting = new Set<() => void>();

/**
 * Safe to call again.
 *
 * @param prepare reads what was entered in silence, before the fields are drawn again and lose it
 */
export async function loadPhoneNumbers(prepare: () => void): Promise<void> {
  waiting.add(prepare);
  if (isLoading) return;
  isLoading = true;
  try {
    const file = await import('./phone-numbers.ts');
    for (const prepare of waiting) prepare();
    waiting.clear();
    phoneNumbers.value = file.allNumbers;
  } catch {
    // Loaded when the field is next focused.
    isLoading = false;
  }
}

/** Digits of any script: whether they are a number takes more to know. */
const isPhoneLike = (text: string): boolean => text.replace(/\P{Nd}/gu, '').length > 3;

export function phoneFault(answer: Answer): Invalidity | null {
  if (answer.kind !== 'text') return null;
  const { text, country = '' } = answer;
  if (!isPhoneLike(text)) return { code: 'own', sentence: `phone ${country}` };
  const numbers = phoneNumbers.value;
  if (!numbers || numbers.read(text, country)) return null;
  const sentence = /\+|^\s*00/.test(text) ? 'phoneAnywhere' : `phoneCountry ${country}`;
  return { code: 'own', sentence };
}

/** `''` until it is known. */
export const examplePhone = (country: CountryCode): string => phoneNumbers.value?.exampleOf(country) ?? '';
