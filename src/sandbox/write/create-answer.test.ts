import { describe, expect, test } from 'vitest';
import { type AnswerParts, answerBody, ask, firstError, ids, list, post } from '../client.support.ts';
import { createSandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const PDF = 'data:application/pdf;base64,JVBERi0xLjcK';
/** Of the nine bytes, from sha256sum. */
const PDF_HASH = '0716f9264c9fe19f5d7455276107f3ddcc1d3497f63d60689a73558ae8a1bf5e';

type Parts = Omit<AnswerParts, 'application'>;

async function answer(parts: Parts, sandbox = createSandbox()) {
  const application = sandbox.applyTo('engineer');
  const reply = await post(sandbox, answerBody({ ...parts, application }));
  return { reply, held: sandbox.answers(application), application };
}

describe('each type is answered by its own attribute', () => {
  type Row = readonly [type: string, parts: Parts, attribute: string, value: unknown, held: unknown];
  const rows: readonly Row[] = [
    [
      'short_text',
      { question: '101', attributes: { text_answer: 'A planner' } },
      'text_answer',
      'A planner',
      'A planner',
    ],
    [
      'long_text',
      { question: '104', attributes: { text_answer: 'Line\nline' } },
      'text_answer',
      'Line\nline',
      'Line\nline',
    ],
    ['boolean', { question: '111', attributes: { boolean_answer: false } }, 'boolean_answer', false, false],
    [
      'number',
      { question: '102', attributes: { number_answer: '12.50' } },
      'number_answer',
      '12.50',
      '12.50',
    ],
    ['number: nought', { question: '102', attributes: { number_answer: '0' } }, 'number_answer', '0', '0'],
    [
      'date',
      { question: '109', attributes: { date_answer: '2028-02-29' } },
      'date_answer',
      '2028-02-29',
      '2028-02-29',
    ],
    [
      'url',
      { question: '105', attributes: { url_answer: 'https://a.example/b?c#d' } },
      'url_answer',
      'https://a.example/b?c#d',
      'https://a.example/b?c#d',
    ],
    [
      'date_range',
      { question: '108', attributes: { date_from_answer: '2020-01-01', date_to_answer: '2024-12-31' } },
      'date_to_answer',
      '2024-12-31',
      { from: '2020-01-01', to: '2024-12-31' },
    ],
    [
      'multiple_choice: one',
      { question: '110', options: ['Fully remote'] },
      'multiple_choice_answer',
      ['Fully remote'],
      ['Fully remote'],
    ],
    [
      'multiple_choice: several',
      { question: '103', options: ['Go', 'Rust'] },
      'multiple_choice_answer',
      ['Go', 'Rust'],
      ['Go', 'Rust'],
    ],
  ];

  test.each(rows)('create_answer.%s', async (_, parts, attribute, value, heldValue) => {
    const { reply, held } = await answer(parts);
    expect(reply.status).toBe(201);
    expect(reply.headers.get('content-type')).toBe('application/vnd.api+json');
    expect(at(reply.body, 'data', 'type')).toBe('answers');
    expect(at(reply.body, 'data', 'attributes', attribute)).toEqual(value);
    expect(held.map((each) => [each.question, each.value])).toEqual([[parts.question, heldValue]]);
  });

  test.each(['106', '107'])(
    'create_answer.document: question %s takes one: name, type, size and hash are kept, the content never returns',
    async (question) => {
      const attributes = { document_base64_data: PDF, document_base64_filename: 'CV ü.pdf' };
      const { reply, held } = await answer({ question, attributes });
      expect(reply.status).toBe(201);
      expect(at(reply.body, 'data', 'attributes', 'document_answer')).toMatchObject({ filename: 'CV ü.pdf' });
      expect(reply.text).not.toContain('JVBERi');
      expect(held[0]?.value).toMatchObject({
        filename: 'CV ü.pdf',
        type: 'application/pdf',
        size: 9,
        sha256: PDF_HASH,
      });
    },
  );
});

describe('the attributes of an answer', () => {
  const rows: readonly (readonly [
    attribute: string,
    question: string,
    attributes: object,
    value: unknown,
  ])[] = [
    ['text_answer', '101', { text_answer: 'A planner' }, 'A planner'],
    ['boolean_answer', '111', { boolean_answer: false }, false],
    ['number_answer', '102', { number_answer: '12.50' }, '12.50'],
    ['date_answer', '109', { date_answer: '2028-02-29' }, '2028-02-29'],
    [
      'date_from_answer',
      '108',
      { date_from_answer: '2020-01-01', date_to_answer: '2024-12-31' },
      '2020-01-01',
    ],
    ['date_to_answer', '108', { date_from_answer: '2020-01-01', date_to_answer: '2024-12-31' }, '2024-12-31'],
    ['url_answer', '105', { url_answer: 'https://a.example/b' }, 'https://a.example/b'],
  ];

  test.each(rows)('answers.%s is written and read back', async (attribute, question, attributes, value) => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    await post(sandbox, answerBody({ question, application, attributes: { ...attributes } }));
    const read = await ask(sandbox, `/api/v1/applications/${application}?include=answers`);
    expect(at(list(at(read.body, 'included'))[0], 'attributes', attribute)).toEqual(value);
  });

  const file = { document_base64_data: PDF, document_base64_filename: 'cv.pdf' };

  test.each(['document_base64_data', 'document_base64_filename'])(
    'answers.%s is written and never returned',
    async (attribute) => {
      const { reply } = await answer({ question: '106', attributes: file });
      expect([reply.status, at(reply.body, 'data', 'attributes', attribute)]).toEqual([201, undefined]);
    },
  );

  const readOnly = ['title', 'additional_information', 'question_type', 'document_answer'];

  test.each([...readOnly, 'multiple_choice_answer', 'created_at', 'updated_at', 'attachments'])(
    'answers.read_only: %s is refused, and nothing is held',
    async (attribute) => {
      const attributes = { text_answer: 'x', [attribute]: 'x' };
      const { reply, held } = await answer({ question: '101', attributes });
      expect([reply.status, at(firstError(reply), 'source', 'pointer'), held]).toEqual([
        422,
        `/data/attributes/${attribute}`,
        [],
      ]);
    },
  );

  test.each(['job_seekers', 'candidate_surveys'])(
    'create_answer.body.answerable: %s take no answer, since the document shows applications alone',
    async (type) => {
      const sandbox = createSandbox();
      const application = sandbox.applyTo('engineer');
      const body = answerBody({ question: '101', application, attributes: { text_answer: 'x' } });
      const text = JSON.stringify(body).replace('"type":"applications"', `"type":"${type}"`);
      const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', body: text });
      expect([reply.status, at(firstError(reply), 'source', 'pointer')]).toEqual([
        422,
        '/data/relationships/answerable',
      ]);
      expect(at(firstError(reply), 'detail')).toBe('answerable is only taken of applications here');
    },
  );

  test.each([
    ['answerable', '"type":"applications"', 'applications, job_seekers, candidate_surveys'],
    ['question', '"type":"questions"', 'questions'],
  ])('an undocumented type for %s is malformed, as any other type', async (name, type, known) => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('engineer');
    const body = answerBody({ question: '101', application, attributes: { text_answer: 'x' } });
    const text = JSON.stringify(body).replace(type, '"type":"foo"');
    const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', body: text });
    expect([reply.status, at(firstError(reply), 'detail')]).toEqual([
      400,
      `data.relationships.${name}.data.type must be ${known}`,
    ]);
  });
});

