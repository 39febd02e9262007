import { expect, test } from 'vitest';
import { failure, success } from '../../core/model/failure.ts';
import type { QuestionListParameters, QuestionPage } from '../service/create-service.ts';
import { readQuestionSet } from './question-set.ts';
import { reduceQuestion } from './reduce-question.ts';

interface Sample {
  readonly id: string;
  readonly parent?: string;
}

/** A service with a chain of questions. It loads as many levels as requested and refuses more than `deepest`. */
function service(questions: readonly Sample[], deepest: number, linkage: 'loaded' | 'always' | 'never') {
  const requested: number[] = [];
  const childrenOf = (id: string) => questions.filter(({ parent }) => parent === id);
  const resource = ({ id, parent }: Sample, namesChildren: boolean) => ({
    type: 'questions',
    id,
    attributes: { title: id, conditional: parent === undefined ? null : { parent_question_id: parent } },
    relationships: {
      conditional_questions: namesChildren
        ? { data: childrenOf(id).map((child) => ({ type: 'questions', id: child.id })) }
        : { meta: { included: false } },
    },
  });
  return {
    requested,
    async listQuestions({ levels }: QuestionListParameters) {
      requested.push(levels);
      if (levels > deepest) return failure({ kind: 'bad_request' as const });
      const data = questions.filter(({ parent }) => parent === undefined);
      const included: Sample[] = [];
      let generation = data;
      for (let level = 0; level < levels; level += 1) {
        generation = generation.flatMap(({ id }) => childrenOf(id));
        included.push(...generation);
      }
      const namesChildren = (sample: Sample) =>
        linkage === 'always' || (linkage === 'loaded' && !generation.includes(sample));
      return success({
        data: data.map((sample) => resource(sample, linkage !== 'never')),
        included: included.map((sample) => resource(sample, namesChildren(sample))),
      });
    },
  };
}

const chain = (length: number): readonly Sample[] =>
  Array.from({ length }, (_, index) =>
    index === 0 ? { id: '1' } : { id: String(index + 1), parent: String(index) },
  );

const read = async (source: ReturnType<typeof service>, levels = 1) => {
  const set = await readQuestionSet({ service: source, questionable: '1', filterForm: 'eq' }, levels);
  return set.ok
    ? { ids: set.value.data.length + set.value.included.length, levels: set.value.levels }
    : set.error;
};

type Levels = readonly [string, number, number, 'loaded' | 'always', number, readonly number[]];
const table: readonly Levels[] = [
  ['a form without follow-ups', 1, 5, 'loaded', 1, [1]],
  ['one level of follow-ups that do not name their own', 2, 5, 'loaded', 2, [1, 2]],
  ['four levels of follow-ups', 5, 5, 'loaded', 5, [1, 2, 3, 4, 5]],
  ['four levels, from a service that accepts two', 5, 2, 'loaded', 3, [1, 2, 3]],
  ['more levels than we ever request', 9, 5, 'always', 6, [1, 2, 3, 4, 5]],
];

test.each(table)('reads %s', async (_name, length, deepest, linkage, ids, requested) => {
  const source = service(chain(length), deepest, linkage);
  expect(await read(source)).toMatchObject({ ids });
  expect(source.requested).toEqual(requested);
});

test('starts with the depth that worked before, and reduces it when the service refuses it', async () => {
  const before = service(chain(5), 5, 'loaded');
  expect(await read(before, 5)).toEqual({ ids: 5, levels: 5 });
  expect(before.requested).toEqual([5]);
  const after = service(chain(2), 1, 'always');
  expect(await read(after, 5)).toEqual({ ids: 2, levels: 1 });
  expect(after.requested).toEqual([5, 1]);
});

test('a failure on the second page fails the whole read, because half a form would lose questions', async () => {
  let calls = 0;
  const source = {
    listQuestions: async () => {
      calls += 1;
      const data = Array.from({ length: 1_000 }, (_, index) => ({ type: 'questions', id: String(index) }));
      return calls === 1 ? success({ data, included: [] }) : failure({ kind: 'timeout' as const });
    },
  };
  expect(await readQuestionSet({ service: source, questionable: '1', filterForm: 'eq' }, 1)).toEqual({
    ok: false,
    error: { kind: 'timeout' },
  });
});

const numbered = (from: number, count: number) =>
  Array.from({ length: count }, (_, place) => ({ type: 'questions', id: String(from + place) }));
const empty: QuestionPage = { data: [], included: [] };
const whole = (count: number, more: Partial<QuestionPage> = {}): QuestionPage => ({
  data: numbered(1, count),
  included: [],
  ...more,
});

test.each<[string, readonly QuestionPage[], number, boolean, number]>([
  ['a short page', [whole(12)], 12, false, 1],
  [
    'a page of the default size with more after it',
    [whole(100), { ...empty, data: numbered(101, 7) }],
    107,
    false,
    2,
  ],
  ['a page of the default size that comes again', [whole(100)], 100, true, 2],
  [
    'a short page that names a next page',
    [whole(3, { hasNext: true }), { ...empty, data: numbered(4, 1) }],
    4,
    false,
    2,
  ],
  ['a page below the total', [whole(3, { total: 5 }), { ...empty, total: 5 }], 3, true, 2],
  ['a page that reaches the total', [whole(3, { total: 3 })], 3, false, 1],
])('%s is read until its end is certain', async (_what, pages, count, isCut, calls) => {
  let reads = 0;
  const listQuestions = async () => success(pages[Math.min(reads++, pages.length - 1)] ?? empty);
  const source = { service: { listQuestions }, questionable: '1', filterForm: 'eq' } as const;
  const set = await readQuestionSet(source, 5);
  expect(set).toMatchObject({ ok: true, value: { isCut } });
  expect([set.ok && set.value.data.length, reads]).toEqual([count, calls]);
});

test.each([
  ['an unknown attribute', { title: 'T', ai_score: 5, salary: { a: 1 } }, { title: 'T' }],
  [
    'a list of options in both formats',
    { multiple_choice_options: ['a', { text: 'b', id: 7 }, null] },
    { multiple_choice_options: ['a', { text: 'b' }, null] },
  ],
  [
    'a list of conditions, of which the first counts,',
    {
      conditional: {
        position: 1,
        secret: 1,
        conditions: [{ operator: 'equals', value: '1', note: 'x' }, {}],
      },
    },
    { conditional: { position: 1, conditions: [{ operator: 'equals', value: '1' }] } },
  ],
])('%s is reduced to the parts that a form needs', (_name, attributes, reduced) => {
  expect(reduceQuestion({ type: 'questions', id: '1', attributes, links: { self: 'x' } })).toEqual({
    type: 'questions',
    id: '1',
    attributes: reduced,
  });
});
