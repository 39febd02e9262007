import { describe, expect, test } from 'vitest';
import { answerBody, ask, list, post } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { noFaults } from '../faults/faults.ts';
import { at } from '../json.ts';

const person = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const toJob = (id: string) => ({ job: { data: { type: 'jobs', id } } });
const bodyOf = (attributes: object, relationships: object = toJob('4711')) => ({
  data: { type: 'applications', attributes, relationships },
});

const make = (sandbox: Sandbox, body: unknown) =>
  ask(sandbox, '/api/v1/applications', { method: 'POST', body: JSON.stringify(body) });

/** Pointer and detail of each fault. */
const faultsOf = (body: unknown) =>
  list(at(body, 'errors')).map((error) => [at(error, 'source', 'pointer'), at(error, 'detail')]);

describe('an application is made', () => {
  test('with a name, an e-mail address and its job, and can be read again', async () => {
    const sandbox = createSandbox();
    const more = { external_system_reference: 'REF-1', locale: 'pt-BR', phone: '+441', town: 'Leeds' };
    const made = await make(sandbox, bodyOf({ ...person, ...more }));
    expect(made.status).toBe(201);
    const id = String(at(made.body, 'data', 'id'));
    const read = await ask(sandbox, `/api/v1/applications/${id}`);
    expect(at(read.body, 'data', 'attributes')).toMatchObject({
      ...person,
      ...more,
      full_name: 'Ada Example',
      job_id: 4711,
      job_posting_id: null,
      summary: null,
    });
  });

  test('each is another one, also for the same person: the service merges by hand', async () => {
    const sandbox = createSandbox();
    const [one, other] = [await make(sandbox, bodyOf(person)), await make(sandbox, bodyOf(person))];
    expect(at(one.body, 'data', 'id')).not.toBe(at(other.body, 'data', 'id'));
  });

  test.each([
    ['accept', 201, 2, 'Ada'],
    ['reject', 422, 1, 'Ada'],
    ['replace', 201, 1, 'Bea'],
  ] as const)(
    'a second one with the same reference of another system: %s',
    async (duplicates, status, held, name) => {
      const sandbox = createSandbox({ duplicates });
      const reference = { external_system_reference: 'REF-1' };
      const first = await make(sandbox, bodyOf({ ...person, ...reference }));
      const second = await make(sandbox, bodyOf({ ...person, ...reference, first_name: 'Bea' }));
      expect(second.status).toBe(status);
      const { body } = await ask(sandbox, '/api/v1/applications');
      expect(list(at(body, 'data'))).toHaveLength(held);
      const [kept] = list(at(body, 'data'));
      expect([at(kept, 'id'), at(kept, 'attributes', 'first_name')]).toEqual([
        at(first.body, 'data', 'id'),
        name,
      ]);
      expect((await make(sandbox, bodyOf(person))).status).toBe(201);
      expect((await make(sandbox, bodyOf(person))).status).toBe(201);
    },
  );

  test('its making is the first of its requests, then come its answers', async () => {
    const sandbox = createSandbox();
    const id = String(at((await make(sandbox, bodyOf(person))).body, 'data', 'id'));
    await post(sandbox, answerBody({ question: '101', application: id, attributes: { text_answer: 'x' } }));
    const reply = await ask(sandbox, `/_control/requests?application=${id}`);
    expect(list(reply.body).map((entry) => [at(entry, 'path'), at(entry, 'status')])).toEqual([
      ['/api/v1/applications', 201],
      ['/api/v1/answers', 201],
    ]);
  });

  test('what is only written is taken and never returned', async () => {
    const sandbox = createSandbox();
    const made = await make(
      sandbox,
      bodyOf({
        ...person,
        cv_base64_data: 'data:text/plain;base64,eA==',
        cv_base64_filename: 'cv.txt',
        create_pdf_application: true,
      }),
    );
    expect(made.status).toBe(201);
    expect(made.text).not.toMatch(/cv_base64|create_pdf/);
  });
});

