import { describe, expect, test } from 'vitest';
import { ask, ids, list, type Reply } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { noFaults } from '../faults/faults.ts';
import { at } from '../json.ts';
import { applications } from '../resource-types/applications.ts';
import { attributeNames } from '../resource-types/resource-type.ts';

const LETTER = 'data:text/plain;base64,aGVsbG8=';

interface Change {
  readonly sandbox: Sandbox;
  readonly id: string;
  readonly change: (attributes: object, query?: string, method?: string) => Promise<Reply>;
  readonly read: (query?: string) => Promise<unknown>;
}

/** A sandbox with one application, the way to change it and the way to read it. */
function applied(sandbox = createSandbox()): Change {
  const id = sandbox.applyTo('engineer');
  const path = `/api/v1/applications/${id}`;
  return {
    sandbox,
    id,
    change: (attributes, query = '', method = 'PATCH') =>
      ask(sandbox, path + query, {
        method,
        body: JSON.stringify({ data: { type: 'applications', id, attributes } }),
      }),
    read: async (query = '') => at((await ask(sandbox, path + query)).body, 'data', 'attributes'),
  };
}

const errorsOf = ({ body }: Reply) =>
  list(at(body, 'errors')).map((error) => [at(error, 'source', 'pointer'), at(error, 'detail')]);

/** `country` is written with it; null: nothing else is. */
type Row = readonly [name: string, value: unknown, country: string | null];

const readWriteRows: readonly Row[] = [
  ['external_system_reference', 'REF-7', null],
  ['hired_at', '2026-05-04T09:30:00.000Z', null],
  ['start_on', '2026-06-01', null],
  ['locale', 'pt-BR', null],
  ['phone_iso2', 'FR', null],
  ['is_demo', false, null],
  ['first_name', 'Sample', null],
  ['last_name', 'Applicant 3', null],
  ['preferred_name', 'Sam', null],
  ['email', 'sample3@example.com', null],
  ['phone', '+447700900333', null],
  ['date_of_birth', '1990-02-28', null],
  ['linkedin_url', 'https://linkedin.example.com/in/sample', null],
  ['summary', 'x'.repeat(5000), null],
  ['preferred_pronouns', 'they/them', null],
  ['channel_source', 'Newsletter', null],
  ['channel', 'Referral site', null],
  ['address1', '1 Sample Street', null],
  ['town', 'Leeds', null],
  ['postcode', 'LS1 1AA', null],
  ['country', 'GB', null],
  ['address2', 'Second floor', 'GB'],
  ['state_province', 'NY', 'US'],
];

describe('what is written and read', () => {
  test.each(readWriteRows)('applications.%s is written and read back', async (name, value, country) => {
    const { change, read } = applied();
    const written = { [name]: value, ...(country === null ? {} : { country }) };
    const reply = await change(written);
    expect([reply.status, at(reply.body, 'data', 'attributes', name)]).toEqual([200, value]);
    expect(at(await read(), name)).toEqual(value);
  });

  test('update_application.patch: every attribute of the table has a row here', () => {
    const names = readWriteRows.map(([name]) => name).sort();
    expect(names).toEqual([...attributeNames(applications, 'read-write')].sort());
  });

  test('update_application.patch: null clears, and what the body does not name stays', async () => {
    const { change, read } = applied();
    await change({
      town: 'Leeds',
      postcode: 'LS1',
      hired_at: '2026-05-04T09:30:00Z',
      start_on: '2026-06-01',
    });
    await change({ date_of_birth: '1990-01-31', phone_iso2: 'GB', linkedin_url: 'https://example.com' });
    await change({ town: null, hired_at: null, start_on: '' });
    await change({ date_of_birth: '', phone_iso2: null, linkedin_url: null });
    expect(await read()).toMatchObject({ town: null, hired_at: null, start_on: null, postcode: 'LS1' });
    expect(await read()).toMatchObject({ date_of_birth: null, phone_iso2: null, linkedin_url: null });
  });

  test('applications.updated_at moves with a change, created_at does not', async () => {
    let time = Date.parse('2026-01-01T00:00:00Z');
    const { change, read } = applied(createSandbox({ now: () => time }));
    time += 60_000;
    await change({ town: 'Leeds' });
    expect(await read()).toMatchObject({
      created_at: '2026-01-01T00:00:00.000Z',
      updated_at: '2026-01-01T00:01:00.000Z',
    });
  });

  test('applications.full_name follows the names that were written', async () => {
    const { change, read } = applied();
    await change({ first_name: 'Sample', last_name: 'Applicant 3' });
    expect(at(await read(), 'full_name')).toBe('Sample Applicant 3');
  });

  test('update_application.put writes attributes as PATCH does, and leaves the others (update_application.put_as_patch)', async () => {
    const { change, read } = applied();
    await change({ town: 'Leeds' });
    expect((await change({ postcode: 'LS1' }, '', 'PUT')).status).toBe(200);
    expect(await read()).toMatchObject({ town: 'Leeds', postcode: 'LS1' });
  });
});

