import { UNITED_STATES } from '../resources/country.ts';

/**
 * The document: `address2` is for addresses outside the United States, `state_province` for those inside. It decides by
 * `country`; of a change that is the country that the application has afterwards.
 */
export function addressComplaint(name: string, country: unknown): string | null {
  if (name === 'address2' && country === UNITED_STATES) return "can't be written for an address in the US";
  if (name === 'state_province' && country !== UNITED_STATES)
    return 'can only be written for an address in the US';
  return null;
}
