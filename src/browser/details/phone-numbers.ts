/** All that is known of the numbers of the world: a file of its own, loaded once an applicant comes to enter one. */
import { isSupportedCountry, parsePhoneNumberFromString } from 'libphonenumber-js/min';
import type { PhoneNumbers } from '../../ui/details/phone.tsx';

export const phoneNumbers: PhoneNumbers = {
  knows: isSupportedCountry,
  read(text, country) {
    const options = isSupportedCountry(country) ? { defaultCountry: country } : {};
    // As the proxy reads it (`server/http/submissions/phone-number.ts`).
    const found = parsePhoneNumberFromString(text, { extract: false, ...options });
    const possible = found?.getPossibleCountries() ?? [];
    // Of no country, such as +800: the proxy refuses it as well.
    if (!found?.isValid() || !possible[0]) return null;
    const isInternational = /^(\+|00)/.test(text);
    return {
      text: isInternational ? found.formatInternational() : found.formatNational(),
      country: found.country ?? possible.find((one) => one === country) ?? possible[0],
    };
  },
};
