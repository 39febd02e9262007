import { describe, expect, test } from 'vitest';
import { detailRecord } from '../jsonapi/read-questions.ts';
import type { BasicDetailName } from '../model/details.ts';
import { fileId, questionId } from '../model/ids.ts';
import type { Answer, ChoiceQuestion, Question, QuestionType } from '../model/question.ts';
import { questionTypes } from '../model/question.ts';
import { validate } from './answers.ts';

const base = {
  id: questionId('1'),
  title: 'A question',
  canonicalTitle: 'A question',
  help: [],
  conditional: { kind: 'none' },
} as const;
const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };

const choice = (limits: Partial<ChoiceQuestion> = {}): Question => ({
  ...base,
  required: false,
  type: 'multiple_choice',
  options: ['A', 'B', 'C'].map((text) => ({ text, shown: text })),
  minimum: 0,
  maximum: null,
  ...limits,
});

function question(type: QuestionType, required = false): Question {
  return type === 'multiple_choice' ? choice({ required }) : { ...base, type, required };
}

const filled: Record<QuestionType, Answer> = {
  boolean: { kind: 'boolean', value: false },
  short_text: { kind: 'text', text: 'a' },
  long_text: { kind: 'text', text: 'a' },
  url: { kind: 'url', text: 'https://example.com' },
  multiple_choice: { kind: 'choice', options: ['A'] },
  number: { kind: 'number', text: '0' },
  date: { kind: 'date', day: '2024-02-29' },
  date_range: { kind: 'date_range', from: '2024-01-01', to: '2024-01-01' },
  document: { kind: 'files', files: [file] },
  multi_document: { kind: 'files', files: [file, file] },
};

const blank: Record<QuestionType, Answer | null> = {
  boolean: null,
  short_text: { kind: 'text', text: ' \n' },
  long_text: { kind: 'text', text: '' },
  url: { kind: 'url', text: ' ' },
  multiple_choice: { kind: 'choice', options: [] },
  number: { kind: 'number', text: '' },
  date: { kind: 'date', day: '' },
  date_range: { kind: 'date_range', from: '', to: '' },
  document: { kind: 'files', files: [] },
  multi_document: { kind: 'files', files: [] },
};

describe.each(questionTypes)('%s', (type) => {
  test('a filled-in answer is valid', () => {
    expect(validate(question(type, true), filled[type])).toBeNull();
  });

  test.each([
    ['no answer', null],
    ['a blank answer', blank[type]],
  ])('%s is invalid only when the question is required', (_name, answer) => {
    expect(validate(question(type, true), answer)).toEqual({ code: 'required' });
    expect(validate(question(type, false), answer)).toBeNull();
  });

  test('an unreadable entry is never taken for unanswered', () => {
    expect(validate(question(type, false), { kind: 'unreadable', typed: '' })).not.toBeNull();
  });

  test('an answer of another type is never valid', () => {
    const foreign = Object.values(filled).filter(({ kind }) => kind !== filled[type].kind);
    expect(foreign.map((answer) => validate(question(type, false), answer))).not.toContain(null);
  });
});

describe('numbers', () => {
  const check = (text: string) => validate(question('number'), { kind: 'number', text })?.code ?? 'valid';

  test.each(['-0', '12.50', '007', `-${'9'.repeat(20)}.${'9'.repeat(20)}`])('%s is a number', (text) => {
    expect(check(text)).toBe('valid');
  });

  test.each(['five', '1,000', '3,5', '1e5', '+5', '.5', '5.', '--5', '5 ', '0x10', 'Infinity', '٥', '1.2.3'])(
    '%s is not a number in the sent format',
    (text) => {
      expect(check(text)).toBe('unreadable_number');
    },
  );

  test.each(['9'.repeat(41), `-${'9'.repeat(20)}.${'9'.repeat(21)}`])(
    '%s has more than 40 digits',
    (text) => {
      expect(check(text)).toBe('number_too_long');
    },
  );
});