/** What the document calls a string, without another rule of its own or of the readings. */
const anyText = attributeNames(applications, 'read-write').filter(
  (name) => !/^(hired_at|start_on|locale|is_demo|date_of_birth|address2|state_province)$/.test(name),
);

test.each(anyText.flatMap((name) => ['gb', 'in/sample', `${'x'.repeat(300)}`].map((text) => [name, text])))(
  'applications.%s may be any text: %s',
  async (name, text) => {
    const { change, read } = applied();
    expect((await change({ [`${name}`]: text })).status).toBe(200);
    expect(at(await read(), `${name}`)).toBe(text);
  },
);

const writeOnlyRows: readonly (readonly [name: string, attributes: object])[] = [
  ['equality_monitoring_option_ids', { equality_monitoring_option_ids: ['901', 919] }],
  ['skip_notifications_on_create', { skip_notifications_on_create: true }],
  ['create_pdf_application', { create_pdf_application: true }],
  ['cv_base64_data', { cv_base64_data: LETTER, cv_base64_filename: 'cv.pdf' }],
  ['cv_base64_filename', { cv_base64_data: LETTER, cv_base64_filename: 'cv.pdf' }],
  ['cv_signed_id', { cv_signed_id: 'eyJ--signed' }],
  [
    'cover_letter_base64_data',
    { cover_letter_base64_data: LETTER, cover_letter_base64_filename: 'letter.txt' },
  ],
  [
    'cover_letter_base64_filename',
    { cover_letter_base64_data: LETTER, cover_letter_base64_filename: 'letter.txt' },
  ],
  ['documents_base64', { documents_base64: [{ data: LETTER, filename: 'a.png' }] }],
  ['add_tag_with_context', { add_tag_with_context: { tag: 'A', context: 'rejection' } }],
  ['add_tags_with_context', { add_tags_with_context: [{ tag: 'A', context: 'rejection' }] }],
  ['remove_tag_with_context', { remove_tag_with_context: { tag: 'A', context: 'rejection' } }],
  ['remove_tags_with_context', { remove_tags_with_context: [{ tag: 'A', context: 'rejection' }] }],
];

describe('what is only written', () => {
  test.each(writeOnlyRows)('applications.%s is taken and never returned', async (name, attributes) => {
    const { change, read } = applied();
    const query = '?extra_fields[applications]=attachments,tags';
    const reply = await change(attributes, query);
    expect([reply.status, at(reply.body, 'data', 'attributes', name)]).toEqual([200, undefined]);
    expect(Object.keys(Object(await read(query)))).not.toContain(name);
  });

  test('applications.write_only: every attribute of the table has a row here', () => {
    const names = writeOnlyRows.map(([name]) => name).sort();
    expect(names).toEqual([...attributeNames(applications, 'write-only')].sort());
  });

  test('applications.write_only: null is nothing written', async () => {
    const { change } = applied();
    const nothing = Object.fromEntries(writeOnlyRows.map(([name]) => [name, null]));
    expect((await change(nothing)).status).toBe(200);
  });
});

