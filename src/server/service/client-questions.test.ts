import { expect, test } from 'vitest';
import { useClientScene } from './client.support.ts';
import { findIncluded } from './included.ts';
import type { ListQuestionsParameters } from './queries.ts';
import type { QuestionResource } from './resources.ts';

const scene = useClientScene();

/** Selects the form with one question of each type and one follow-up for each operator. */
const specimen = { questionable_id: { eq: '4712' } };

async function ask(parameters: ListQuestionsParameters) {
  const reply = await scene().client.listQuestions(parameters);
  if (!reply.ok) throw new Error(reply.error.kind);
  return reply.value;
}
const idsOf = (page: { readonly data: readonly QuestionResource[] }) => page.data.map(({ id }) => id);
const queryOf = () => new URL(scene().sent.at(-1)?.url ?? '').searchParams;
const titles = async (parameters: ListQuestionsParameters) =>
  (await ask(parameters)).data.map(({ attributes }) => attributes.title);

test('list_questions returns a page of resources with questions.type', async () => {
  const { data } = await ask({ filter: specimen, page: { size: 3 } });
  expect(data.map(({ type }) => type)).toEqual(['questions', 'questions', 'questions']);
  expect(new URL(scene().sent.at(-1)?.url ?? '').pathname).toBe('/api/v1/questions');
});

test('list_questions.include returns the follow-ups of the page in included', async () => {
  const [plain, full] = [
    await ask({ filter: specimen }),
    await ask({ filter: specimen, include: ['conditional_questions'] }),
  ];
  expect(plain.included).toEqual([]);
  expect(full.included.length).toBeGreaterThan(10);
  expect(full.included.every(({ type }) => type === 'questions')).toBe(true);
});

test('questions.relationship.conditional_questions names follow-ups that are in included', async () => {
  const { data, included } = await ask({ filter: specimen, include: ['conditional_questions'] });
  const linked = data.flatMap(({ relationships }) => relationships.conditional_questions?.data ?? []);
  expect(linked.length).toBeGreaterThan(10);
  for (const { type, id } of linked) expect(findIncluded(included, { type, id })?.id).toBe(id);
});

test('questions.deeper returns one more level for each repetition in the path', async () => {
  const filter = { questionable_id: { eq: '4711' } };
  const include = 'conditional_questions.conditional_questions.conditional_questions';
  const [oneLevel, threeLevels] = [
    await ask({ filter, include: ['conditional_questions'] }),
    await ask({ filter, include: [include] }),
  ];
  expect(threeLevels.included.length).toBeGreaterThan(oneLevel.included.length);
});

async function parentsAndChildren() {
  const { data, included } = await ask({ filter: specimen, include: ['conditional_questions'] });
  const children = included.flatMap((found) => (found.type === 'questions' ? [found] : []));
  // Without follow-ups the tests would prove nothing.
  expect(children.length).toBeGreaterThan(0);
  return { data, children };
}

test('questions.conditional of a follow-up has questions.conditional.parent_question_id, questions.conditional.position, questions.conditional.conditions and questions.conditional.first_condition; questions.conditional.null otherwise', async () => {
  const { data, children } = await parentsAndChildren();
  expect(data.map(({ attributes }) => attributes.conditional)).toContain(null);
  const ids = [...data, ...children].map(({ id }) => id);
  for (const { attributes } of children) {
    expect(ids).toContain(attributes.conditional?.parent_question_id);
    expect(Number.isInteger(attributes.conditional?.position)).toBe(true);
    expect(attributes.conditional?.conditions[0]?.operator).toBeTypeOf('string');
  }
});

test.each([
  ['boolean', 'equals not_equals'],
  ['short_text', 'equals not_equals contains not_contains'],
  ['long_text', 'equals not_equals contains not_contains'],
  ['url', 'equals not_equals'],
  ['multiple_choice', 'equals not_equals'],
  ['number', 'equals not_equals greater_than less_thanThan less_than'],
  ['date', 'equals not_equals greater_than less_thanThan less_than'],
  ['document', 'equals not_equals'],
  ['multi_document', 'equals not_equals'],
  ['date_range', ''],
])('questions.operator.%s: the follow-ups of such a question compare by "%s"', async (type, operators) => {
  const { data, children } = await parentsAndChildren();
  const parents = new Set<string>(
    data.flatMap(({ id, attributes }) => (attributes.question_type === type ? id : [])),
  );
  expect(parents.size).toBeGreaterThan(0);
  const used = children.flatMap(({ attributes: { conditional } }) =>
    parents.has(conditional?.parent_question_id ?? '') ? (conditional?.conditions ?? []) : [],
  );
  const allowed = operators.split(' ').filter((operator) => operator !== '');
  expect(new Set(used.map(({ operator }) => operator))).toEqual(new Set(allowed));
});

