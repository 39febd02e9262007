import { expect, test } from 'vitest';
import { type NamedFault, refusedMembers } from './refused-members.ts';

const fault = (known: Partial<NamedFault>): NamedFault => ({
  pointer: null,
  attribute: null,
  detail: null,
  ...known,
});

test.each<readonly [string, Partial<NamedFault>, readonly string[]]>([
  ['a pointer to an attribute', { pointer: '/data/attributes/email' }, ['email']],
  ['a pointer to a relationship', { pointer: '/data/relationships/job' }, ['job']],
  ['a pointer to its link', { pointer: '/data/relationships/job/data/id' }, ['job']],
  ['the name of the attribute', { attribute: 'last_name' }, ['last_name']],
  ['the name at the start of the words', { detail: "email can't be blank" }, ['email']],
  ['the name with a capital', { detail: 'Email is invalid' }, ['email']],
  ['the name in words', { detail: 'First name is too long (maximum is 255)' }, ['first_name']],
  ['the name as it is written', { detail: "last_name can't be blank" }, ['last_name']],
  ['the longer of two names', { detail: 'Phone iso2 is not a country' }, ['phone_iso2']],
  ['the shorter of two names', { detail: "Phone can't be blank" }, ['phone']],
  ['the pointer before the words', { pointer: '/data/attributes/email', detail: 'Phone is bad' }, ['email']],
  ['a strange pointer, then words', { pointer: '/data/attributes/x', detail: 'Email is bad' }, ['email']],
  ['nothing', {}, []],
  ['a name inside the words', { detail: 'The email is invalid' }, []],
  ['a longer word', { detail: 'Emails are off' }, []],
  ['a name of JavaScript', { pointer: '/data/attributes/__proto__', attribute: 'constructor' }, []],
  ['a name that is not ours', { attribute: 'Anna Smith', detail: 'anna@example.com is taken' }, []],
])('%s names the member', (_name, known, members) => {
  expect(refusedMembers([fault(known)])).toEqual(members);
});

test('several faults name each member once, in their order', () => {
  const faults = ['email is invalid', 'First name is short', "email can't be blank", 'Something else'];
  expect(refusedMembers(faults.map((detail) => fault({ detail })))).toEqual(['email', 'first_name']);
});
