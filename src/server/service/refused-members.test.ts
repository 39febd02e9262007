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
  '%s is named by its name, in words or as it is written, before a known message',
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
])('%s', (detail, member) => {
  expect(namedBy(detail)).toEqual([member]);
});

test.each([
  'Email has already been taken',
  'Phone belongs to another candidate',
  'Job has already been applied for',
  'Validation failed',
  '',
])('what is no documented form names nothing: %s', (detail) => {
  expect(namedBy(detail)).toEqual([]);
});

test.each<readonly [string, Partial<NamedFault>, readonly string[]]>([
  ['one of several', { pointer: '/data/attributes/documents_base64/1/data' }, ['documents_base64']],
  [
    'what is a person’s, with a known message',
    { pointer: '/data/attributes/phone', message: "can't be blank" },
    ['phone'],
  ],
  [
    'what is a person’s, taken',
    { pointer: '/data/attributes/email', detail: 'Email has already been taken' },
    [],
  ],
  ['the member and not the words', { pointer: '/data/attributes/town', detail: 'Phone is bad' }, ['town']],
  ['nothing of ours', { pointer: '/data/attributes/__proto__', attribute: 'constructor' }, []],
])('a pointer names %s', (_name, known, members) => {
  expect(readRefusal([fault(known)]).members).toEqual(members);
});

test.each<readonly [string | null, readonly string[]]>([
  [null, ['summary']],
  ["can't be blank", ['summary']],
  ["can't be blank unless a CV is given", []],
  ['or a CV must be given', []],
])('a place with the words %j demands %j of everyone', (message, demanded) => {
  const error = readRefusal([fault({ pointer: '/data/attributes/summary', message })]);
  expect(error.members).toEqual(['summary']);
  expect(demandedOf({ kind: 'invalid', pointers: [], ...error })).toEqual(demanded);
});
