import { describe, expect, test } from 'vitest';
import { ask, ids, list, type Reply } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';
import { applications, attributeNames } from '../resource-types/resource-types.ts';

interface Change {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly change: (attributes: object, query?: string) => Promise<Reply>;
  readonly read: () => Promise<unknown>;
}

/** A sandbox with one application, the way to change it and the way to read it. */
function applied(sandbox = createSandbox()): Change {
  const id = sandbox.applyTo('engineer');
  const path = `/api/v1/applications/${id}`;
  const bodyOf = (attributes: object) => JSON.stringify({ data: { type: 'applications', id, attributes } });
  return {
    sandbox,
    id,
    change: (attributes, query = '') =>
      ask(sandbox, path + query, { method: 'PATCH', body: bodyOf(attributes) }),
    read: async () => at((await ask(sandbox, path)).body, 'data', 'attributes'),
  };
}

const errorsOf = ({ body }: Reply) =>
  list(at(body, 'errors')).map((error) => [at(error, 'source', 'pointer'), at(error, 'detail')]);

describe('written attributes', () => {
  test('applications.updated_at and applications.full_name follow a change, created_at stays', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const { change, read } = applied(createSandbox({ now: () => time }));
    time += 60_000;
    await change({ first_name: 'Sample', last_name: 'Applicant 3' });
    expect(await read()).toMatchObject({
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:01:00.000Z',
      full_name: 'Sample Applicant 3',
    });
  });

  test('applications.write_only: null is accepted for every write-only attribute', async () => {
    const nothing = attributeNames(applications, 'write-only').map((name) => [name, null]);
    expect((await applied().change(Object.fromEntries(nothing))).status).toBe(200);
  });

  test.each([...attributeNames(applications, 'read-only'), ...applications.extraFields])(
    'applications.read_only: %s is refused',
    async (name) => {
      const { change, read } = applied();
      const before = await read();
      const reply = await change({ [name]: null, town: 'Leeds' });
      expect([reply.status, await read()]).toEqual([400, before]);
    },
  );
});

describe('a value of the wrong type', () => {
  test.each<readonly [string, unknown, string]>([
    ['first_name', 7, 'must be a text'],
    ['last_name', ' ', "can't be blank"],
    ['email', null, "can't be blank"],
    ['is_demo', 'yes', 'must be true or false'],
    ['start_on', '2026-02-30', 'is not a date as YYYY-MM-DD'],
    ['date_of_birth', '30/01/1990', 'is not a date as YYYY-MM-DD'],
    ['hired_at', '2026-02-30T10:00:00Z', 'is not a date-time'],
    ['hired_at', '2026-02-03', 'is not a date-time'],
    ['equality_monitoring_option_ids', 'x', 'must be a list of ids'],
    ['equality_monitoring_option_ids', [901.5], 'must be a list of ids'],
    ['equality_monitoring_option_ids', ['901', '900'], 'has an option that does not exist'],
    ['equality_monitoring_option_ids', ['constructor'], 'has an option that does not exist'],
    ['create_pdf_application', 'no', 'must be true or false'],
    ['cv_base64_data', 3, 'must be a text'],
    ['documents_base64', {}, 'must be a list'],
    ['add_tag_with_context', [], 'must be an object'],
    ['remove_tags_with_context', 'x', 'must be a list'],
  ])('error.422: %s of %j is refused with its pointer, and nothing changes', async (name, value, message) => {
    const { change, read } = applied();
    const before = await read();
    const reply = await change({ [name]: value, postcode: 'LS1' });
    expect([reply.status, errorsOf(reply), await read()]).toEqual([
      422,
      [[`/data/attributes/${name}`, `${name} ${message}`]],
      before,
    ]);
  });
});

describe('the second line and the state of an address', () => {
  const [us, gb] = [{ country: 'US' }, { country: 'GB' }];
  const [second, state] = [{ address2: 'x' }, { state_province: 'x' }];

  test.each<readonly [string, object, object, number]>([
    ['applications.address2.us_write: refused on a move to the US', gb, { ...us, ...second }, 422],
    ['applications.address2: accepted on a move out of the US', us, { ...gb, ...second }, 200],
    ['applications.address2: accepted without a country', {}, second, 200],
    ['applications.address2.us_write: null is accepted in the US', us, { address2: null }, 200],
    ['applications.state_province.not_us_write: refused without a country', {}, state, 422],
    ['applications.state_province.not_us_write: refused on a move abroad', us, { ...gb, ...state }, 422],
    ['applications.state_province: accepted on a move to the US', gb, { ...us, ...state }, 200],
  ])('%s', async (_, before, attributes, status) => {
    const { change } = applied();
    await change(before);
    expect((await change(attributes)).status).toBe(status);
  });
});

describe('malformed changes', () => {
  const { sandbox, id, read } = applied();
  const data = { type: 'applications', id, attributes: { town: 'Leeds' } };

  const having = (more: object) => ({ data: { ...data, ...more } });

  test.each<readonly [string, unknown]>([
    ['error.400.parameters: a body that is not JSON:API', []],
    ['error.400.parameters: a body without data', {}],
    ['error.400.parameters: another type', having({ type: 'candidates' })],
    ['error.400.parameters: another id', having({ id: '1' })],
    ['error.400.parameters: an id that is a number', having({ id: Number(id) })],
    ['error.400.parameters: attributes that are a list', having({ attributes: [] })],
    ['update_application.unknown: an unknown attribute', having({ attributes: { middle_name: 'x' } })],
    ['update_application.unknown: "__proto__"', having({ attributes: JSON.parse('{"__proto__": 1}') })],
    ['update_application.unknown: answers', having({ relationships: { answers: { data: [] } } })],
  ])('%s is answered 400', async (_, body) => {
    const reply = await ask(sandbox, `/api/v1/applications/${id}`, {
      method: 'PATCH',
      body: JSON.stringify(body),
    });
    expect([reply.status, at(list(at(reply.body, 'errors'))[0], 'code')]).toEqual([400, 'bad_request']);
    expect(at(await read(), 'town')).toBeNull();
  });

  test('error.400.locale: the detail says which locale is not valid', async () => {
    const reply = await applied().change({ locale: 'it' });
    expect([reply.status, errorsOf(reply)]).toEqual([400, [[undefined, '"it" is not a valid locale']]]);
  });

  test.each(['include=questions', 'extra_fields=tags', 'fields[applications]=x', 'page[size]=1'])(
    'error.400.parameters: a malformed %s writes nothing',
    async (query) => {
      const { change, read } = applied();
      expect((await change({ town: 'Leeds' }, `?${query}`)).status).toBe(400);
      expect(at(await read(), 'town')).toBeNull();
    },
  );
});

test('update_application.response: the reply has the resource, with the same parameters as a read', async () => {
  const { change, id, sandbox } = applied();
  const query = '?include=job&fields[applications]=town,job&extra_fields[applications]=tags';
  const reply = await change({ town: 'Leeds' }, query);
  expect([reply.status, ids(at(reply.body, 'included'))]).toEqual([200, ['4711']]);
  expect(at(reply.body, 'data', 'attributes')).toEqual({ town: 'Leeds', tags: [] });
  expect(reply.body).toEqual((await ask(sandbox, `/api/v1/applications/${id}${query}`)).body);
});
