import { expect, test } from 'vitest';
import { memberNames, type NamedFault, readRefusal } from './refusals.ts';
import { demandedOf } from './service-error.ts';

const fault = (known: Partial<NamedFault>): NamedFault => ({
  pointer: null,
  attribute: null,
  detail: null,
  ...known,
});
const namedBy = (...details: readonly string[]) =>
  readRefusal(details.map((detail) => fault({ detail }))).members;

test.each(memberNames)(
  'a known message after the name of %s, in words or as written, names that member',
  (name) => {
    const words = name.replaceAll('_', ' ');
    for (const start of [name, words, words.charAt(0).toUpperCase() + words.slice(1)])
      expect(namedBy(`${start} can't be blank`)).toEqual([name]);
  },
);

test.each([
  ["Cv can't be blank", 'cv_base64_data'],
  ['Cover letter can’t be blank', 'cover_letter_base64_data'],
  ['First name is too long (maximum is 255 characters)', 'first_name'],
  ['Email is invalid', 'email'],
  ['Job is not open for applications', 'job'],
])('the message "%s" names %s', (detail, member) => {
  expect(namedBy(detail)).toEqual([member]);
});

test.each([
  'Email has already been taken',
  'Phone belongs to another candidate',
  'Job has already been applied for',
  'Validation failed',
  '',
])('an undocumented message names no member: %s', (detail) => {
  expect(namedBy(detail)).toEqual([]);
});

test.each<readonly [string, Partial<NamedFault>, readonly string[]]>([
  ['one of several documents', { pointer: '/data/attributes/documents_base64/1/data' }, ['documents_base64']],
  [
    'a personal member with a known message',
    { pointer: '/data/attributes/phone', message: "can't be blank" },
    ['phone'],
  ],
  [
    'no personal member that is already taken',
    { pointer: '/data/attributes/email', detail: 'Email has already been taken' },
    [],
  ],
  [
    'the member of the pointer rather than of the message',
    { pointer: '/data/attributes/town', detail: 'Phone is bad' },
    ['town'],
  ],
  ['no unknown member', { pointer: '/data/attributes/__proto__', attribute: 'constructor' }, []],
])('a pointer names %s', (_name, known, members) => {
  expect(readRefusal([fault(known)]).members).toEqual(members);
});

test.each<readonly [string | null, readonly string[]]>([
  [null, ['summary']],
  ["can't be blank", ['summary']],
  ["can't be blank unless a CV is given", []],
  ['or a CV must be given', []],
])('a pointer with the message %j demands %j of everyone', (message, demanded) => {
  const error = readRefusal([fault({ pointer: '/data/attributes/summary', message })]);
  expect(error.members).toEqual(['summary']);
  expect(demandedOf({ kind: 'invalid', pointers: [], ...error })).toEqual(demanded);
});
