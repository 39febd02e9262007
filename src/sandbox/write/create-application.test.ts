import { describe, expect, test } from 'vitest';
import { ask, list } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
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

describe('POST /applications', () => {
  test('makes an application that can be read again, except for its write-only attributes', async () => {
    const sandbox = createSandbox();
    const more = { external_system_reference: 'REF-1', locale: 'pt-BR', phone: '+441', town: 'Leeds' };
    const cv = { cv_base64_data: 'data:text/plain;base64,eA==', cv_base64_filename: 'cv.txt' };
    const made = await make(sandbox, bodyOf({ ...person, ...more, ...cv, create_pdf_application: true }));
    expect(made.status).toBe(201);
    expect(made.text).not.toMatch(/cv_base64|create_pdf/);
    const read = await ask(sandbox, `/api/v1/applications/${at(made.body, 'data', 'id')}`);
    const rest = { full_name: 'Ada Example', job_id: 4711, job_posting_id: null, summary: null };
    expect(at(read.body, 'data', 'attributes')).toMatchObject({ ...person, ...more, ...rest });
  });

  test.each([
    ['accept', 201, 2, 'Ada'],
    ['reject', 422, 1, 'Ada'],
    ['replace', 201, 1, 'Bea'],
  ] as const)(
    'obeys the rule "%s" for a reference that comes again',
    async (duplicates, status, count, name) => {
      const sandbox = createSandbox({ duplicates });
      const reference = { external_system_reference: 'REF-1' };
      const first = await make(sandbox, bodyOf({ ...person, ...reference }));
      const second = await make(sandbox, bodyOf({ ...person, ...reference, first_name: 'Bea' }));
      expect(second.status).toBe(status);
      const all = list(at((await ask(sandbox, '/api/v1/applications')).body, 'data'));
      expect(all).toHaveLength(count);
      expect(at(all[0], 'id')).toBe(at(first.body, 'data', 'id'));
      expect(at(all[0], 'attributes', 'first_name')).toBe(name);
      // Without a reference every POST makes another application, because the service merges by hand.
      expect((await make(sandbox, bodyOf(person))).status).toBe(201);
      expect((await make(sandbox, bodyOf(person))).status).toBe(201);
    },
  );
});

describe('faults of an application', () => {
  const state = 'can only be written for an address in the US';
  test.each<readonly [string, object, string, string]>([
    ['a blank name', { first_name: '  ' }, 'first_name', "can't be blank"],
    ['a name of null', { last_name: null }, 'last_name', "can't be blank"],
    ['a missing email', { email: undefined }, 'email', "can't be blank"],
    ['a number for a name', { last_name: 7 }, 'last_name', 'must be a text'],
    ['a day that does not exist', { start_on: '2024-02-30' }, 'start_on', 'is not a date as YYYY-MM-DD'],
    ['a word for a time', { hired_at: 'soon' }, 'hired_at', 'is not a date-time'],
    ['a word for a boolean', { is_demo: 'yes' }, 'is_demo', 'must be true or false'],
    ['a state outside the US', { country: 'GB', state_province: 'Kent' }, 'state_province', state],
    ['a state without a country', { state_province: 'Kent' }, 'state_province', state],
    [
      'an unknown option',
      { equality_monitoring_option_ids: [7] },
      'equality_monitoring_option_ids',
      'has an option that does not exist',
    ],
    [
      'a second line in the US',
      { country: 'US', address2: 'x' },
      'address2',
      "can't be written for an address in the US",
    ],
  ])('%s is refused, and nothing is made', async (_name, attributes, name, message) => {
    const sandbox = createSandbox();
    const reply = await make(sandbox, bodyOf({ ...person, ...attributes }));
    expect([reply.status, list(at(reply.body, 'errors'))]).toEqual([
      422,
      [
        {
          code: 'unprocessable_entity',
          status: '422',
          title: 'Validation Error',
          detail: `${name} ${message}`,
          source: { pointer: `/data/attributes/${name}` },
          meta: { attribute: name, message },
        },
      ],
    ]);
    expect(sandbox.requests().at(-1)?.application).toBeNull();
  });

  test.each<readonly [string, object, string]>([
    ['a missing job', {}, 'must exist'],
    ['an unknown job', toJob('1'), 'must exist'],
    ['a resource of another type', { job: { data: { type: 'questions', id: '4711' } } }, 'must exist'],
    ['a closed job', toJob('4711'), 'is not open for applications'],
  ])('%s is refused with a pointer to the relationship', async (name, relationships, message) => {
    const sandbox = createSandbox();
    sandbox.setJobs(name === 'a closed job' ? { '4711': { state: 'closed' } } : {});
    const reply = await make(sandbox, bodyOf(person, relationships));
    expect([reply.status, faultsOf(reply.body)]).toEqual([
      422,
      [['/data/relationships/job', `job ${message}`]],
    ]);
  });

  test.each<readonly [string, unknown]>([
    ['a body that is not JSON:API', []],
    ['a resource of another type', { data: { type: 'answers', attributes: person } }],
    ['a list of attributes', bodyOf([])],
    ['an unknown attribute', bodyOf({ ...person, middle_name: 'x' })],
    ['a read-only attribute', bodyOf({ ...person, full_name: 'x' })],
    ['an unsupported language', bodyOf({ ...person, locale: 'it' })],
    ['another relationship', bodyOf(person, { ...toJob('4711'), stage: { data: null } })],
  ])('%s is answered 400', async (_name, body) => {
    const reply = await make(createSandbox(), body);
    expect([reply.status, at(list(at(reply.body, 'errors'))[0], 'code')]).toEqual([400, 'bad_request']);
  });
});
