/** A subject has one submission and so one reference, derived so that a restored store produces the same one again. */
import { createHmac, hkdfSync } from 'node:crypto';
import type { Reference } from '../../../core/model/ids.ts';
import type { SubjectKey } from '../../ports.ts';
import { REFERENCE_BYTES, writeReference } from '../../submissions/new-reference.ts';

/** @param secret without it, no reference can be derived from a subject */
export function createReferences(secret: string): (key: SubjectKey) => Reference {
  const own = Buffer.from(hkdfSync('sha256', secret, '', 'apply-form reference 1', 32));
  return ({ tenant, subject }) => {
    const hash = createHmac('sha256', own)
      .update(JSON.stringify([tenant, subject]))
      .digest();
    return writeReference(hash.subarray(0, REFERENCE_BYTES));
  };
}
