/** Which line of an address goes with which country: the rule of the service's document for `address2` and `state_province`. */

/** What a change says of the country; undefined: nothing. */
export type CountryChange = string | null | undefined;

interface WithoutLine<Country> {
  readonly country?: Country;
  readonly address2?: never;
  readonly state_province?: never;
}

interface OfUnitedStates<Country> {
  readonly country: Country;
  readonly state_province?: string | null;
  readonly address2?: never;
}

interface OfElsewhere<Country> {
  readonly country: Country;
  readonly address2?: string | null;
  readonly state_province?: never;
}

interface OfAnyCountry<Country> {
  readonly country: Country;
  readonly address2?: string | null;
  readonly state_province?: string | null;
}

/**
 * - `'US'` takes `state_province` and never `address2`; any other country that the compiler knows, and null, the
 *   reverse. Of several, each has its own line.
 * - A country that the compiler does not know (`string`) takes both; which one was meant is looked at before anything
 *   is sent.
 * - Without a country neither is taken: the application's own decides, which only the service knows. A caller that changes
 *   such a line names its country beside it.
 */
export type AddressChanges<Country extends CountryChange> =
  | WithoutLine<Country>
  | (string extends Country
      ? OfAnyCountry<Exclude<Country, undefined>>
      : WithLine<Exclude<Country, undefined>>);

type WithLine<Country> = Country extends 'US' ? OfUnitedStates<Country> : OfElsewhere<Country>;

export interface AddressToCheck {
  readonly country?: CountryChange;
  readonly address2?: string | null;
  readonly state_province?: string | null;
}

/** The line that does not go with the country, for what the compiler could not know; null: none. */
export function refusedLine({
  country,
  address2,
  state_province,
}: AddressToCheck): 'address2' | 'state_province' | null {
  const isAmerican = country === 'US';
  const isElsewhere = country !== undefined && !isAmerican;
  if (address2 !== undefined && !isElsewhere) return 'address2';
  return state_province !== undefined && !isAmerican ? 'state_province' : null;
}