describe('what comes back', () => {
  test('create_answer.response: the answer with its title and type, related to its question and its application (create_answer)', async () => {
    const { reply, application } = await answer({ question: '101', attributes: { text_answer: 'x' } });
    expect(at(reply.body, 'data', 'attributes')).toMatchObject({
      question_type: 'short_text',
      boolean_answer: null,
    });
    expect(at(reply.body, 'data', 'relationships')).toEqual({
      answer_options: { meta: { included: false } },
      question: { data: { type: 'questions', id: '101' } },
      answerable: { data: { type: 'applications', id: application } },
    });
  });

  test('answers.relationship.answer_options: the options that a choice created, with their texts', async () => {
    const { reply } = await answer({ question: '103', options: ['Go', 'Rust'] });
    const named = at(reply.body, 'data', 'relationships', 'answer_options', 'data');
    expect(ids(named)).toEqual(ids(at(reply.body, 'included')));
    expect(list(at(reply.body, 'included')).map((option) => at(option, 'attributes', 'text'))).toEqual([
      'Go',
      'Rust',
    ]);
  });
});

describe('an answer that is wrong is refused at the right place, and nothing is held', () => {
  const file = (data: unknown, name: unknown = 'a.pdf') => ({
    document_base64_data: data,
    document_base64_filename: name,
  });

  type Row = readonly [says: string, parts: Parts, detail: string, pointer: string];
  const rows: readonly Row[] = [
    [
      'a text for a boolean',
      { question: '111', attributes: { text_answer: 'yes' } },
      'text_answer does not answer a question of type boolean',
      '/data/attributes/text_answer',
    ],
    [
      'a text where the truth value should be',
      { question: '111', attributes: { boolean_answer: 'true' } },
      'boolean_answer must be true or false',
      '/data/attributes/boolean_answer',
    ],
    [
      'no attribute (create_answer.body.attributes)',
      { question: '101' },
      "text_answer can't be blank",
      '/data/attributes/text_answer',
    ],
    [
      'white space',
      { question: '101', attributes: { text_answer: ' \n' } },
      "text_answer can't be blank",
      '/data/attributes/text_answer',
    ],
    [
      'null',
      { question: '101', attributes: { text_answer: null } },
      "text_answer can't be blank",
      '/data/attributes/text_answer',
    ],
    [
      'a JSON number',
      { question: '102', attributes: { number_answer: 4.5 } },
      'number_answer must be a text, as "4.5"',
      '/data/attributes/number_answer',
    ],
    [
      'a number with a comma',
      { question: '102', attributes: { number_answer: '1,000' } },
      'number_answer is not a decimal number in a text',
      '/data/attributes/number_answer',
    ],
    [
      'a number with an exponent',
      { question: '102', attributes: { number_answer: '1e3' } },
      'number_answer is not a decimal number in a text',
      '/data/attributes/number_answer',
    ],
    [
      'a date as people write it',
      { question: '109', attributes: { date_answer: '5 June 2024' } },
      'date_answer is not a date as YYYY-MM-DD',
      '/data/attributes/date_answer',
    ],
    [
      'a day that does not exist',
      { question: '109', attributes: { date_answer: '2027-02-29' } },
      'date_answer is not a date as YYYY-MM-DD',
      '/data/attributes/date_answer',
    ],
    [
      'half a range',
      { question: '108', attributes: { date_from_answer: '2020-01-01' } },
      "date_to_answer can't be blank",
      '/data/attributes/date_to_answer',
    ],
    [
      'a reversed range',
      { question: '108', attributes: { date_from_answer: '2020-01-02', date_to_answer: '2020-01-01' } },
      'date_to_answer must not be before date_from_answer',
      '/data/attributes/date_to_answer',
    ],
    [
      'base64 without its prefix',
      { question: '106', attributes: file('JVBERi0xLjcK') },
      'document_base64_data is not a data URI in base64',
      '/data/attributes/document_base64_data',
    ],
    [
      'broken base64',
      { question: '106', attributes: file('data:application/pdf;base64,JVB*') },
      'document_base64_data is not a data URI in base64',
      '/data/attributes/document_base64_data',
    ],
    [
      'a file without a name',
      { question: '106', attributes: { document_base64_data: PDF } },
      "document_base64_filename can't be blank",
      '/data/attributes/document_base64_filename',
    ],
    [
      'a choice by attribute',
      { question: '110', attributes: { multiple_choice_answer: ['Fully remote'] } },
      'multiple_choice_answer does not answer a question of type multiple_choice',
      '/data/attributes/multiple_choice_answer',
    ],
    [
      'no option',
      { question: '110', options: [] },
      "answer_options can't be blank",
      '/data/relationships/answer_options',
    ],
    [
      'an option that is not offered',
      { question: '110', options: ['On the moon'] },
      'answer_options "On the moon" is not in the list',
      '/data/relationships/answer_options',
    ],
    [
      'an option in other case',
      { question: '110', options: ['fully remote'] },
      'answer_options "fully remote" is not in the list',
      '/data/relationships/answer_options',
    ],
    [
      'two options for one choice',
      { question: '110', options: ['Fully remote', 'In the Ghent office'] },
      'answer_options must be at most 1',
      '/data/relationships/answer_options',
    ],
    [
      'one option twice',
      { question: '103', options: ['Go', 'Go'] },
      'answer_options must not name an option twice',
      '/data/relationships/answer_options',
    ],
    [
      'options for a text',
      { question: '101', attributes: { text_answer: 'x' }, options: ['Go'] },
      'answer_options do not answer a question of type short_text',
      '/data/relationships/answer_options',
    ],
    [
      'create_answer.rule.no_conditional: conditional metadata',
      { question: '121', attributes: { text_answer: 'x', conditional: {} } },
      'conditional does not answer a question of type long_text',
      '/data/attributes/conditional',
    ],
    [
      'a question of another job',
      { question: '2001', attributes: { boolean_answer: true } },
      "question is not one of the application's job",
      '/data/relationships/question',
    ],
  ];

  test.each(rows)('%s', async (_, parts, detail, pointer) => {
    const { reply, held } = await answer(parts);
    expect(reply.status).toBe(422);
    expect(firstError(reply)).toEqual({
      code: 'unprocessable_entity',
      status: '422',
      title: 'Validation Error',
      detail,
      source: { pointer },
    });
    expect(held).toEqual([]);
  });

  test('several faults of one answer are all named', async () => {
    const { reply } = await answer({ question: '108', attributes: { text_answer: 'x' } });
    expect(list(at(reply.body, 'errors')).map((error) => at(error, 'source', 'pointer'))).toEqual([
      '/data/attributes/text_answer',
      '/data/attributes/date_from_answer',
      '/data/attributes/date_to_answer',
    ]);
  });

  test('a question of a type that cannot be answered', async () => {
    const sandbox = createSandbox();
    const application = sandbox.applyTo('hostile');
    const reply = await post(
      sandbox,
      answerBody({ question: '5641', application, attributes: { text_answer: 'x' } }),
    );
    expect(reply.status).toBe(422);
  });
});

