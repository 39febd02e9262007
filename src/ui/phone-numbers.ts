/* Phone numbers of the world, in a file of its own that loads when an applicant reaches the field. */
import { getExampleNumber, isSupportedCountry } from 'libphonenumber-js/min';
import examples from 'libphonenumber-js/mobile/examples';
import { readPhone } from '../core/answers/phone-number.ts';
import type { PhoneNumbers } from './phone.tsx';

export const allNumbers: PhoneNumbers = {
  read: (text, country) => readPhone(text, [country]),
  exampleOf: (country) =>
    (isSupportedCountry(country) && getExampleNumber(country, examples)?.formatInternational()) || '',
};
