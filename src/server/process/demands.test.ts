/** A job demands fields that no form is configured to ask for; this costs one refusal and one correction. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import type { Demands } from '../../sandbox/control/settings.ts';
import { type JobVisitor, type OpenBench, openBench } from './server.support.ts';

let bench: OpenBench;

const JOB = '4712';
const ADMIN = 'sandbox-admin';
const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const answers = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
] as const;

beforeAll(async () => {
  const equality = [{ id: 'gender', title: { en: 'Gender' }, options: [{ id: '909', text: { en: 'No' } }] }];
  const config = {
    tenants: { default: { jobs: { [JOB]: { equality, details: { documents: 'optional' } } } } },
  };
  bench = await openBench({ APPLY_CONFIG: JSON.stringify(config) });
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  bench.setDemands({});
  await act({ action: 'clear', job: JOB });
});

const act = (attributes: object) =>
  bench.call('POST', '/attention/lessons', { token: ADMIN, body: { data: { type: 'lessons', attributes } } });

async function lessons() {
  const { meta } = JSON.parse((await bench.call('GET', '/attention', { token: ADMIN })).text);
  return meta.lessons.filter(({ job }: { readonly job: string }) => job === JOB);
}

type Demanded = Demands['jobs'][string];
type Purpose = 'cv' | 'cover_letter' | 'document';

async function put(visitor: JobVisitor, purpose: Purpose): Promise<string> {
  const id = crypto.randomUUID();
  const reply = await bench.putFile(visitor, id, { purpose, name: `${purpose}.txt`, bytes: purpose });
  expect(reply.status).toBe(201);
  return id;
}

/** The text or files that an applicant adds for each demand. */
const corrections: Readonly<Record<string, (visitor: JobVisitor) => Promise<object>>> = {
  phone: async () => ({ phone: '020 7946 0958', phone_iso2: 'GB' }),
  summary: async () => ({ summary: 'Twenty years of it.' }),
  address: async () => ({ country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' }),
  cv: async (visitor) => ({ cv: await put(visitor, 'cv') }),
  cover_letter: async (visitor) => ({ cover_letter: await put(visitor, 'cover_letter') }),
  documents: async (visitor) => ({ documents: [await put(visitor, 'document')] }),
};

async function correctionOf(visitor: JobVisitor, demanded: readonly string[]): Promise<object> {
  return Object.assign({}, ...(await Promise.all(demanded.map((name) => corrections[name]?.(visitor)))));
}

const statusesSince = (before: number) =>
  bench
    .requests()
    .slice(before)
    .filter(({ method, path }) => method === 'POST' && path === '/api/v1/applications')
    .map(({ status }) => status);

async function send(visitor: JobVisitor, more: object) {
  const reply = await bench.during(bench.sendAll(visitor, { ...names, ...more }, answers));
  if (reply.status >= 400) throw new Error(reply.text);
  const { state, application } = reply.json.data.attributes;
  return { reference: reply.json.data.id, state, application };
}

/** Counts the fields that a form requires beyond the names. */
async function required(visitor: JobVisitor): Promise<number> {
  const { meta } = JSON.parse((await bench.readForm(visitor)).text);
  const all: readonly { readonly required?: boolean }[] = [...meta.details, ...meta.equality];
  return all.filter((field) => field.required === true).length - Object.keys(names).length;
}

/** Waits until the form asks for a newly learned demand. */
async function nextVisitor(): Promise<JobVisitor> {
  const visitor = await bench.visit(JOB);
  await bench.until(async () => expect(await required(visitor)).toBeGreaterThan(0));
  return visitor;
}

test.each<readonly ['detail' | 'pointer', Demanded]>([
  ['pointer', ['phone', 'cv']],
  ['detail', ['summary', 'address', 'cover_letter', 'documents']],
])(
  'a demand named by %s, %j, costs one refusal, and the next visitor is asked for it',
  async (tells, demanded) => {
    bench.setDemands({ jobs: { [JOB]: demanded }, tells });
    const before = bench.requests().length;
    const visitor = await bench.visit(JOB);
    const refused = await send(visitor, {});
    expect(refused.state).toBe('refused');
    const corrected = await send(visitor, await correctionOf(visitor, demanded));
    expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
    expect(statusesSince(before)).toEqual([422, 201]);
    const second = await nextVisitor();
    const taken = await send(second, await correctionOf(second, demanded));
    expect(taken.state).toBe('complete');
    expect(statusesSince(before)).toEqual([422, 201, 201]);
  },
);

test('the form asks for a date of birth only after the operator agrees', async () => {
  const field = 'date_of_birth';
  bench.setDemands({ jobs: { [JOB]: [field] } });
  const before = bench.requests().length;
  const visitor = await bench.visit(JOB);
  const refused = await send(visitor, {});
  expect(refused.application).toMatchObject({ state: 'refused', fields: [field] });
  expect(await lessons()).toMatchObject([{ field, agreed: false }]);
  expect(await required(await bench.visit(JOB))).toBe(0);
  expect((await act({ action: 'agree', job: JOB, field })).status).toBe(200);
  await nextVisitor();
  const corrected = await send(visitor, { date_of_birth: '1990-02-28' });
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
  expect(statusesSince(before)).toEqual([422, 201]);
});

test('documents that the applicant already gave are sent with the application once it demands them', async () => {
  bench.setDemands({ jobs: { [JOB]: ['documents'] } });
  const before = bench.requests().length;
  const visitor = await bench.visit(JOB);
  const given = { documents: [await put(visitor, 'document')] };
  const refused = await send(visitor, given);
  expect(refused.application).toMatchObject({ state: 'refused', fields: ['documents'] });
  const corrected = await send(visitor, given);
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
  expect((await send(visitor, given)).reference).toBe(refused.reference);
  expect(statusesSince(before)).toEqual([422, 201]);
  expect(bench.requests().filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('a refusal that names no field teaches nothing, and a corrected job accepts the next attempt', async () => {
  bench.setDemands({ jobs: { [JOB]: ['phone', 'cv'] }, tells: 'nothing' });
  const visitor = await bench.visit(JOB);
  const refused = await send(visitor, {});
  expect(refused.application).toEqual({ state: 'refused', code: 'application_refused', fields: [] });
  expect(await lessons()).toEqual([]);
  bench.setDemands({});
  const corrected = await send(visitor, { first_name: 'Adele' });
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
});
