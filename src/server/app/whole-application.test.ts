/** A whole application, from the form of the sample job `analyst` to what the service holds. */
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type JobVisitor, type OpenBench, openBench } from './server.support.ts';

let bench: OpenBench;
beforeAll(async () => {
  bench = await openBench();
});
afterAll(() => bench.close());

const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const address = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
const phone = { phone: '020 7946 0958', phone_iso2: 'GB' };

async function put(visitor: JobVisitor, purpose: 'cv' | 'cover_letter' | 'document', name: string) {
  const id = crypto.randomUUID();
  expect((await bench.putFile(visitor, id, { purpose, name, bytes: name })).status).toBe(201);
  return id;
}

test('all of it arrives, once, with files of one name told apart', async () => {
  const visitor = await bench.visit('4720');
  const details = {
    ...names,
    ...address,
    ...phone,
    state_province: 'Ohio',
    preferred_pronouns: 'she/her',
    cv: await put(visitor, 'cv', 'ada.txt'),
    cover_letter: await put(visitor, 'cover_letter', 'ada.txt'),
    documents: [await put(visitor, 'document', 'ada.txt'), await put(visitor, 'document', 'other.txt')],
    equality_monitoring_option_ids: ['901'],
  };
  const answers = [
    ['4701', { text_answer: 'Pressure' }],
    ['4702', { multiple_choice_answer: ['SQL databases'] }],
    ['4703', { boolean_answer: false }],
    ['4705', { date_answer: '2027-01-01' }],
  ] as const;
  const refused = await bench.sendAll(visitor, details, answers);
  expect([refused.status, refused.json.meta.fields]).toEqual([422, ['consent:process']]);
  const meta = { consent: [{ id: 'process', version: '2026-01' }], locale: 'de' };
  const reply = await bench.sendAll(visitor, details, answers, meta);
  expect([reply.status, reply.json.data.attributes.state]).toEqual([200, 'complete']);
  const made = bench
    .requests()
    .filter(({ method, path }) => method === 'POST' && path === '/api/v1/applications');
  expect(made).toHaveLength(1);
  const held = JSON.parse(
    (await bench.call('GET', `/sandbox/_control/applications/${made[0]?.application}`)).text,
  );
  expect(held.resource.attributes).toMatchObject({
    ...names,
    ...address,
    phone: '+442079460958',
    phone_iso2: 'GB',
    state_province: null,
    preferred_pronouns: 'she/her',
    locale: 'de',
  });
  expect(held.files).toMatchObject([
    { context: 'cv', name: 'ada.txt' },
    { context: 'cover_letter', name: 'ada (2).txt' },
    { context: 'document', name: 'ada (3).txt' },
    { context: 'document', name: 'other.txt' },
  ]);
  expect(held.hidden.equality_monitoring_option_ids.map(String)).toEqual(['901']);
  expect(held.answers).toHaveLength(4);
});
