/** What a job demands and no form is configured to ask: one refusal, one correction, one application, and none twice. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { type Bench, type JobVisitor, startBench } from './server.support.ts';

let bench: Bench;

const JOB = '4712';
const ADMIN = 'sandbox-admin';
const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const answers = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
] as const;

beforeAll(async () => {
  const equality = [{ id: 'gender', title: { en: 'Gender' }, options: [{ id: '909', text: { en: 'No' } }] }];
  const details = { documents: 'optional' };
  const config = { tenants: { default: { jobs: { [JOB]: { equality, details } } } } };
  bench = await startBench({ APPLY_CONFIG: JSON.stringify(config) });
});
afterAll(() => bench.close());
beforeEach(async () => {
  bench.setFaults({});
  bench.setDemands({});
  await act({ action: 'clear', job: JOB });
});

const act = (attributes: object) =>
  bench.call('POST', '/attention/lessons', { token: ADMIN, body: { data: { type: 'lessons', attributes } } });

const lessons = async () => {
  const { meta } = JSON.parse((await bench.call('GET', '/attention', { token: ADMIN })).text);
  return meta.lessons.filter(({ job }: { readonly job: string }) => job === JOB);
};

type Purpose = 'cv' | 'cover_letter' | 'document';

async function put(visitor: JobVisitor, purpose: Purpose): Promise<string> {
  const id = crypto.randomUUID();
  const reply = await bench.putFile(visitor, id, { purpose, name: `${purpose}.txt`, bytes: purpose });
  expect(reply.status).toBe(201);
  return id;
}

const british = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
const american = { country: 'US', address1: '1 Main Street', town: 'Salem', postcode: '97301' };

/** By what is demanded: what an applicant adds, as text or as files. */
const corrections: Readonly<Record<string, object>> = {
  preferred_name: { preferred_name: 'Addy' },
  preferred_pronouns: { preferred_pronouns: 'she/her' },
  phone: { phone: '020 7946 0958', phone_iso2: 'GB' },
  phone_iso2: { phone: '020 7946 0958', phone_iso2: 'GB' },
  linkedin_url: { linkedin_url: 'https://www.linkedin.com/in/ada' },
  summary: { summary: 'Twenty years of it.' },
  address: british,
  address1: british,
  town: british,
  postcode: british,
  country: british,
  address2: { ...british, address2: 'Flat 2' },
  state_province: { ...american, state_province: 'Oregon' },
};
const files: Readonly<Record<string, Purpose>> = {
  cv: 'cv',
  cover_letter: 'cover_letter',
  documents: 'document',
};

async function correctionOf(visitor: JobVisitor, demanded: readonly string[]): Promise<object> {
  const parts = demanded.map(async (name) => {
    const purpose = files[name];
    if (purpose === undefined) return corrections[name] ?? {};
    const id = await put(visitor, purpose);
    return { [name]: name === 'documents' ? [id] : id };
  });
  return Object.assign({}, ...(await Promise.all(parts)));
}

const isMaking = ({ method, path }: { readonly method: string; readonly path: string }) =>
  method === 'POST' && path === '/api/v1/applications';
const makingsSince = (before: number) =>
  bench
    .requests()
    .slice(before)
    .filter(isMaking)
    .map(({ status }) => status);

async function send(visitor: JobVisitor, more: object) {
  const reply = await bench.sendAll(visitor, { ...names, ...more }, answers);
  if (reply.status >= 400) throw new Error(reply.text);
  const { state, application } = reply.json.data.attributes;
  return { reference: reply.json.data.id, state, application };
}

/** Waits until what was learned a moment ago is asked of everybody. */
async function nextVisitor(demanded: readonly string[]): Promise<JobVisitor> {
  const visitor = await bench.visit(JOB);
  const required = async () =>
    (await bench.readForm(visitor)).json.meta.details.filter((one) => one.required).length;
  await expect.poll(required, { timeout: 10_000 }).toBeGreaterThan(Object.keys(names).length);
  expect(demanded.length).toBeGreaterThan(0);
  return visitor;
}

const one = [...Object.keys(corrections), ...Object.keys(files)].map((name) => [name] as const);
const all = [
  'preferred_name',
  'preferred_pronouns',
  'phone',
  'linkedin_url',
  'summary',
  'address',
  'address2',
];

