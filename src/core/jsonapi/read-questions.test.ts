import { describe, expect, test } from 'vitest';
import type { QuestionRecord } from '../model/question.ts';
import { readQuestionDocument } from './read-questions.ts';

function recordsOf(document: unknown): readonly QuestionRecord[] {
  const read = readQuestionDocument(document);
  if (!read.ok) throw new Error(read.error);
  return read.value.records;
}

const resource = (attributes: unknown, more: object = {}) => ({
  type: 'questions',
  id: '1',
  attributes,
  ...more,
});
const questionOf = (attributes: unknown, more: object = {}) =>
  recordsOf({ data: [resource(attributes, more)] })[0]?.question;

test.each([[null], [7], [[]], [{}], [{ data: null }], [{ data: {} }], [{ included: [] }], [{ errors: [] }]])(
  'the document %j has no list of resources and is invalid',
  (document) => {
    expect(readQuestionDocument(document)).toEqual({ ok: false, error: 'bad_document' });
  },
);

describe('resources', () => {
  test('data comes before included, each in its order', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((id) => ({ ...resource({}), id }));
    const records = recordsOf({ included: [c], data: [b, a] });
    expect(records.map(({ question, from }) => [question.id, from])).toEqual([
      ['b', 'data'],
      ['a', 'data'],
      ['c', 'included'],
    ]);
  });

  test('resources other than questions, and resources without an id, are skipped', () => {
    const odd = [
      { type: 'jobs', id: '1' },
      { type: 'questions' },
      { type: 'questions', id: '' },
      { type: 'questions', id: true },
    ];
    expect(recordsOf({ data: [null, 7, 'x', [], {}, ...odd], included: 'x' })).toEqual([]);
  });

  test.each<[unknown, readonly string[]]>([
    [
      {
        data: [{ type: 'questions', id: '2' }, { type: 'questions', id: 3 }, { type: 'jobs', id: '4' }, null],
      },
      ['2', '3'],
    ],
    [null, []],
    [{ meta: { included: false } }, []],
    [{ data: {} }, []],
  ])('the relationship %j names the children %j', (conditional_questions, children) => {
    const [record] = recordsOf({ data: [resource({}, { relationships: { conditional_questions } })] });
    expect(record?.relatedChildren).toEqual(children);
  });
});

describe('attributes', () => {
  test('an ordinary question has its attributes', () => {
    const given = {
      question_type: 'short_text',
      required: true,
      additional_information: 'As in your passport',
    };
    expect(questionOf({ title: 'Your name', ...given })).toEqual({
      id: '1',
      title: 'Your name',
      canonicalTitle: 'Your name',
      help: ['As in your passport'],
      required: true,
      conditional: { kind: 'none' },
      type: 'short_text',
    });
  });

  test('a question without attributes is of unknown type and has no title', () => {
    const bare = { title: '', help: [], required: false, type: 'unknown', typeName: '' };
    for (const missing of [undefined, []]) expect(questionOf(missing)).toMatchObject(bare);
  });

  test.each([
    ['Boolean', 'Boolean'],
    [7, '7'],
    [null, ''],
    [['boolean'], ''],
  ])('the type %j is unknown', (question_type, typeName) => {
    expect(questionOf({ question_type })).toMatchObject({ type: 'unknown', typeName });
  });

  test.each([[undefined], ['true'], [1]])('the value %j for required counts as false', (required) => {
    expect(questionOf({ required })?.required).toBe(false);
  });
});

describe('options', () => {
  const optionsOf = (multiple_choice_options: unknown, more: object = {}) => {
    const question = questionOf({ question_type: 'multiple_choice', multiple_choice_options }, more);
    return question?.type === 'multiple_choice' ? question.options : null;
  };
  const plain = (...texts: readonly string[]) => texts.map((text) => ({ text, shown: text }));

  test.each([
    ['a list of texts', ['A', 'B'], plain('A', 'B')],
    ['a single text', 'A', plain('A')],
    ['numbers', [1, { text: 2.5 }], plain('1', '2.5')],
    ['texts without trimming them', [' A '], plain(' A ')],
    ['a repeated text as one option', ['A', 'B', 'A'], plain('A', 'B')],
    [
      'a list without its invalid elements',
      ['A', null, '', [], {}, { text: null }, { title: 'B' }, true, 'C'],
      plain('A', 'C'),
    ],
    ['names of object members as texts', ['__proto__', 'constructor'], plain('__proto__', 'constructor')],
    ['undefined as an empty list', undefined, []],
  ])('are read from %s', (_name, stored, options) => {
    expect(optionsOf(stored)).toEqual(options);
  });

  test('show the language of the applicant, paired by position, and stay canonical', () => {
    const shown = { meta: { shown: { multiple_choice_options: ['Tag', { text: 'Nacht' }] } } };
    expect(optionsOf(['Day', 'Night'], shown)).toEqual([
      { text: 'Day', shown: 'Tag' },
      { text: 'Night', shown: 'Nacht' },
    ]);
  });

  test.each([[['Tag']], [['Tag', 'Nacht', 'x']], ['Tag']])(
    'show the canonical texts when the translations %j do not pair',
    (translations) => {
      expect(
        optionsOf(['Day', 'Night'], { meta: { shown: { multiple_choice_options: translations } } }),
      ).toEqual(plain('Day', 'Night'));
    },
  );
});