describe('the demands of every application', () => {
  test.each<readonly [string, object, readonly (readonly [string, string])[]]>([
    [
      'nothing at all',
      {},
      [
        ['first_name', "can't be blank"],
        ['last_name', "can't be blank"],
        ['email', "can't be blank"],
      ],
    ],
    ['a blank name', { ...person, first_name: '  ' }, [['first_name', "can't be blank"]]],
    ['a name of null', { ...person, last_name: null }, [['last_name', "can't be blank"]]],
    ['a number for a name', { ...person, last_name: 7 }, [['last_name', 'must be a text']]],
    [
      'a day that is none',
      { ...person, start_on: '2024-02-30' },
      [['start_on', 'is not a date as YYYY-MM-DD']],
    ],
    ['a time that is none', { ...person, hired_at: 'soon' }, [['hired_at', 'is not a date-time']]],
    ['words for a yes', { ...person, is_demo: 'yes' }, [['is_demo', 'must be true or false']]],
    [
      'a state outside the US',
      { ...person, country: 'GB', state_province: 'Kent' },
      [['state_province', 'can only be written for an address in the US']],
    ],
    [
      'a state without a country',
      { ...person, state_province: 'Kent' },
      [['state_province', 'can only be written for an address in the US']],
    ],
    [
      'a day of birth that is none',
      { ...person, date_of_birth: '1990-02-30' },
      [['date_of_birth', 'is not a date as YYYY-MM-DD']],
    ],
    [
      'an option that is not offered',
      { ...person, equality_monitoring_option_ids: [901, 7] },
      [['equality_monitoring_option_ids', 'has an option that does not exist']],
    ],
    [
      'a second line in the US',
      { ...person, country: 'US', address2: 'x' },
      [['address2', "can't be written for an address in the US"]],
    ],
  ])('%s is refused, and nothing is made', async (_name, attributes, faults) => {
    const sandbox = createSandbox();
    const reply = await make(sandbox, bodyOf(attributes));
    expect(reply.status).toBe(422);
    expect(faultsOf(reply.body)).toEqual(
      faults.map(([name, message]) => [`/data/attributes/${name}`, `${name} ${message}`]),
    );
    expect(sandbox.requests().at(-1)?.application).toBeNull();
  });

  test.each([
    { address2: 'Flat 2' },
    { country: 'GB', address2: 'Flat 2', state_province: null },
    { country: 'US', address2: null, state_province: 'OR' },
  ])('the line of an address that belongs to its country is taken: %j', async (lines) => {
    const made = await make(createSandbox(), bodyOf({ ...person, ...lines }));
    expect([made.status, at(made.body, 'data', 'attributes')]).toEqual([201, expect.objectContaining(lines)]);
  });

  test('a refusal has the shape of the library behind the service', async () => {
    const reply = await make(createSandbox(), bodyOf({ ...person, email: '' }));
    expect(list(at(reply.body, 'errors'))).toEqual([
      {
        code: 'unprocessable_entity',
        status: '422',
        title: 'Validation Error',
        detail: "email can't be blank",
        source: { pointer: '/data/attributes/email' },
        meta: { attribute: 'email', message: "can't be blank" },
      },
    ]);
  });

  test.each<readonly [string, object, string]>([
    ['no job', {}, 'must exist'],
    ['an unknown job', toJob('1'), 'must exist'],
    ['another type', { job: { data: { type: 'questions', id: '4711' } } }, 'must exist'],
    ['a closed job', toJob('4711'), 'is not open for applications'],
  ])('%s is refused at the relationship', async (name, relationships, message) => {
    const sandbox = createSandbox();
    sandbox.setFaults({ ...noFaults, closed_jobs: name === 'a closed job' ? ['4711'] : [] });
    const reply = await make(sandbox, bodyOf(person, relationships));
    expect([reply.status, faultsOf(reply.body)]).toEqual([
      422,
      [['/data/relationships/job', `job ${message}`]],
    ]);
  });

  test.each<readonly [string, unknown]>([
    ['no JSON:API', []],
    ['another type', { data: { type: 'answers', attributes: person } }],
    ['a list of attributes', bodyOf([])],
    ['an attribute that is not there', bodyOf({ ...person, middle_name: 'x' })],
    ['an attribute that is only read', bodyOf({ ...person, full_name: 'x' })],
    ['a language that it does not have', bodyOf({ ...person, locale: 'it' })],
    ['another relationship', bodyOf(person, { ...toJob('4711'), stage: { data: null } })],
  ])('%s is a bad request', async (_name, body) => {
    const reply = await make(createSandbox(), body);
    expect([reply.status, at(list(at(reply.body, 'errors'))[0], 'code')]).toEqual([400, 'bad_request']);
  });

  test('it needs the key and the media type', async () => {
    const body = JSON.stringify(bodyOf(person));
    const path = '/api/v1/applications';
    const without = await ask(createSandbox(), path, { method: 'POST', body, headers: {} });
    const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/json' };
    const other = await ask(createSandbox(), path, { method: 'POST', body, headers });
    expect([without.status, other.status]).toEqual([401, 400]);
  });
});

describe('what a test can ask for', () => {
  test('any attribute can be refused, and refusals can come in words alone', async () => {
    const sandbox = createSandbox();
    sandbox.setFaults({ ...noFaults, refuse_attributes: ['email'], bare_errors: true });
    const reply = await make(sandbox, bodyOf(person));
    expect(list(at(reply.body, 'errors'))).toEqual([
      { code: 'unprocessable_entity', status: '422', title: 'Validation Error', detail: 'email is invalid' },
    ]);
  });

  test('the key can be without the right to make any', async () => {
    const sandbox = createSandbox();
    sandbox.setFaults({ ...noFaults, applications_forbidden: true });
    expect((await make(sandbox, bodyOf(person))).status).toBe(403);
    expect((await ask(sandbox, `/api/v1/applications/${sandbox.applyTo('engineer')}`)).status).toBe(200);
  });
});
