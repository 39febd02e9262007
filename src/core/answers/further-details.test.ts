import { describe, expect, test } from 'vitest';
import { detailId, type TextDetailName, type TextDetails } from '../model/details.ts';
import type { Question } from '../model/question.ts';
import { furtherFault, LONGEST_DETAIL, lineWithout, longest, requiredLines, validate } from './answers.ts';

const { summary = 0, linkedin_url: address = 0 } = longest;
const long = 'x'.repeat(LONGEST_DETAIL);
const profile = 'https://www.linkedin.com/in/ada';

test.each<readonly [TextDetailName, string, ReturnType<typeof furtherFault>]>([
  ['preferred_name', long, null],
  ['preferred_name', `${long}x`, 'too_long'],
  ['email', 'ada@example', 'invalid_email'],
  ['summary', 'x'.repeat(summary), null],
  ['summary', 'x'.repeat(summary + 1), 'too_long'],
  ['linkedin_url', profile, null],
  ['linkedin_url', `${profile}?${'x'.repeat(address)}`, 'too_long'],
  ['linkedin_url', 'ada', 'invalid_url'],
  ['linkedin_url', 'https://example.com/linkedin.com/', 'invalid_linkedin'],
  ['linkedin_url', 'https://notlinkedin.com/in/ada', 'invalid_linkedin'],
  ['date_of_birth', '1990-02-28', null],
  ['date_of_birth', '1990-02-30', 'unreadable_date'],
  ['date_of_birth', '1900-01-01', null],
  ['date_of_birth', '1899-12-31', 'unreadable_date'],
  ['country', 'GB', null],
  ['country', 'gb', 'not_an_option'],
])('%s %j has the fault %j', (name, text, fault) => {
  expect(furtherFault(name, text)).toBe(fault);
});

test('an address has a state only in the US, and a second line everywhere else', () => {
  expect(lineWithout({ country: 'US' })).toBe('address2');
  expect(lineWithout({ country: 'GB' })).toBe('state_province');
  expect(lineWithout({})).toBe('state_province');
});

describe('a question with its own rule', () => {
  const phone: Question = {
    id: detailId('phone'),
    title: 'Phone number',
    canonicalTitle: 'phone',
    help: [],
    required: false,
    conditional: { kind: 'none' },
    type: 'short_text',
    fault: (answer) =>
      answer.kind === 'text' && answer.text === 'wrong' ? { code: 'own', sentence: 'invalid_phone' } : null,
  };

  test('reports the fault of its answer', () => {
    expect(validate(phone, { kind: 'text', text: ' wrong ' })).toEqual({
      code: 'own',
      sentence: 'invalid_phone',
    });
    expect(validate(phone, { kind: 'text', text: 'right' })).toBeNull();
    expect(validate(phone, null)).toBeNull();
  });
});

describe('the required lines of an address', () => {
  const lines = ['country', 'address1', 'town', 'postcode'];

  test.each<readonly [string, TextDetails, boolean, readonly string[]]>([
    ['none when the address is optional', {}, false, []],
    ['none when every line is empty again', { country: '', address1: '', town: '' }, false, []],
    ['none when only the country is chosen', { country: 'GB' }, false, []],
    ['the common lines when one line is given', { country: 'GB', address1: '1 High St' }, false, lines],
    [
      'the state too for a begun address in the US',
      { country: 'US', town: 'Salem' },
      false,
      [...lines, 'state_province'],
    ],
    ['the common lines when the address is required', {}, true, lines],
    [
      'country and first line when the country needs no town or postcode',
      { country: 'HK' },
      true,
      lines.slice(0, 2),
    ],
    [
      'only those two lines once such an address is begun',
      { country: 'OM', town: 'Bahla' },
      false,
      lines.slice(0, 2),
    ],
    ['the state too for a required US address', { country: 'US' }, true, [...lines, 'state_province']],
  ])('are %s', (_name, given, isRequired, expected) => {
    expect(requiredLines(given, isRequired)).toEqual(expected);
  });
});