describe('a body that is no answer', () => {
  const sandbox = createSandbox();
  const application = sandbox.applyTo('engineer');
  const good = answerBody({ question: '101', application, attributes: { text_answer: 'x' } });
  const relationships = at(good, 'data', 'relationships');
  const withData = (data: object) =>
    JSON.stringify({ data: { type: 'answers', attributes: {}, relationships, ...data } });
  const linked = (data: unknown) =>
    withData({ relationships: { ...Object(relationships), answer_options: { data } } });

  test.each([
    ['is empty', '', 400],
    ['is not JSON', '{"data":', 400],
    ['is null', 'null', 400],
    ['has no data', '{}', 400],
    ['has another type (create_answer.body.type)', withData({ type: 'comments' }), 400],
    ['has attributes that are a list', withData({ attributes: [] }), 400],
    ['has no relationships', withData({ relationships: null }), 400],
    [
      'has no question (create_answer.body.question)',
      withData({ relationships: { answerable: at(relationships, 'answerable') } }),
      422,
    ],
    ['has no application', withData({ relationships: { question: at(relationships, 'question') } }), 422],
    [
      'has a relationship too many',
      withData({ relationships: { ...Object(relationships), job: { data: null } } }),
      422,
    ],
    ['links options by a text', linked('Go'), 422],
    ['links an option that exists already', linked([{ type: 'answer_options', id: '1' }]), 422],
    [
      'links an option whose text is missing',
      linked([{ type: 'answer_options', 'temp-id': 'o1', method: 'create' }]),
      422,
    ],
  ])('that %s', async (_, body, status) => {
    const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', body });
    expect(reply.status).toBe(status);
  });

  test.each([
    ['attributes', { attributes: { '~a/b': 0 } }],
    ['relationships', { relationships: { ...Object(relationships), '~a/b': { data: null } } }],
  ])(
    'that has a name of odd signs among its %s is pointed at as JSON Pointer has it',
    async (member, data) => {
      const reply = await ask(sandbox, '/api/v1/answers', { method: 'POST', body: withData(data) });
      expect(reply.status).toBe(422);
      expect(firstError(reply)).toMatchObject({ source: { pointer: `/data/${member}/~0a~1b` } });
    },
  );

  test('error.400.media_type: in another media type is malformed', async () => {
    const headers = { 'x-api-key': sandbox.key, 'content-type': 'application/json' };
    const reply = await ask(sandbox, '/api/v1/answers', {
      method: 'POST',
      headers,
      body: JSON.stringify(good),
    });
    expect(reply.status).toBe(400);
    expect(at(firstError(reply), 'detail')).toBe('The body must be application/vnd.api+json');
  });

  test.each([
    ['question', 'question', answerBody({ question: '1', application, attributes: { text_answer: 'x' } })],
    ['application', 'answerable', answerBody({ question: '101', application: '1', attributes: {} })],
  ])('that names an unknown %s is not found, and says which of both', async (what, relationship, body) => {
    const reply = await post(sandbox, body);
    expect(reply.status).toBe(404);
    expect(firstError(reply)).toMatchObject({
      code: 'not_found',
      detail: `Record not found: there is no ${what} 1`,
      source: { pointer: `/data/relationships/${relationship}` },
    });
  });
});