describe.each(['detail', 'pointer'] as const)('told by %s', (tells) => {
  test.each<readonly string[]>([...one, [...all, 'cv', 'cover_letter', 'documents']])(
    '%s: one refusal, one correction, one application; the second visitor is refused nothing',
    async (...demanded) => {
      bench.setDemands({ jobs: { [JOB]: demanded } as never, tells });
      const before = bench.requests().length;
      const visitor = await bench.visit(JOB);
      const refused = await send(visitor, {});
      expect(refused.state).toBe('refused');
      const corrected = await send(visitor, await correctionOf(visitor, demanded));
      expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
      expect(makingsSince(before)).toEqual([422, 201]);
      const second = await nextVisitor(demanded);
      const taken = await send(second, await correctionOf(second, demanded));
      expect(taken.state).toBe('complete');
      expect(makingsSince(before)).toEqual([422, 201, 201]);
    },
  );

  test.each([
    ['date_of_birth', { date_of_birth: '1990-02-28' }],
    ['equality_monitoring_option_ids', { equality_monitoring_option_ids: ['909'] }],
  ])('%s: asked only once the operator agreed', async (field, correction) => {
    bench.setDemands({ jobs: { [JOB]: [field] } as never, tells });
    const before = bench.requests().length;
    const visitor = await bench.visit(JOB);
    const refused = await send(visitor, {});
    expect(refused.application).toMatchObject({ state: 'refused', fields: [field] });
    expect(await lessons()).toMatchObject([{ field, agreed: false }]);
    const asked = async () => {
      const { meta } = JSON.parse((await bench.readForm(await bench.visit(JOB))).text);
      const required = [...meta.details, ...meta.equality].filter(
        (one: { readonly required?: boolean }) => one.required === true,
      );
      return required.length > Object.keys(names).length;
    };
    expect(await asked()).toBe(false);
    expect((await act({ action: 'agree', job: JOB, field })).status).toBe(200);
    await expect.poll(asked, { timeout: 10_000 }).toBe(true);
    const corrected = await send(visitor, correction);
    expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
    expect(makingsSince(before)).toEqual([422, 201]);
  });
});

test('documents that the applicant gave already: they go with the application once it demands them', async () => {
  bench.setDemands({ jobs: { [JOB]: ['documents'] } });
  const before = bench.requests().length;
  const visitor = await bench.visit(JOB);
  const given = { documents: [await put(visitor, 'document')] };
  const refused = await send(visitor, given);
  expect(refused.application).toMatchObject({ state: 'refused', fields: ['documents'] });
  const corrected = await send(visitor, given);
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
  expect((await send(visitor, given)).reference).toBe(refused.reference);
  expect(makingsSince(before)).toEqual([422, 201]);
  expect(bench.requests().filter(({ method }) => method === 'PATCH')).toEqual([]);
});

test('told by nothing: refused, nothing is learned, and the same goes through once the job is mended', async () => {
  bench.setDemands({ jobs: { [JOB]: ['phone', 'cv'] }, tells: 'nothing' });
  const visitor = await bench.visit(JOB);
  const refused = await send(visitor, {});
  expect(refused.application).toEqual({ state: 'refused', code: 'application_refused', fields: [] });
  expect(await lessons()).toEqual([]);
  bench.setDemands({});
  const corrected = await send(visitor, { first_name: 'Adele' });
  expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
});

test('an answer is corrected after others taught what the job demands: nothing but the answer goes again', async () => {
  const visitor = await bench.visit(JOB);
  const documents = [await put(visitor, 'document')];
  const before = bench.requests().length;
  bench.setFaults({ refuse: ['2002'] });
  expect((await send(visitor, { documents })).state).toBe('attention');
  bench.setFaults({});
  bench.setDemands({ jobs: { [JOB]: ['phone'] } });
  await send(await bench.visit(JOB), {});
  await nextVisitor(['phone']);
  const own = bench.requests().length;
  const better = [answers[0], ['2002', { text_answer: 'Midwife' }]] as const;
  const corrected = await bench.sendAll(visitor, null, better);
  expect([corrected.status, corrected.json.data.attributes.state]).toEqual([200, 'complete']);
  const writes = (from: number, to?: number) =>
    bench
      .requests()
      .slice(from, to)
      .filter(({ method }) => method !== 'GET')
      .map(({ method, question }) => `${method} ${question ?? 'application'}`);
  expect(writes(own)).toEqual(['POST 2002']);
  expect(writes(before, own)).toEqual([
    'POST application',
    'PATCH application',
    'POST 2001',
    'POST 2002',
    'POST application',
  ]);
});

describe('what teaches', () => {
  test('only what was not sent: values that are refused by the hundred teach nothing', async () => {
    bench.setFaults({ refuse_attributes: ['phone', 'email', 'summary'] });
    const config = { phone: '020 7946 0958', phone_iso2: 'GB' };
    for (let count = 0; count < 100; count += 1) {
      const refused = await send(await bench.visit(JOB), config);
      expect(refused.application).toMatchObject({ state: 'refused', fields: ['email', 'phone'] });
    }
    expect(await lessons()).toEqual([]);
  }, 60_000);

  test('the same refusal without the value does: the control of the one above', async () => {
    bench.setDemands({ jobs: { [JOB]: ['phone'] } });
    await send(await bench.visit(JOB), {});
    expect(await lessons()).toMatchObject([
      {
        field: 'phone',
        configuration: expect.stringContaining(`"${JOB}": {"details": {"phone": "required"}}`),
      },
    ]);
  });

  test('until the operator clears it', async () => {
    bench.setDemands({ jobs: { [JOB]: ['phone'] } });
    await send(await bench.visit(JOB), {});
    expect((await act({ action: 'clear', job: JOB, field: 'phone' })).status).toBe(200);
    expect(await lessons()).toEqual([]);
    expect((await act({ action: 'clear', job: JOB, field: 'phone' })).status).toBe(404);
  });
});
