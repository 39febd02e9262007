/* All that is known of the numbers of the world: a file of its own, loaded once an applicant comes to enter one. */
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { readPhone } from '../core/answers/phone-number.ts';
import type { PhoneNumbers } from './phone.tsx';

export const allNumbers: PhoneNumbers = {
  read: (text, country) => readPhone(text, [country]),
  exampleOf: (country) =>
    (isSupportedCountry(country) && getExampleNumber(country, examples)?.formatInternational()) || '',
};
