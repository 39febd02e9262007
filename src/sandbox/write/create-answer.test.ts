import { describe, expect, test } from 'vitest';
import { type AnswerParts, answerBody, ask, firstError, post } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const PDF = 'data:application/pdf;base64,JVBERi0xLjcK';
/** The hash of the nine bytes, from sha256sum. */
const PDF_HASH = '0716f9264c9fe19f5d7455276107f3ddcc1d3497f63d60689a73558ae8a1bf5e';

async function answer(parts: Omit<AnswerParts, 'application'>, sandbox = createSandbox()) {
  const application = sandbox.applyTo('engineer');
  const reply = await post(sandbox, answerBody({ ...parts, application }));
  return { reply, answers: sandbox.answers(application), application };
}

const answerAs = (attributes: object, question = '101') =>
  answer({ question, attributes: { ...attributes } });

test('create_answer.document: name, type, size and hash are stored, and the reply has no content', async () => {
  const attributes = { document_base64_data: PDF, document_base64_filename: 'CV ü.pdf' };
  const { reply, answers } = await answerAs(attributes, '106');
  expect([reply.status, reply.headers.get('content-type')]).toEqual([201, 'application/vnd.api+json']);
  expect(at(reply.body, 'data', 'attributes', 'document_answer')).toMatchObject({ filename: 'CV ü.pdf' });
  expect(reply.text).not.toMatch(/JVBERi|document_base64/);
  const file = { filename: 'CV ü.pdf', type: 'application/pdf', size: 9, sha256: PDF_HASH };
  expect(answers[0]?.value).toMatchObject(file);
});

test('create_answer.response: the reply links the answer to its question and its application', async () => {
  const { reply, application } = await answerAs({ text_answer: 'x' });
  expect(at(reply.body, 'data', 'relationships')).toEqual({
    answer_options: { meta: { included: false } },
    question: { data: { type: 'questions', id: '101' } },
    answerable: { data: { type: 'applications', id: application } },
  });
});

describe('a wrong answer is refused with its pointer, and nothing is stored:', () => {
  const file = (data: unknown) => ({ document_base64_data: data, document_base64_filename: 'a.pdf' });
  const range = (from: string, to?: string) => ({
    date_from_answer: from.padStart(10, '2020-01-0'),
    date_to_answer: to?.padStart(10, '2020-01-0'),
  });

  const of = (type: string) => `does not answer a question of type ${type}`;
  const noUri = 'is not a data URI in base64';

  test.each<readonly [says: string, question: string, attributes: object, fault: string, detail: string]>([
    ['a text for a yes-or-no question', '111', { text_answer: 'yes' }, 'text_answer', of('boolean')],
    ['"true" as a text', '111', { boolean_answer: 'true' }, 'boolean_answer', 'must be true or false'],
    ['no attribute (create_answer.body.attributes)', '101', {}, 'text_answer', "can't be blank"],
    ['white space only', '101', { text_answer: ' \n' }, 'text_answer', "can't be blank"],
    ['a JSON number', '102', { number_answer: 4.5 }, 'number_answer', 'must be a text, as "4.5"'],
    ['an exponent', '102', { number_answer: '1e3' }, 'number_answer', 'is not a decimal number in a text'],
    ['no real day', '109', { date_answer: '2027-02-29' }, 'date_answer', 'is not a date as YYYY-MM-DD'],
    ['half a date range', '108', range('2020-01-01'), 'date_to_answer', "can't be blank"],
    ['reversed dates', '108', range('2', '1'), 'date_to_answer', 'must not be before date_from_answer'],
    ['a file without a data URI', '106', file('JVBERi0xLjcK'), 'document_base64_data', noUri],
    ['broken base64', '106', file('data:application/pdf;base64,JVB*'), 'document_base64_data', noUri],
    ['no file name', '106', { document_base64_data: PDF }, 'document_base64_filename', "can't be blank"],
    ['a choice', '110', { multiple_choice_answer: [] }, 'multiple_choice_answer', of('multiple_choice')],
    [
      'create_answer.rule.no_conditional',
      '121',
      { text_answer: 'x', conditional: {} },
      'conditional',
      of('long_text'),
    ],
  ])('%s', async (_, question, attributes, name, text) => {
    const { reply, answers } = await answerAs(attributes, question);
    const [source, detail] = [{ pointer: `/data/attributes/${name}` }, `${name} ${text}`];
    const error = { code: 'unprocessable_entity', status: '422', title: 'Validation Error', detail, source };
    expect([reply.status, firstError(reply), answers]).toEqual([422, error, []]);
  });

  test.each<readonly [says: string, question: string, options: readonly string[], detail: string]>([
    ['no option', '110', [], "can't be blank"],
    ['an option in other case', '110', ['fully remote'], '"fully remote" is not in the list'],
    ['two options for a single choice', '110', ['Fully remote', 'In the Ghent office'], 'must be at most 1'],
    ['one option twice', '103', ['Go', 'Go'], 'must not name an option twice'],
    ['options for a text', '101', ['Go'], 'do not answer a question of type short_text'],
  ])('%s', async (_, question, options, detail) => {
    const attributes = question === '101' ? { text_answer: 'x' } : {};
    const { reply, answers } = await answer({ question, options, attributes });
    expect([reply.status, at(firstError(reply), 'detail'), answers]).toEqual([
      422,
      `answer_options ${detail}`,
      [],
    ]);
    expect(at(firstError(reply), 'source', 'pointer')).toBe('/data/relationships/answer_options');
  });

  test('a question of another job', async () => {
    const { reply, answers } = await answerAs({ boolean_answer: true }, '2001');
    const pointer = at(firstError(reply), 'source', 'pointer');
    expect([reply.status, pointer, answers]).toEqual([422, '/data/relationships/question', []]);
  });

  test.each(['title', 'document_answer', 'multiple_choice_answer', 'created_at', 'attachments'])(
    'answers.read_only: %s',
    async (attribute) => {
      const { reply, answers } = await answerAs({ text_answer: 'x', [attribute]: 'x' });
      const pointer = at(firstError(reply), 'source', 'pointer');
      expect([reply.status, pointer, answers]).toEqual([422, `/data/attributes/${attribute}`, []]);
    },
  );
});

