/** Ids and texts as a careful, a careless and a hostile client write them. */
import fc from '../../properties.support.ts';

/** Of the sample applications and of the form `engineer`. */
export const ids = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.constantFrom('80001', '80002', '80003', '90001', '90002', '101', '103', '4711'),
  },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      '0',
      '-1',
      '1e9',
      '99999999999999999999',
      '__proto__',
      'constructor',
      ' ',
      '%',
      '..',
    ),
  },
  { weight: 1, arbitrary: fc.string({ unit: 'binary', maxLength: 12 }) },
);

export const words = fc.oneof(
  fc.constantFrom(
    '',
    ',',
    ',,',
    'true',
    'null',
    '0',
    '-0',
    '1e309',
    '9'.repeat(400),
    '[',
    ']',
    '[]',
    'a[b]',
    '%',
    '\0',
  ),
  fc.constantFrom(
    '__proto__',
    'constructor',
    'toString',
    'applications',
    'id',
    '-id',
    'x'.repeat(5000),
    '+447700900999',
  ),
  fc.string({ unit: 'binary', maxLength: 20 }),
);

export const listOf = (values: readonly string[]) =>
  fc
    .uniqueArray(fc.constantFrom(...values), { minLength: 1, maxLength: 5 })
    .map((members) => members.join(','));
