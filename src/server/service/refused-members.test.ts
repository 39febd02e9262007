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
  ["Documents can't be blank", 'documents_base64'],
  ['First name is too long (maximum is 255 characters)', 'first_name'],
  ['Email is invalid', 'email'],
  ['Job must exist', 'job'],
  ['Job is not open for applications', 'job'],
])('%s', (detail, member) => {
  expect(namedBy(detail)).toEqual([member]);
});

test.each([
  'Email has already been taken',
  'Phone belongs to another candidate',
  'Job has already been applied for',
  'Please provide a phone number',
  'Validation failed',
  '',
])('what is no documented form names nothing: %s', (detail) => {
  expect(namedBy(detail)).toEqual([]);
});

test.each<readonly [string, Partial<NamedFault>, readonly string[]]>([
  ['one of several', { pointer: '/data/attributes/documents_base64/1/data' }, ['documents_base64']],
  [
    'an attribute, in odd words',
    { pointer: '/data/attributes/postcode', detail: 'We need it' },
    ['postcode'],
  ],
  [
    'a relationship, with a known message',
    { pointer: '/data/relationships/job/data/id', detail: 'Job must exist' },
    ['job'],
  ],
  [
    'what is a person’s, with a known message',
    { pointer: '/data/attributes/phone', message: "can't be blank" },
    ['phone'],
  ],
  ['what is a person’s, alone', { pointer: '/data/attributes/email' }, []],
  [
    'what is a person’s, taken',
    { pointer: '/data/attributes/email', detail: 'Email has already been taken' },
    [],
  ],
  ['the member and not the words', { pointer: '/data/attributes/town', detail: 'Phone is bad' }, ['town']],
  ['nothing of ours', { pointer: '/data/attributes/__proto__', attribute: 'constructor' }, []],
  ['an attribute by its name', { attribute: 'last_name', message: 'is invalid' }, ['last_name']],
])('a pointer names %s', (_name, known, members) => {
  expect(readRefusal([fault(known)]).members).toEqual(members);
});

test('several faults name each member once, in their order, and none that is taken too', () => {
  const details = ['Email is invalid', 'First name is invalid', "Email can't be blank", 'Something else'];
  expect(namedBy(...details)).toEqual(['email', 'first_name']);
  expect(namedBy(...details, 'Email has already been taken')).toEqual(['first_name']);
});

test('a long text is read at its start alone', () => {
  expect(namedBy(`Phone ${'is '.repeat(100_000)}`)).toEqual([]);
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