describe('a body that is not an answer', () => {
  const sandbox = createSandbox();
  const application = sandbox.applyTo('engineer');
  const good = answerBody({ question: '101', application, attributes: { text_answer: 'x' } });
  const { question, answerable } = Object(at(good, 'data', 'relationships'));
  const send = (body: string) => ask(sandbox, '/api/v1/answers', { method: 'POST', body });
  const withData = (data: object) =>
    JSON.stringify({
      data: { type: 'answers', attributes: {}, relationships: { question, answerable }, ...data },
    });
  const related = (relationships: object) => withData({ relationships });
  const linked = (data: unknown) => related({ question, answerable, answer_options: { data } });

  test.each([
    ['is empty', '', 400],
    ['is not JSON', '{"data":', 400],
    ['is null', 'null', 400],
    ['has no data', '{}', 400],
    ['has another type (create_answer.body.type)', withData({ type: 'comments' }), 400],
    ['has attributes that are a list', withData({ attributes: [] }), 400],
    ['has no relationships', withData({ relationships: null }), 400],
    ['has no question (create_answer.body.question)', related({ answerable }), 422],
    ['has no application', related({ question }), 422],
    ['has a relationship too many', related({ question, answerable, job: { data: null } }), 422],
    [
      'has an answerable of an unknown type',
      related({ question, answerable: { data: { type: 'x', id: '1' } } }),
      400,
    ],
    ['links options by a text', linked('Go'), 422],
    ['links an option that exists already', linked([{ type: 'answer_options', id: '1' }]), 422],
    [
      'lacks the text of an option',
      linked([{ type: 'answer_options', 'temp-id': 'o1', method: 'create' }]),
      422,
    ],
  ])('is refused if it %s', async (_, body, status) => {
    expect((await send(body)).status).toBe(status);
  });

  test.each(['job_seekers', 'candidate_surveys'])(
    'create_answer.body.answerable: an answer for %s is refused, because the document shows only applications',
    async (type) => {
      const reply = await send(JSON.stringify(good).replace('"type":"applications"', `"type":"${type}"`));
      expect([reply.status, firstError(reply)]).toMatchObject([
        422,
        { detail: 'answerable is only taken of applications here' },
      ]);
    },
  );

  test.each([
    ['question', 'question', answerBody({ question: '1', application, attributes: { text_answer: 'x' } })],
    ['application', 'answerable', answerBody({ question: '101', application: '1', attributes: {} })],
  ])('is answered 404, with a detail, if its %s is unknown', async (what, relationship, body) => {
    const reply = await post(sandbox, body);
    expect([reply.status, firstError(reply)]).toMatchObject([
      404,
      {
        detail: `Record not found: there is no ${what} 1`,
        source: { pointer: `/data/relationships/${relationship}` },
      },
    ]);
  });
});

test.each<readonly [rule: 'accept' | 'reject' | 'replace', status: number, answers: readonly string[]]>([
  ['accept', 201, ['one', 'two']],
  ['reject', 422, ['one']],
  ['replace', 201, ['two']],
])(
  'create_answer.second: rule "%s" for a second answer; every further document is added',
  async (duplicates, status, answers) => {
    const sandbox = createSandbox({ duplicates });
    const application = sandbox.applyTo('engineer');
    const send = async (question: string, attributes: Readonly<Record<string, unknown>>) =>
      (await post(sandbox, answerBody({ question, application, attributes }))).status;
    expect([await send('101', { text_answer: 'one' }), await send('101', { text_answer: 'two' })]).toEqual([
      201,
      status,
    ]);
    expect(sandbox.answers(application).map(({ value }) => value)).toEqual(answers);
    for (const name of ['a.pdf', 'b.pdf'])
      expect(await send('107', { document_base64_data: PDF, document_base64_filename: name })).toBe(201);
    expect(sandbox.answers(application)).toHaveLength(answers.length + 2);
  },
);