describe('the minimum and maximum number of options', () => {
  const limitsOf = (attributes: object) => {
    const question = questionOf({
      question_type: 'multiple_choice',
      multiple_choice_options: ['A', 'B', 'C'],
      ...attributes,
    });
    return question?.type === 'multiple_choice' ? [question.minimum, question.maximum] : null;
  };
  const [fewest, most] = ['num_required_answer_options', 'max_num_required_answer_options'];

  test.each([
    ['have no limit by default', {}, [0, null]],
    ['are read from numbers', { [fewest]: 2, [most]: 3 }, [2, 3]],
    ['are read from text', { [fewest]: '2', [most]: '3' }, [2, 3]],
    ['have no maximum when it is zero', { [most]: 0 }, [0, null]],
    ['have no limit below zero', { [fewest]: -1, [most]: -1 }, [0, null]],
    ['have no limit other than whole numbers', { [fewest]: 1.5, [most]: 'two' }, [0, null]],
    ['lower a minimum above the maximum', { [fewest]: 3, [most]: 1 }, [1, 1]],
    ['lower a minimum above the number of options', { [fewest]: 9 }, [3, null]],
  ])('%s', (_name, attributes, limits) => {
    expect(limitsOf(attributes)).toEqual(limits);
  });
});

describe('the conditional', () => {
  const conditionalOf = (conditional: unknown) => questionOf({ conditional })?.conditional;

  test('has the parent, the position and the unchanged first condition of a child', () => {
    const first = { operator: 'equals', value: 'true', more: 1 };
    expect(conditionalOf({ parent_question_id: '9', position: 2, conditions: [first, 7] })).toEqual({
      kind: 'child',
      parent: '9',
      position: 2,
      condition: first,
    });
  });

  test.each([[null], [undefined]])('is empty for %j', (conditional) => {
    expect(conditionalOf(conditional)).toEqual({ kind: 'none' });
  });

  test.each([[7], ['x'], [[]], [false], ['']])('is invalid for %j', (conditional) => {
    expect(conditionalOf(conditional)).toEqual({ kind: 'bad' });
  });

  test.each([
    [7, '7', '3', 3],
    ['7', '7', -1.5, -1.5],
    ['', null, 'first', null],
    [true, null, [1], null],
    [{}, null, Number.POSITIVE_INFINITY, null],
  ])('reads parent id %j as %j and position %j as %j', (parent_question_id, parent, position, read) => {
    const conditional = conditionalOf({ parent_question_id, position });
    expect(conditional).toMatchObject({ kind: 'child', parent, position: read });
  });

  test.each([[undefined], [null], [{}], [[]], ['x']])('has no first condition for %j', (conditions) => {
    expect(conditionalOf({ conditions })).toMatchObject({ condition: undefined });
  });
});

describe('translated texts', () => {
  const attributes = { title: 'Day?', question_type: 'boolean', additional_information: 'Help' };

  test('replace the canonical ones', () => {
    const shown = { title: 'Tag?', additional_information: [{ tag: 'em', children: ['Hilfe'] }] };
    expect(questionOf(attributes, { meta: { shown } })).toMatchObject({
      title: 'Tag?',
      help: [{ tag: 'em', children: ['Hilfe'] }],
    });
  });

  test.each([
    [{ title: ' \n', additional_information: ' ' }],
    [{ title: { text: 'Tag?' }, additional_information: [{ tag: 'script' }] }],
    ['x'],
  ])('leave the canonical ones when they are %j', (shown) => {
    expect(questionOf(attributes, { meta: { shown } })).toMatchObject({ title: 'Day?', help: ['Help'] });
  });
});

describe('hostile documents', () => {
  test('members called __proto__ or constructor are ordinary members', () => {
    const document = JSON.parse(
      '{"data":[{"type":"questions","id":"__proto__","attributes":{"__proto__":{"title":"x"},"question_type":"constructor"}}],"__proto__":{"included":[7]}}',
    );
    expect(recordsOf(document)).toMatchObject([
      { question: { id: '__proto__', title: '', type: 'unknown', typeName: 'constructor' } },
    ]);
  });
});