test('questions.operator.multiple_choice.membership: a value is the text of one of several choices', async () => {
  const { data, children } = await parentsAndChildren();
  const several = data.filter(
    ({ attributes }) =>
      attributes.question_type === 'multiple_choice' && attributes.max_num_required_answer_options !== 1,
  );
  const options = several.flatMap(({ attributes }) => attributes.multiple_choice_options ?? []);
  const parents = new Set<string>(several.map(({ id }) => id));
  const values = children.flatMap(({ attributes: { conditional } }) =>
    parents.has(conditional?.parent_question_id ?? '') ? (conditional?.conditions ?? []) : [],
  );
  expect(values.length).toBeGreaterThan(0);
  for (const { value } of values) expect(options).toContain(value);
});

test('questions.values.as_stored: dates, numbers and both spellings of questions.operator.less_than are unchanged', async () => {
  const { children } = await parentsAndChildren();
  const all = children.flatMap(({ attributes }) => attributes.conditional?.conditions ?? []);
  expect(all).toContainEqual({ operator: 'greater_than', value: '1,000' });
  expect(all.map(({ value }) => value)).toEqual(expect.arrayContaining(['5 June 2024', '31/12/2025']));
  expect(all.map(({ operator }) => operator)).toEqual(expect.arrayContaining(['less_than', 'less_thanThan']));
});

test('questions.values.canonical: a condition has the English text of its option in every language', async () => {
  const filter = { questionable_id: { eq: '4717' } };
  const include = ['conditional_questions'] as const;
  const german = await ask({ filter, include, locale: 'de' });
  const conditions = german.included.flatMap((found) =>
    found.type === 'questions' ? (found.attributes.conditional?.conditions ?? []) : [],
  );
  expect(conditions.map(({ value }) => value)).toContain('The whole year');
});

test('questions.locale returns the texts in a language', async () => {
  const filter = { questionable_id: { eq: '4717' } };
  const [english, german] = [await titles({ filter }), await titles({ filter, locale: 'de' })];
  expect(german).not.toEqual(english);
  expect(queryOf().get('locale')).toBe('de');
});

test('questions.fields are typed when the readings name them, and otherwise returned unchanged', async () => {
  const { data } = await ask({ filter: specimen });
  const choice = data.find(({ attributes }) => attributes.question_type === 'multiple_choice')?.attributes;
  expect(choice?.multiple_choice_options).toContain('Full time');
  expect(choice?.required).toBeTypeOf('boolean');
  expect(choice?.additional_information).toSatisfy((help) => help === null || typeof help === 'string');
  const attributes = JSON.parse(scene().replies.at(-1) ?? '').data[0].attributes;
  expect(Object.keys(data[0]?.attributes ?? {}).sort()).toEqual(Object.keys(attributes).sort());
});

test('list_questions.fields[questions] omits other attributes, and list_questions.fields[scorecard_sections] is sent', async () => {
  const fields = { questions: ['title', 'conditional'], scorecard_sections: ['title'] } as const;
  const { data } = await ask({ filter: specimen, fields });
  for (const { attributes } of data) expect(Object.keys(attributes).sort()).toEqual(['conditional', 'title']);
  expect(queryOf().get('fields[scorecard_sections]')).toBe('title');
});

test('list_questions.filter[banked] separates the question bank from the questions of jobs', async () => {
  const page = { size: 1 } as const;
  const stats = { total: 'count' } as const;
  const [banked, others, all] = [
    await ask({ filter: { banked: true }, page, stats }),
    await ask({ filter: { banked: false }, page, stats }),
    await ask({ page, stats }),
  ];
  expect(banked.total).toBeGreaterThan(0);
  expect((banked.total ?? 0) + (others.total ?? 0)).toBe(all.total);
});

