/** For tests: a job that demands what its form does not ask, and what becomes of the first applicant and the second. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type JobVisitor, type OpenBench, openBench } from './server.support.ts';

export let bench: OpenBench;

export const JOB = '4712';
const ADMIN = 'sandbox-admin';
export const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
export const answers = [
  ['2001', { boolean_answer: false }],
  ['2002', { text_answer: 'Nurse' }],
] as const;

/** In each file that uses it. */
export function useDemandBench(): void {
  beforeAll(async () => {
    const equality = [
      { id: 'gender', title: { en: 'Gender' }, options: [{ id: '909', text: { en: 'No' } }] },
    ];
    const details = { documents: 'optional' };
    const config = { tenants: { default: { jobs: { [JOB]: { equality, details } } } } };
    bench = await openBench({ APPLY_CONFIG: JSON.stringify(config) });
  });
  afterAll(() => bench.close());
  beforeEach(async () => {
    bench.setFaults({});
    bench.setDemands({});
    await act({ action: 'clear', job: JOB });
  });
}

export const act = (attributes: object) =>
  bench.call('POST', '/attention/lessons', { token: ADMIN, body: { data: { type: 'lessons', attributes } } });

export const lessons = async () => {
  const { meta } = JSON.parse((await bench.call('GET', '/attention', { token: ADMIN })).text);
  return meta.lessons.filter(({ job }: { readonly job: string }) => job === JOB);
};

type Purpose = 'cv' | 'cover_letter' | 'document';

export async function put(visitor: JobVisitor, purpose: Purpose): Promise<string> {
  const id = crypto.randomUUID();
  const reply = await bench.putFile(visitor, id, { purpose, name: `${purpose}.txt`, bytes: purpose });
  expect(reply.status).toBe(201);
  return id;
}

const british = { country: 'GB', address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' };
/** By what is demanded: what an applicant adds, as text or as files. */
const corrections: Readonly<Record<string, object>> = {
  preferred_name: { preferred_name: 'Addy' },
  preferred_pronouns: { preferred_pronouns: 'she/her' },
  phone: { phone: '020 7946 0958', phone_iso2: 'GB' },
  linkedin_url: { linkedin_url: 'https://www.linkedin.com/in/ada' },
  summary: { summary: 'Twenty years of it.' },
  address: british,
  address2: { ...british, address2: 'Flat 2' },
};
const files: Readonly<Record<string, Purpose>> = {
  cv: 'cv',
  cover_letter: 'cover_letter',
  documents: 'document',
};

/** All that may be demanded together. */
export const allDemanded: readonly string[] = [...Object.keys(corrections), ...Object.keys(files)];

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
export const makingsSince = (before: number) =>
  bench
    .requests()
    .slice(before)
    .filter(isMaking)
    .map(({ status }) => status);

export async function send(visitor: JobVisitor, more: object) {
  const reply = await bench.during(bench.sendAll(visitor, { ...names, ...more }, answers));
  if (reply.status >= 400) throw new Error(reply.text);
  const { state, application } = reply.json.data.attributes;
  return { reference: reply.json.data.id, state, application };
}

/** Waits until what was learned a moment ago is asked of everybody. */
export async function nextVisitor(demanded: readonly string[]): Promise<JobVisitor> {
  const visitor = await bench.visit(JOB);
  const required = async () =>
    (await bench.readForm(visitor)).json.meta.details.filter((one) => one.required).length;
  await bench.until(async () => expect(await required()).toBeGreaterThan(Object.keys(names).length));
  expect(demanded.length).toBeGreaterThan(0);
  return visitor;
}

type Told = 'detail' | 'pointer';

export const testDemands = (tells: Told, rows: readonly (readonly string[])[]): void =>
  test.each(rows)(
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

/** By what is asked only once the operator agreed: what an applicant adds. */
export const agreed: Readonly<Record<string, object>> = {
  date_of_birth: { date_of_birth: '1990-02-28' },
};

export const testAgreedDemand = (tells: Told, field: string): void =>
  test(`${field}: asked only once the operator agreed`, async () => {
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
    await bench.until(async () => expect(await asked()).toBe(true));
    const corrected = await send(visitor, agreed[field] ?? {});
    expect([corrected.reference, corrected.state]).toEqual([refused.reference, 'complete']);
    expect(makingsSince(before)).toEqual([422, 201]);
  });
