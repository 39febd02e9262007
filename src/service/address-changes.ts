/** Which line of an address goes with which country: the rule of the service's document for `address2` and `state_province`. */

/** What a change says of the country; undefined: nothing. */
export type CountryChange = string | null | undefined;

interface OfUnitedStates {
  readonly state_province?: string | null;
  readonly address2?: never;
}

interface OfElsewhere {
  readonly address2?: string | null;
  readonly state_province?: never;
}

interface OfNoCountry {
  readonly address2?: never;
  readonly state_province?: never;
}

interface OfAnyCountry {
  readonly address2?: string | null;
  readonly state_province?: string | null;
}

/**
 * - `'US'` takes `state_province` and never `address2`; any other country that the compiler knows, and null, the reverse.
 * - A country that the compiler does not know (`string`) takes both; which one was meant is looked at before anything
 *   is sent.
 * - Without a country neither is taken: the application's own decides, which only the service knows. Whoever changes
 *   such a line names its country beside it.
 */
export type AddressChanges<Country extends CountryChange> = {
  readonly country?: Country;
} & AddressLines<Country>;

type AddressLines<Country extends CountryChange> = string extends Country
  ? OfAnyCountry
  : [Country] extends [undefined]
    ? OfNoCountry
    : Exclude<Country, undefined> extends 'US'
      ? OfUnitedStates
      : 'US' extends Country
        ? OfNoCountry
        : OfElsewhere;

export interface AddressToCheck extends OfAnyCountry {
  readonly country?: CountryChange;
}

/** For what the compiler could not know. */
export function isAddressAllowed({ country, address2, state_province }: AddressToCheck): boolean {
  if (country === undefined) return address2 === undefined && state_province === undefined;
  return country === 'US' ? address2 === undefined : state_province === undefined;
}