describe('what is only read', () => {
  test.each(attributeNames(applications, 'read-only'))(
    'applications.read_only: %s is refused',
    async (name) => {
      const { change, read } = applied();
      const before = await read();
      const reply = await change({ [name]: null, town: 'Leeds' });
      expect([reply.status, errorsOf(reply)]).toEqual([400, [[undefined, `${name} is read-only`]]]);
      expect(await read()).toEqual(before);
    },
  );

  test.each(applications.extraFields)(
    'applications.read_only: the extra field %s is refused',
    async (name) => {
      expect((await applied().change({ [name]: [] })).status).toBe(400);
    },
  );
});

describe('a value of another kind', () => {
  test.each<readonly [string, unknown, string]>([
    ['first_name', 7, 'must be a text'],
    ['last_name', ['x'], 'must be a text'],
    ['first_name', null, "can't be blank"],
    ['last_name', ' ', "can't be blank"],
    ['email', null, "can't be blank"],
    ['town', {}, 'must be a text'],
    ['locale', 7, 'must be a text'],
    ['summary', 1, 'must be a text'],
    ['is_demo', 'yes', 'must be true or false'],
    ['start_on', '2026-02-30', 'is not a date as YYYY-MM-DD'],
    ['hired_at', '2026-02-30T10:00:00Z', 'is not a date-time'],
    ['hired_at', '2026-02-03', 'is not a date-time'],
    ['equality_monitoring_option_ids', 'x', 'must be a list of ids'],
    ['equality_monitoring_option_ids', [{}], 'must be a list of ids'],
    ['equality_monitoring_option_ids', '901', 'must be a list of ids'],
    ['equality_monitoring_option_ids', [901.5], 'must be a list of ids'],
    ['equality_monitoring_option_ids', ['901', '900'], 'has an option that does not exist'],
    ['equality_monitoring_option_ids', ['constructor'], 'has an option that does not exist'],
    ['phone_iso2', 44, 'must be a text'],
    ['date_of_birth', '1990-02-30', 'is not a date as YYYY-MM-DD'],
    ['date_of_birth', '30/01/1990', 'is not a date as YYYY-MM-DD'],
    ['skip_notifications_on_create', 1, 'must be true or false'],
    ['create_pdf_application', 'no', 'must be true or false'],
    ['cv_signed_id', 3, 'must be a text'],
    ['cv_base64_data', 3, 'must be a text'],
    ['documents_base64', {}, 'must be a list'],
    ['add_tag_with_context', [], 'must be an object'],
    ['add_tags_with_context', {}, 'must be a list'],
    ['remove_tag_with_context', 'x', 'must be an object'],
    ['remove_tags_with_context', 'x', 'must be a list'],
  ])('error.422: %s of %j is refused at its place, and nothing changes', async (name, value, message) => {
    const { change, read } = applied();
    const before = await read();
    const reply = await change({ [name]: value, postcode: 'LS1' });
    expect([reply.status, errorsOf(reply)]).toEqual([
      422,
      [[`/data/attributes/${name}`, `${name} ${message}`]],
    ]);
    expect(await read()).toEqual(before);
  });

  test('error.422: several faults of one change are all told', async () => {
    const reply = await applied().change({ town: 1, is_demo: 1 });
    expect(errorsOf(reply).map(([pointer]) => pointer)).toEqual([
      '/data/attributes/town',
      '/data/attributes/is_demo',
    ]);
  });

  test('a reference that another application has is refused only where second ones are', async () => {
    const tries = (['accept', 'reject'] as const).map(async (duplicates) => {
      const sandbox = createSandbox({ duplicates });
      const [one, other] = [applied(sandbox), applied(sandbox)];
      const reference = { external_system_reference: 'REF-1' };
      await one.change(reference);
      return [(await one.change(reference)).status, (await other.change(reference)).status];
    });
    expect(await Promise.all(tries)).toEqual([
      [200, 200],
      [200, 422],
    ]);
  });
});

