import { describe, expect, test } from 'vitest';
import { ask, list, type Reply } from '../client.support.ts';
import { createSandbox, type Sandbox } from '../create-sandbox.ts';
import { at } from '../json.ts';

const put = (sandbox: Sandbox, body: unknown) =>
  ask(sandbox, '/_control/demands', { method: 'PUT', body: JSON.stringify(body) });

const person = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };

const make = (sandbox: Sandbox, more: object = {}, job = '4711') =>
  ask(sandbox, '/api/v1/applications', {
    method: 'POST',
    body: JSON.stringify({
      data: {
        type: 'applications',
        attributes: { ...person, ...more },
        relationships: { job: { data: { type: 'jobs', id: job } } },
      },
    }),
  });

const change = (sandbox: Sandbox, id: string, attributes: object) =>
  ask(sandbox, `/api/v1/applications/${id}`, {
    method: 'PATCH',
    body: JSON.stringify({ data: { type: 'applications', id, attributes } }),
  });

const detailsOf = ({ body }: Reply) => list(at(body, 'errors')).map((error) => at(error, 'detail'));
const idOf = ({ body }: Reply) => String(at(body, 'data', 'id'));

const jobs = { '4711': ['phone', 'cv', 'date_of_birth'] };
const FILE = 'data:text/plain;base64,eA==';
const cv = { cv_base64_data: FILE, cv_base64_filename: 'cv.txt' };
const address = { address1: '1 Sample Street', town: 'Leeds', country: 'GB', postcode: 'ZZ1 1ZZ' };

/** The demands of the sample job that has some from the start. */
const start = { '4720': ['phone', 'cv', 'address'] };

describe('the demands of a job', () => {
  test('refuse an application without the details and accept one with them', async () => {
    const sandbox = createSandbox();
    const demands = { jobs: { ...start, ...jobs }, tells: 'detail' };
    expect((await put(sandbox, { jobs })).body).toEqual(demands);
    expect((await ask(sandbox, '/_control/demands')).body).toEqual(demands);
    const refused = await make(sandbox, { phone: ' ' });
    const words = ["Phone can't be blank", "Cv can't be blank", "Date of birth can't be blank"];
    expect([refused.status, detailsOf(refused)]).toEqual([422, words]);
    expect(refused.text).not.toContain('pointer');
    expect((await make(sandbox, { phone: '+441', ...cv, date_of_birth: '1990-01-31' })).status).toBe(201);
  });

  test('are those of the sample job until the control changes them', async () => {
    const sandbox = createSandbox();
    const words = ['Phone', 'Cv', 'Address1', 'Town', 'Country', 'Postcode'].map(
      (name) => `${name} can't be blank`,
    );
    expect(detailsOf(await make(sandbox, {}, '4720'))).toEqual(words);
    await put(sandbox, { jobs });
    expect((await make(sandbox, {}, '4720')).status).toBe(422);
    expect((await make(sandbox, { phone: '+441', ...cv, ...address }, '4720')).status).toBe(201);
    expect((await put(sandbox, { jobs: { '4720': [] } })).body).toMatchObject({ jobs: { '4720': [] } });
    expect((await make(sandbox, {}, '4720')).status).toBe(201);
  });

  test.each<readonly [unknown, string]>([
    [{ jobs: [] }, 'jobs'],
    [{ jobs: { '1': ['phone'] } }, 'jobs.1'],
    [{ jobs: { '4711': ['shoe_size'] } }, 'preferred_name'],
    [{ jobs: {}, tells: 'all' }, 'tells'],
    [{ demands: {} }, '"demands"'],
  ])('are not changed by %j, which is refused with a sentence', async (body, words) => {
    const sandbox = createSandbox();
    const before = (await put(sandbox, { jobs })).body;
    const reply = await put(sandbox, body);
    expect([reply.status, String(at(reply.body, 'error'))]).toEqual([400, expect.stringContaining(words)]);
    expect((await ask(sandbox, '/_control/demands')).body).toEqual(before);
  });
});

/** The words and the pointer of each refusal, and attributes that meet the demand. */
const rows: readonly (readonly [name: string, words: string, pointer: string, written: object])[] = [
  ['preferred_name', 'Preferred name', 'preferred_name', { preferred_name: 'Ada' }],
  ['phone', 'Phone', 'phone', { phone: '+447700900001' }],
  ['date_of_birth', 'Date of birth', 'date_of_birth', { date_of_birth: '1990-01-31' }],
  ['address2', 'Address2', 'address2', { address2: 'Flat 2' }],
  ['cv', 'Cv', 'cv_base64_data', cv],
  ['cv', 'Cv', 'cv_base64_data', { cv_signed_id: 'signed' }],
  ['documents', 'Documents', 'documents_base64', { documents_base64: [{ data: FILE, filename: 'a.txt' }] }],
  [
    'equality_monitoring_option_ids',
    'Equality monitoring option ids',
    'equality_monitoring_option_ids',
    { equality_monitoring_option_ids: ['909'] },
  ],
];

test.each(rows)(
  'a missing %s is refused with "%s", with or without a pointer',
  async (name, words, pointer, written) => {
    const sandbox = createSandbox();
    for (const tells of ['detail', 'pointer'] as const) {
      await put(sandbox, { jobs: { '4711': [name] }, tells });
      const refused = await make(sandbox);
      const [error, ...others] = list(at(refused.body, 'errors'));
      const expected = tells === 'pointer' ? `/data/attributes/${pointer}` : undefined;
      expect([refused.status, at(error, 'detail'), others]).toEqual([422, `${words} can't be blank`, []]);
      expect(at(error, 'source', 'pointer')).toBe(expected);
    }
    await put(sandbox, { jobs: { '4711': [name] }, tells: 'nothing' });
    expect(detailsOf(await make(sandbox))).toEqual(['Validation failed']);
    expect((await make(sandbox, written)).status).toBe(201);
  },
);

describe('a change of an application', () => {
  test('cannot clear a demanded attribute, but can clear any other', async () => {
    const sandbox = createSandbox();
    const equality = { equality_monitoring_option_ids: ['901'] };
    const id = idOf(await make(sandbox, { phone: '+441', ...address, ...cv, ...equality, summary: 'x' }));
    const names = ['phone', 'address', 'cv', 'equality_monitoring_option_ids'];
    await put(sandbox, { jobs: { '4711': names }, tells: 'pointer' });
    const blank = { phone: null, town: ' ', equality_monitoring_option_ids: [] };
    const refused = await change(sandbox, id, { ...blank, summary: null });
    const words = ['Phone', 'Town', 'Equality monitoring option ids'].map((one) => `${one} can't be blank`);
    expect([refused.status, detailsOf(refused)]).toEqual([422, words]);
    expect(refused.text).toContain('/data/attributes/town');
    const { body } = await ask(sandbox, `/api/v1/applications/${id}`);
    expect(at(body, 'data', 'attributes')).toMatchObject({ phone: '+441', town: 'Leeds', summary: 'x' });
    const nothing = {
      summary: null,
      cv_base64_data: null,
      cv_base64_filename: null,
      equality_monitoring_option_ids: null,
    };
    expect((await change(sandbox, id, { ...nothing, town: 'York' })).status).toBe(200);
  });
});
