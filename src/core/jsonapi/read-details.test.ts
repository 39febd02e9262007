import { describe, expect, test } from 'vitest';
import { readDetails } from './read-questions.ts';

const ask = (details: unknown) => readDetails({ meta: { details } });

describe('the details of a visitor without an application', () => {
  test('are one required line of text each, in the order of the document', () => {
    const names = ['first_name', 'last_name', 'email'];
    const questions = ask(names.map((name) => ({ name, required: true }))).map(({ question }) => question);
    expect(questions).toMatchObject([
      { id: 'detail:first_name', detail: 'first_name', canonicalTitle: 'first name' },
      { id: 'detail:last_name', detail: 'last_name', canonicalTitle: 'last name' },
      { id: 'detail:email', detail: 'email', canonicalTitle: 'email' },
    ]);
    for (const question of questions)
      expect(question).toMatchObject({
        type: 'short_text',
        required: true,
        help: [],
        conditional: { kind: 'none' },
      });
  });

  test('are optional unless the document requires them', () => {
    expect(ask([{ name: 'email' }]).map(({ question }) => question.required)).toEqual([false]);
  });

  test.each([
    ['a name that the form does not know', [{ name: 'shoe_size', required: true }]],
    ['an element without a name', [null, 7, 'email', {}]],
    ['an object instead of a list', { name: 'email' }],
    ['null', null],
    ['undefined', undefined],
  ])('are none for %s', (_name, details) => {
    expect(ask(details)).toEqual([]);
    expect(readDetails(details)).toEqual([]);
  });
});
