import { describe, expect, test } from 'vitest';
import fc from '../../properties.support.ts';
import { type ReducedQuestion, reduceQuestion } from './reduce-question.ts';
import { type PairedTexts, pairTexts, withTexts } from './translations.ts';

const question = (id: string, attributes: object): ReducedQuestion => {
  const reduced = reduceQuestion({ type: 'questions', id, attributes });
  if (reduced === null) throw new Error('This is no question.');
  return reduced;
};
const choice = (id: string, options: unknown, title = id) =>
  question(id, { title, question_type: 'multiple_choice', multiple_choice_options: options });
const text = (id: string, title: string, help?: string) =>
  question(id, { title, question_type: 'short_text', additional_information: help });
const set = (...data: readonly ReducedQuestion[]) => ({ data, included: [] });
const shownOf = (texts: PairedTexts) => Object.fromEntries([...texts].map(([id, { shown }]) => [id, shown]));
const codes = (canonical: ReducedQuestion, translated: ReducedQuestion) =>
  pairTexts(set(canonical), set(translated)).problems.map(({ code, questionId }) => `${code} ${questionId}`);

describe('translated texts', () => {
  test('are paired by question id, in any order and on any level', () => {
    const { texts, problems } = pairTexts(
      {
        data: [text('1', 'One', '<p>Help</p>'), choice('2', ['Day', 'Night'])],
        included: [text('3', 'Three')],
      },
      {
        data: [text('3', 'Drei'), text('1', 'Eins', '<p>Hilfe<script>x</script></p>')],
        included: [choice('2', ['Tag', { text: 'Nacht' }], 'Zwei')],
      },
    );
    expect(problems).toEqual([]);
    expect(shownOf(texts)).toEqual({
      '1': {
        title: 'Eins',
        additional_information: [{ tag: 'p', children: ['Hilfe'] }],
        multiple_choice_options: [],
      },
      '2': { title: 'Zwei', additional_information: null, multiple_choice_options: ['Tag', 'Nacht'] },
      '3': { title: 'Drei', additional_information: null, multiple_choice_options: [] },
    });
  });
});

describe('a question stays canonical, with a problem,', () => {
  test.each([
    ['is missing', text('1', 'One'), text('2', 'Zwei'), 'translation_missing 1'],
    ['has another type', text('1', 'One'), choice('1', ['A']), 'translation_type 1'],
    ['has fewer options', choice('1', ['A', 'B']), choice('1', ['a']), 'translation_options 1'],
    [
      'gives two options the same text',
      choice('1', ['A', 'B', 'C']),
      choice('1', ['x', 'y', 'x']),
      'translation_options 1',
    ],
  ])('if its translation %s', (_name, canonical, translated, problem) => {
    expect(codes(canonical, translated)).toEqual([problem]);
    const { texts } = pairTexts(set(canonical), set(translated));
    expect(withTexts(set(canonical), texts)).toEqual(set(canonical));
  });
});

test('pairing never throws and never changes a canonical attribute', () => {
  const questions = fc.array(
    fc.record({ id: fc.constantFrom('1', '2', '__proto__'), attributes: fc.jsonValue({ maxDepth: 3 }) }),
  );
  fc.assert(
    fc.property(questions, questions, (some, others) => {
      const [canonical, translated] = [some, others].map((list) =>
        set(...list.map(({ id, attributes }) => question(id, Object(attributes)))),
      );
      if (canonical === undefined || translated === undefined) throw new Error('Two lists went in.');
      const shown: unknown = JSON.parse(
        JSON.stringify(withTexts(canonical, pairTexts(canonical, translated).texts)),
      );
      const withoutMeta = JSON.parse(JSON.stringify(shown), (key, value) =>
        key === 'meta' ? undefined : value,
      );
      expect(withoutMeta).toEqual(JSON.parse(JSON.stringify(canonical)));
    }),
  );
});
