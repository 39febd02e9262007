import { type Signal, signal } from '@preact/signals';
import type { RefObject } from 'preact';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import { type CountryCode, countryCodes } from '../core/model/details.ts';
import type { Answer, Invalidity } from '../core/model/question.ts';
import type { Messages } from '../locale/messages.ts';
import {
  type Control,
  type ControlProps,
  controlAttributes,
  drawSelect,
  rememberDrawn,
  type SelectOption,
} from './controls.tsx';

/** A phone number in any format, and the country in whose format it is written. */
export function PhoneControl(props: ControlProps) {
  const { field, screen } = props;
  const { locale } = screen.messages.value;
  const likely = likelyCountries(locale);
  const { input, select, country, text, give, tidy, load } = usePhone(props, likely[0] ?? '');
  return (
    <div class="af-phone">
      {drawSelect({
        options: likelyFirst(countriesIn(locale), likely),
        value: country,
        attributes: {
          part: 'control',
          // Without it browsers take this country for the first line of an address, and fill in no further one.
          autoComplete: 'tel-country-code',
          'aria-label': field.shown.says?.('country'),
          onFocus: load,
          ref: drawnAs(select),
        },
        onChoose(code) {
          give(input.current?.value ?? '', code);
          tidy();
        },
      })}
      <input
        type="text"
        class="af-box"
        dir="ltr"
        name="tel"
        autoComplete="tel"
        inputMode="tel"
        {...controlAttributes(props)}
        ref={drawnAs(input)}
        value={text}
        onFocus={load}
        onInput={(event) => give(event.currentTarget.value, select.current?.value || country)}
        onBlur={tidy}
      />
    </div>
  );
}

function usePhone({ field, screen }: ControlProps, likely: string) {
  const chosen = useMemo(() => signal<string | null>(null), [field]);
  const input = useRef<HTMLInputElement>(null);
  const select = useRef<HTMLSelectElement>(null);
  const entry = field.entry.value;
  const country = (entry?.kind === 'text' && entry.country) || chosen.value || likely;
  // As in other fields, the typed text stays until the field is left or something else changes the answer.
  const typed = useRef<{ readonly text: string; readonly entry: Answer | null }>({ text: '', entry: null });
  if (typed.current.entry !== entry)
    typed.current = { text: entry?.kind === 'text' ? entry.text : '', entry };
  const numbers = phoneNumbers.value;

  function give(text: string, from: string): void {
    // The country stays when the number is cleared.
    chosen.value = from;
    if (!text && !field.entry.peek()) return;
    screen.form.setAnswer(field.question.id, { kind: 'text', text, country: from });
    typed.current = { text, entry: field.entry.peek() };
  }

  /** Shows the number as understood, when the field is left. */
  function tidy(): void {
    const given = field.entry.peek();
    if (given?.kind !== 'text') return;
    const read = numbers?.read(given.text, given.country ?? country);
    const { text } = read ?? given;
    const from = read?.country ?? given.country ?? country;
    give(text, from);
    // Autofill fills in both fields before the next render.
    if (input.current) input.current.value = text;
    if (select.current) select.current.value = from;
    rememberDrawn(input.current);
    rememberDrawn(select.current);
    if (!read?.understood) return;
    const say = (messages: Messages) => messages.text('number.understood', { number: read.understood });
    screen.filling.peek()?.sayBack({ field, screen }, { text, say });
  }

  useLayoutEffect(() => {
    if (numbers && !input.current?.matches(':focus')) tidy();
  }, [numbers]);
  const load = () => void loadPhoneNumbers(screen.form.controls.read);
  return { input, select, country, text: typed.current.text, give, tidy, load };
}

const countriesIn = (locale: string) => [...countryNames(locale)].map(([value, shown]) => ({ value, shown }));

const drawnAs =
  <Drawn extends Control | null>(ref: RefObject<Drawn>) =>
  (drawn: Drawn) => {
    ref.current = drawn;
    rememberDrawn(drawn);
  };

