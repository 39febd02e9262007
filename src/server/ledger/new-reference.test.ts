import { expect, test } from 'vitest';
import { subject, tenant } from '../../core/model/ids.ts';
import { createReferences } from './ledger.ts';

const [acme, other] = [tenant('acme'), tenant('other')];
const key = { tenant: acme, subject: subject('1') };
const secret = 's'.repeat(32);

test('gives a subject one reference, in letters that can be read aloud', () => {
  const reference = createReferences(secret)(key);
  expect(reference).toMatch(/^([0-9A-HJKMNP-TV-Z]{4}-){2}[0-9A-HJKMNP-TV-Z]{4}$/);
  expect(createReferences(secret)(key)).toBe(reference);
});

test.each([
  ['subject', { ...key, subject: subject('2') }, secret],
  ['tenant', { ...key, tenant: other }, secret],
  ['secret', key, 't'.repeat(32)],
])('gives another %s another reference', (_name, of, by) => {
  expect(createReferences(by)(of)).not.toBe(createReferences(secret)(key));
});