describe('the two lines of an address', () => {
  const unwritable = "address2 can't be written for an address in the US";
  const onlyInStates = 'state_province can only be written for an address in the US';

  test.each<readonly [string, object, object, readonly string[]]>([
    [
      'applications.address2.us_write: not for a US address',
      { country: 'US' },
      { address2: 'x' },
      [unwritable],
    ],
    [
      'applications.address2.us_write: nor for one that becomes one',
      { country: 'GB' },
      { country: 'US', address2: 'x' },
      [unwritable],
    ],
    ['applications.address2: for one that was one', { country: 'US' }, { country: 'GB', address2: 'x' }, []],
    ['applications.address2: for one without a country', {}, { address2: 'x' }, []],
    ['applications.address2.us_write: null is no address', { country: 'US' }, { address2: null }, []],
    [
      'applications.state_province.not_us_write: not outside the US',
      { country: 'GB' },
      { state_province: 'x' },
      [onlyInStates],
    ],
    [
      'applications.state_province.not_us_write: nor without a country',
      {},
      { state_province: 'x' },
      [onlyInStates],
    ],
    [
      'applications.state_province.not_us_write: nor where it leaves',
      { country: 'US' },
      { country: 'GB', state_province: 'x' },
      [onlyInStates],
    ],
    [
      'applications.state_province: for an address that comes to the US',
      { country: 'GB' },
      { country: 'US', state_province: 'x' },
      [],
    ],
    ['applications.state_province: for a US address', { country: 'US' }, { state_province: 'x' }, []],
  ])('%s', async (_, before, attributes, details) => {
    const { change } = applied();
    await change(before);
    const reply = await change(attributes);
    expect([reply.status, errorsOf(reply).map(([, detail]) => detail)]).toEqual([
      details.length === 0 ? 200 : 422,
      details,
    ]);
  });

  test('applications.address2.us: it reads null where the address is one of the US', async () => {
    const { change, read } = applied();
    await change({ country: 'GB', address2: 'Second floor' });
    await change({ country: 'US', state_province: 'NY' });
    expect(await read()).toMatchObject({ address2: null, state_province: 'NY' });
  });

  test('applications.state_province.not_us: it reads null where the address is none of the US', async () => {
    const { change, read } = applied();
    await change({ country: 'US', state_province: 'NY' });
    await change({ country: 'FR' });
    expect(await read()).toMatchObject({ address2: null, state_province: null });
  });
});

