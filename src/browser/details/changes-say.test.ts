import { expect, test } from 'vitest';
import { sentencesOfChanges } from './changes-say.ts';

const said = sentencesOfChanges((key) => key);

test.each([
  ['that the change itself may not have arrived', 'receipt.attentionNone', 'held.attention'],
  ['that another part may not have, where the change has', 'receipt.attention', undefined],
])('of changes it is said apart %s', (_what, key, own) => {
  expect(said[key]).toBe(own);
});