test.each([
  ['created_at', 'gt', '2025-05-01T00:00:00Z', '3101'],
  ['created_at', 'lt', '2025-05-01T00:00:00Z', '3103'],
  ['updated_at', 'gt', '2025-06-01T00:00:00Z', '3101'],
  ['updated_at', 'lt', '2025-06-01T00:00:00Z', '3103'],
] as const)(
  'list_questions.filter[%s][%s] omits questions on the other side of the time',
  async (name, side, time, gone) => {
    const all = idsOf(await ask({ filter: { banked: true } }));
    const some = idsOf(await ask({ filter: { banked: true, [name]: { [side]: time } } }));
    expect(queryOf().get(`filter[${name}][${side}]`)).toBe(time);
    expect(all).toContain(gone);
    expect(some).not.toContain(gone);
    expect(some.length).toBeGreaterThan(0);
  },
);

test('list_questions.filter[structured_section_id] returns the questions of one section', async () => {
  expect(await titles({ filter: { structured_section_id: '31' } })).toContain('Employer');
  expect(await titles({ filter: { structured_section_id: '32' } })).toEqual([]);
});

test('list_questions.filter[questionable_id] and list_questions.filter[questionable_id].eq select one job', async () => {
  const plain = idsOf(await ask({ filter: { questionable_id: '4712' } }));
  expect(queryOf().get('filter[questionable_id]')).toBe('4712');
  const written = idsOf(await ask({ filter: { questionable_id: { eq: '4712' } } }));
  expect(queryOf().get('filter[questionable_id][eq]')).toBe('4712');
  expect(written).toEqual(plain);
  expect(idsOf(await ask({ filter: { questionable_id: '4715' } }))).not.toEqual(plain);
});

test.each(['id', '-id'] as const)(
  'list_questions.sort: list_questions.sort.%s sorts the questions',
  async (sort) => {
    const ids = idsOf(await ask({ filter: specimen, sort: [sort] })).map(Number);
    const ascending = [...ids].sort((a, b) => a - b);
    expect(ids).toEqual(sort === 'id' ? ascending : ascending.reverse());
  },
);

test('list_questions.sort.unique, list_questions.include.unique: a repeated value is sent once', async () => {
  await scene().client.listQuestions(
    JSON.parse(
      '{"sort":["id","id"],"include":["conditional_questions","conditional_questions"],"page":{"size":1}}',
    ),
  );
  expect([queryOf().get('sort'), queryOf().get('include')]).toEqual(['id', 'conditional_questions']);
});

test('list_questions.page[number] returns another page of at most list_questions.page[size] records', async () => {
  const page = (number: number) => ask({ filter: specimen, page: { number, size: 4 } }).then(idsOf);
  const all = idsOf(await ask({ filter: specimen }));
  expect([await page(1), await page(2)]).toEqual([all.slice(0, 4), all.slice(4, 8)]);
});

test('limit.page_size.least is 0, limit.page_size.default 100, limit.page_size.most 1,000, limit.page_number.default 1', async () => {
  const none = await ask({ page: { size: 0 }, stats: { total: 'count' } });
  expect(none.data).toEqual([]);
  expect(none.total).toBeGreaterThan(1000);
  expect((await ask({})).data).toHaveLength(100);
  expect((await ask({ page: { size: 1000 } })).data).toHaveLength(1000);
  const [first, page] = [await ask({ page: { number: 1, size: 5 } }), await ask({ page: { size: 5 } })];
  expect(idsOf(page)).toEqual(idsOf(first));
});

test.each([
  ['a page of more than 1,000 records', { size: 1001 }, 'page.size'],
  ['a page before the first', { number: 0 }, 'page.number'],
])(
  'limit.page_size.least and limit.page_size.most: %s is refused and not sent',
  async (_name, page, parameter) => {
    const before = scene().sent.length;
    const refused = { ok: false, error: { kind: 'bad_request', parameter } };
    expect(await scene().client.listQuestions({ page })).toEqual(refused);
    expect(await scene().client.listApplications({ page })).toEqual(refused);
    expect(scene().sent).toHaveLength(before);
  },
);

test('list_questions.stats[total] and list_questions.total_in_meta are returned on request', async () => {
  expect((await ask({ page: { size: 1 } })).total).toBeNull();
  const { total, meta } = await ask({ filter: specimen, page: { size: 1 }, stats: { total: 'count' } });
  expect(total).toBe((await ask({ filter: specimen, page: { size: 1000 } })).data.length);
  expect(meta).toEqual({ stats: { total: { count: total } } });
});
