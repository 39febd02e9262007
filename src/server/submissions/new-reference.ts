import { type Reference, reference } from '../../core/model/ids.ts';

/** Random bytes of a reference; five bits of each are used. */
export const REFERENCE_BYTES = 12;

/** Writes sixty bits in an alphabet that can be read out on the phone (Crockford's base 32). */
export function writeReference(bytes: Uint8Array): Reference {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % 32)).join('');
  return reference(letters.replace(/(.{4})(?=.)/g, '$1-'));
}

export const newReference = (): Reference =>
  writeReference(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES)));
