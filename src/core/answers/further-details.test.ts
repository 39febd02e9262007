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
])('%s %j: %j', (name, text, fault) => {
  expect(furtherFault(name, text)).toBe(fault);
});

test('an address has a state in the US alone, and a second line everywhere else', () => {
  expect(lineWithout({ country: 'US' })).toBe('address2');
  expect(lineWithout({ country: 'GB' })).toBe('state_province');
  expect(lineWithout({})).toBe('state_province');
});

describe('a question with a rule of its own', () => {
  const asked: Question = {
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

  test('says what is wrong with its answer', () => {
    expect(validate(asked, { kind: 'text', text: ' wrong ' })).toEqual({
      code: 'own',
      sentence: 'invalid_phone',
    });
    expect(validate(asked, { kind: 'text', text: 'right' })).toBeNull();
    expect(validate(asked, null)).toBeNull();
  });
});

describe('the lines of an address that have to be given', () => {
  const lines = ['country', 'address1', 'town', 'postcode'];

  test.each<readonly [string, TextDetails, boolean, readonly string[]]>([
    ['none, where it may be left out', {}, false, []],
    ['none, where all of it was emptied again', { country: '', address1: '', town: '' }, false, []],
    ['none, where its country alone was chosen', { country: 'GB' }, false, []],
    [
      'those that every address has, once one is given',
      { country: 'GB', address1: '1 High St' },
      false,
      lines,
    ],
    ['its state too in the US', { country: 'US', town: 'Salem' }, false, [...lines, 'state_province']],
    ['those that every address has, where it is asked', {}, true, lines],
    [
      'country and first line where a town or a postcode may be missing',
      { country: 'HK' },
      true,
      lines.slice(0, 2),
    ],
    ['the same of an address that is begun', { country: 'OM', town: 'Bahla' }, false, lines.slice(0, 2)],
    ['its state too, where it is asked in the US', { country: 'US' }, true, [...lines, 'state_province']],
  ])('are %s', (_name, given, isAsked, expected) => {
    expect(requiredLines(given, isAsked)).toEqual(expected);
  });
});