describe('a second answer to the same question', () => {
  type Row = readonly [rule: 'accept' | 'reject' | 'replace', status: number, held: readonly string[]];
  const rows: readonly Row[] = [
    ['accept', 201, ['one', 'two']],
    ['reject', 422, ['one']],
    ['replace', 201, ['two']],
  ];

  test.each(rows)('create_answer.second: under the rule %s', async (duplicates, status, held) => {
    const sandbox = createSandbox({ duplicates });
    const application = sandbox.applyTo('engineer');
    const send = (text: string) =>
      post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: text } }));
    const first = await send('one');
    const second = await send('two');
    expect([first.status, second.status]).toEqual([201, status]);
    expect(sandbox.answers(application).map(({ value }) => value)).toEqual(held);
  });

  test.each(['accept', 'reject', 'replace'] as const)(
    'create_answer.multi_document: of several documents is a further file, also under %s',
    async (duplicates) => {
      const sandbox = createSandbox({ duplicates });
      const application = sandbox.applyTo('engineer');
      for (const name of ['a.pdf', 'b.pdf']) {
        const attributes = { document_base64_data: PDF, document_base64_filename: name };
        expect((await post(sandbox, answerBody({ question: '107', application, attributes }))).status).toBe(
          201,
        );
      }
      expect(sandbox.answers(application)).toHaveLength(2);
    },
  );

  test('of another application is no second answer', async () => {
    const sandbox = createSandbox({ duplicates: 'reject' });
    for (const application of [sandbox.applyTo('engineer'), sandbox.applyTo('engineer')]) {
      expect(
        (await post(sandbox, answerBody({ question: '101', application, attributes: { text_answer: 'x' } })))
          .status,
      ).toBe(201);
    }
  });
});
