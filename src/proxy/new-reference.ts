import { type Reference, reference } from '../model/ids.ts';

/** Sixty random bits in an alphabet that can be read out on the phone (Crockford's base 32). */
export function newReference(): Reference {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    alphabet.charAt(byte % 32),
  ).join('');
  return reference(letters.replace(/(.{4})(?=.)/g, '$1-'));
}