describe('a body that is no change', () => {
  const { sandbox, id, read } = applied();
  const data = { type: 'applications', id, attributes: { town: 'Leeds' } };
  const path = `/api/v1/applications/${id}`;

  test.each<readonly [string, unknown]>([
    ['error.400.parameters: no JSON:API', []],
    ['error.400.parameters: no data', {}],
    ['error.400.parameters: another type', { data: { ...data, type: 'candidates' } }],
    ['error.400.parameters: another id', { data: { ...data, id: '1' } }],
    ['error.400.parameters: an id that is a number', { data: { ...data, id: Number(id) } }],
    ['error.400.parameters: no id', { data: { type: 'applications', attributes: data.attributes } }],
    ['error.400.parameters: attributes that are a list', { data: { ...data, attributes: [] } }],
    [
      'update_application.unknown: an attribute that no application has',
      { data: { ...data, attributes: { middle_name: 'x' } } },
    ],
    [
      'update_application.unknown: a name of Object',
      { data: { ...data, attributes: JSON.parse('{"__proto__": 1}') } },
    ],
    [
      'update_application.unknown: answers, which cannot be changed here',
      { data: { ...data, relationships: { answers: { data: [] } } } },
    ],
  ])('%s is a malformed request', async (_, body) => {
    const reply = await ask(sandbox, path, { method: 'PATCH', body: JSON.stringify(body) });
    expect([reply.status, at(list(at(reply.body, 'errors'))[0], 'code')]).toEqual([400, 'bad_request']);
    expect(at(await read(), 'town')).toBeNull();
  });

  test('error.400.locale: the detail says which locale is not valid', async () => {
    const { change } = applied();
    const reply = await change({ locale: 'it' });
    expect([reply.status, errorsOf(reply)]).toEqual([400, [[undefined, '"it" is not a valid locale']]]);
  });

  test('error.400.media_type: it must be JSON:API', async () => {
    const headers = { 'x-api-key': sandbox.key, 'content-type': 'application/json' };
    const body = JSON.stringify({ data });
    for (const method of ['PATCH', 'PUT'])
      expect((await ask(sandbox, path, { method, headers, body })).status).toBe(400);
    expect(at(await read(), 'town')).toBeNull();
  });

  test('authentication.missing: nothing is written without the key', async () => {
    const headers = { 'content-type': 'application/vnd.api+json' };
    const reply = await ask(sandbox, path, { method: 'PATCH', headers, body: JSON.stringify({ data }) });
    expect(reply.status).toBe(401);
    expect(at(await read(), 'town')).toBeNull();
  });

  test('error.404: an application that is not there', async () => {
    const body = JSON.stringify({ data: { ...data, id: '1' } });
    expect((await ask(sandbox, '/api/v1/applications/1', { method: 'PATCH', body })).status).toBe(404);
  });
});

describe('the reply', () => {
  test('update_application.response: 200 with the resource, with fields, extra fields and include as in a read', async () => {
    const { change, id, sandbox } = applied();
    const query = '?include=job&fields[applications]=town,job&extra_fields[applications]=tags';
    const reply = await change(
      { town: 'Leeds', add_tag_with_context: { tag: 'A', context: 'rejection' } },
      query,
    );
    expect(reply.status).toBe(200);
    expect(at(reply.body, 'data', 'attributes')).toEqual({
      town: 'Leeds',
      tags: [{ context: 'rejection', name: 'A' }],
    });
    expect(ids(at(reply.body, 'included'))).toEqual(['4711']);
    expect(reply.body).toEqual((await ask(sandbox, `/api/v1/applications/${id}${query}`)).body);
  });

  test.each(['include=questions', 'extra_fields=tags', 'fields[applications]=x', 'page[size]=1'])(
    'error.400.parameters: with the malformed %s nothing is written',
    async (query) => {
      const { change, read } = applied();
      expect((await change({ town: 'Leeds' }, `?${query}`)).status).toBe(400);
      expect(at(await read(), 'town')).toBeNull();
    },
  );
});

describe('faults on demand', () => {
  test('a key may not write, an attribute may be refused, a refusal may be bare words', async () => {
    const { change, sandbox } = applied();
    sandbox.setFaults({ ...noFaults, applications_forbidden: true });
    expect((await change({ town: 'Leeds' })).status).toBe(403);
    sandbox.setFaults({ ...noFaults, refuse_attributes: ['town', 'email'], bare_errors: true });
    const reply = await change({ town: 'Leeds' });
    expect([reply.status, list(at(reply.body, 'errors'))]).toEqual([
      422,
      [{ code: 'unprocessable_entity', status: '422', title: 'Validation Error', detail: 'town is invalid' }],
    ]);
    expect((await change({ postcode: 'LS1' })).status).toBe(200);
  });

  test('reads that lag do not stop a write, which shows what it wrote', async () => {
    const { change, sandbox } = applied();
    sandbox.setFaults({ ...noFaults, reads_lag: 60_000 });
    const reply = await change({ town: 'Leeds' });
    expect([reply.status, at(reply.body, 'data', 'attributes', 'town')]).toEqual([200, 'Leeds']);
  });
});
