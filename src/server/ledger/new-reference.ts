import { createHmac, hkdfSync } from 'node:crypto';
import { type Reference, reference } from '../../core/model/ids.ts';
import type { SubjectKey } from '../ports.ts';

/** Random bytes of a reference; five bits of each are used. */
const REFERENCE_BYTES = 12;

/** Writes sixty bits in an alphabet that can be read out on the phone (Crockford's base 32). */
function writeReference(bytes: Uint8Array): Reference {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const letters = Array.from(bytes, (byte) => alphabet.charAt(byte % 32)).join('');
  return reference(letters.replace(/(.{4})(?=.)/g, '$1-'));
}

export const newReference = (): Reference =>
  writeReference(crypto.getRandomValues(new Uint8Array(REFERENCE_BYTES)));

/** A subject has one submission and so one reference, derived so that a restored store produces the same one again. */
export function createReferences(secret: string): (key: SubjectKey) => Reference {
  const own = Buffer.from(hkdfSync('sha256', secret, '', 'apply-form reference 1', 32));
  return ({ tenant, subject }) => {
    const hash = createHmac('sha256', own)
      .update(JSON.stringify([tenant, subject]))
      .digest();
    return writeReference(hash.subarray(0, REFERENCE_BYTES));
  };
}