describe('dates', () => {
  test.each(['2023-02-29', '2024-13-01', '2024-6-5', '05/06/2024', '12024-06-05', 'soon'])(
    '%s is not a calendar day',
    (day) => {
      expect(validate(question('date'), { kind: 'date', day })).toEqual({ code: 'unreadable_date' });
    },
  );

  test.each([
    ['2024-01-01', '', { code: 'range_incomplete', missing: 'to' }],
    ['', '2024-01-01', { code: 'range_incomplete', missing: 'from' }],
    ['2024-01-02', '2024-01-01', { code: 'range_reversed' }],
    ['2023-12-31', '2024-01-01', null],
    ['2024-02-30', '2024-03-01', { code: 'unreadable_date' }],
    ['2024-02-01', '2024-02-30', { code: 'unreadable_date' }],
    ['soon', '', { code: 'unreadable_date' }],
  ])('the range from %j to %j is checked for both ends and their order', (from, to, invalidity) => {
    expect(validate(question('date_range'), { kind: 'date_range', from, to })).toEqual(invalidity);
  });
});

describe('choices', () => {
  const check = (limits: Partial<ChoiceQuestion>, ...options: readonly string[]) =>
    validate(choice(limits), { kind: 'choice', options });

  test('an unknown option is invalid', () => {
    expect(check({}, 'A', 'Z')).toEqual({ code: 'not_an_option' });
    expect(check({}, 'a')).toEqual({ code: 'not_an_option' });
  });

  test('fewer options than the minimum are invalid once any is chosen', () => {
    expect(check({ minimum: 2 }, 'A')).toEqual({ code: 'too_few_options', minimum: 2 });
    expect(check({ minimum: 2 }, 'A', 'B')).toBeNull();
    expect(check({ minimum: 2 })).toBeNull();
    expect(check({ minimum: 2, required: true })).toEqual({ code: 'required' });
  });

  test('the same option counts once', () => {
    expect(check({ minimum: 2 }, 'A', 'A')).toEqual({ code: 'too_few_options', minimum: 2 });
    expect(check({ maximum: 1 }, 'A', 'A')).toBeNull();
  });

  test('more options than the maximum are invalid', () => {
    expect(check({ maximum: 1 }, 'A', 'B')).toEqual({ code: 'too_many_options', maximum: 1 });
    expect(check({ maximum: 2 }, 'A', 'B')).toBeNull();
    expect(check({ maximum: null }, 'A', 'B', 'C')).toBeNull();
  });
});

describe('a question that cannot be answered never blocks sending', () => {
  const unknown: Question = { ...base, type: 'unknown', typeName: 'rating', required: true };

  test.each([
    ['a type we do not know', unknown],
    ['a choice without options', choice({ options: [], required: true, minimum: 2 })],
  ])('%s', (_name, unanswerable) => {
    expect(validate(unanswerable, null)).toBeNull();
    expect(validate(unanswerable, { kind: 'choice', options: ['A'] })).toBeNull();
    expect(validate(unanswerable, { kind: 'unreadable', typed: 'x' })).toBeNull();
  });
});

describe('web addresses', () => {
  const check = (text: string) => validate(question('url'), { kind: 'url', text })?.code ?? 'valid';

  test.each([
    'https://example.com',
    'www.example.com/me',
    'example.com:8080/path',
    'https://münchen.de/straße',
    'https://192.0.2.1:80',
    'https://[2001:db8::1]:8080/x',
    ' example.com ',
  ])('%s is a web address', (text) => {
    expect(check(text)).toBe('valid');
  });

  test.each([
    'https://',
    'ftp://example.com',
    'javascript:alert(1)',
    'me@example.com',
    'https://user:secret@example.com',
    'https://example.com\n.evil.com',
    'https://.example.com',
  ])('%j is not a web address', (text) => {
    expect(check(text)).toBe('invalid_url');
  });
});

describe('the basic details of a visitor', () => {
  const check = (detail: BasicDetailName, words: string, required = true) =>
    validate(detailRecord(detail, required).question, { kind: 'text', text: words });

  test.each([
    ['email', 'sam@example.com', null],
    ['email', ' sam@example.com ', null],
    ['email', 'sam', { code: 'invalid_email' }],
    ['email', ' ', { code: 'required' }],
    ['last_name', 'x'.repeat(255), null],
    ['last_name', 'x'.repeat(256), { code: 'too_long' }],
  ] as const)('%s %j has the fault %j', (detail, words, invalidity) => {
    expect(check(detail, words)).toEqual(invalidity);
  });
});