interface PhoneNumber {
  /** National format, or international if it was typed with a country code. */
  readonly text: string;
  readonly country: CountryCode | undefined;
  /** The number to show back if part of the entry was left out, or if no list knows it; else `''`. */
  readonly understood: string;
}

export interface PhoneNumbers {
  /** null if there is no such number. */
  read(text: string, country: CountryCode): PhoneNumber | null;
  /** `''` if none is known. */
  exampleOf(country: CountryCode): string;
}

/** null until they are loaded. */
export const phoneNumbers: Signal<PhoneNumbers | null> = signal(null);

let isLoading = false;
const waiting = new Set<() => void>();

/**
 * Safe to call again.
 *
 * @param prepare reads entries that caused no event, before the fields are drawn again and lose them
 */
async function loadPhoneNumbers(prepare: () => void): Promise<void> {
  waiting.add(prepare);
  if (isLoading) return;
  isLoading = true;
  try {
    const file = await import('./phone-numbers.ts');
    for (const read of waiting) read();
    waiting.clear();
    phoneNumbers.value = file.allNumbers;
  } catch {
    // Loaded when the field is next focused.
    isLoading = false;
  }
}

/** Until the numbers are loaded, only the proxy can decide whether the number exists. */
export function phoneFault(answer: Answer): Invalidity | null {
  if (answer.kind !== 'text') return null;
  const { text, country = '' } = answer;
  // Digits of any script.
  const digits = text.replace(/\P{Nd}/gu, '');
  if (digits.length <= 3) return { code: 'own', sentence: `phone ${country}` };
  const numbers = phoneNumbers.value;
  if (!numbers || numbers.read(text, country)) return null;
  const sentence = /\+|^\s*00/.test(text) ? 'phoneAnywhere' : `phoneCountry ${country}`;
  return { code: 'own', sentence };
}

/** `''` until it is known. */
export const examplePhone = (country: CountryCode): string => phoneNumbers.value?.exampleOf(country) ?? '';

/** The likely countries of applicants for each language of the form. */
const homes: Readonly<Record<string, string>> = {
  en: 'GB US IE CA AU',
  de: 'DE AT CH',
  es: 'ES MX AR CO CL',
  fr: 'FR BE CH CA',
  pt: 'PT BR',
  'pt-BR': 'BR PT',
  ar: 'SA AE EG MA JO',
};

/** The region that a language tag names. */
const regionOf = (tag: string): string => /^[a-z]+(?:-[A-Z][a-z]{3})?-([A-Z]{2})\b/.exec(tag)?.[1] ?? '';

/**
 * Lists the region of the form's language first, because the host has named it, then those of the browser's languages,
 * which many people never change.
 */
export function likelyCountries(locale: string): readonly string[] {
  const named = [regionOf(locale), ...(globalThis.navigator?.languages ?? []).map(regionOf)];
  const [language = ''] = locale.split('-');
  const likely = [...named, ...`${homes[locale] ?? homes[language]}`.split(' ')];
  return [...new Set(likely)].filter((code) => countryCodes.has(code));
}

/** Sorts the applicant's likely countries first. */
export function likelyFirst<Option extends SelectOption>(
  options: readonly Option[],
  likely: readonly string[],
): readonly Option[] {
  const first = [...new Set(likely)].flatMap((code) => options.find(({ value }) => value === code) ?? []);
  return [...first, ...options.filter((option) => !first.includes(option))];
}

const namesOf = new Map<string, ReadonlyMap<string, string>>();

/** Country names by code, sorted by name; cached for each language, because it takes some milliseconds. */
export function countryNames(locale: string): ReadonlyMap<string, string> {
  const known = namesOf.get(locale);
  if (known) return known;
  const regions = new Intl.DisplayNames(locale, { type: 'region' });
  const { compare } = new Intl.Collator(locale);
  const named = [...countryCodes].map((code): [string, string] => [code, regions.of(code) ?? code]);
  const names = new Map(named.sort(([, first], [, second]) => compare(first, second)));
  namesOf.set(locale, names);
  return names;
}
