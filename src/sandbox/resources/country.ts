/** What the service derives from `country`, an ISO 3166-1 code of two letters, as in `phone_iso2` and the rule about the US. */

interface CountryDetails {
  readonly country_code: string | null;
  readonly country_code_alpha3: string | null;
  readonly country_name: string | null;
}

export const UNITED_STATES = 'US';

/** ISO 3166-1: the countries that samples and tests are likely to name; others are missing here. */
const alpha3: ReadonlyMap<string, string> = new Map(
  (
    'AT AUT AU AUS BE BEL BR BRA CA CAN CH CHE CN CHN CZ CZE DE DEU DK DNK EG EGY ES ESP FI FIN FR FRA GB GBR ' +
    'GR GRC HU HUN IE IRL IL ISR IN IND IT ITA JP JPN KE KEN KR KOR MX MEX NG NGA NL NLD NO NOR NZ NZL PL POL ' +
    'PT PRT RO ROU SA SAU SE SWE SG SGP TR TUR UA UKR US USA ZA ZAF'
  )
    .split(' ')
    .flatMap((code, place, all) => (place % 2 === 0 ? [[code, all[place + 1] ?? ''] as const] : [])),
);

/** Names in English, in which the service stores everything; undefined for an unassigned code. */
const names = new Intl.DisplayNames(['en'], { type: 'region', fallback: 'none' });

const nothing: CountryDetails = { country_code: null, country_code_alpha3: null, country_name: null };

export function countryDetails(country: unknown): CountryDetails {
  if (typeof country !== 'string' || !/^[A-Z]{2}$/.test(country)) return nothing;
  const name = names.of(country);
  if (name === undefined) return nothing;
  return { country_code: country, country_code_alpha3: alpha3.get(country) ?? null, country_name: name };
}

/**
 * The document: one line is for addresses in the United States, the other for all others; the one that does not apply
 * is null.
 */
export function addressLines(attributes: Readonly<Record<string, unknown>>) {
  const isInStates = attributes['country'] === UNITED_STATES;
  return {
    address2: isInStates ? null : (attributes['address2'] ?? null),
    state_province: isInStates ? (attributes['state_province'] ?? null) : null,
  };
}
