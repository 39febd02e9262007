import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import {
  type OpenBench,
  openBench,
  refusing,
  type Sent,
  sessionBody,
  type Visitor,
} from './server.support.ts';

const tenants = {
  /** Uses the default of `closedWhen`. */
  usual: { adminKey: 'usual-key' },
  hired: { adminKey: 'hired-key', closedWhen: ['hired'] },
  never: { adminKey: 'never-key', closedWhen: [] },
};
type Name = keyof typeof tenants;

let bench: OpenBench;
beforeAll(async () => {
  bench = await openBench({ APPLY_CONFIG: JSON.stringify({ tenants }) });
});
afterAll(() => bench.close());

const answers: readonly Sent[] = [['2001', { boolean_answer: true }]];

async function session(application: string, name: Name = 'usual'): Promise<Visitor> {
  const headers = { authorization: `Bearer ${tenants[name].adminKey}` };
  const reply = await bench.call('POST', '/sessions', { headers, body: sessionBody({ application }) });
  expect(reply.status).toBe(201);
  return { application, token: reply.json.data.attributes.token };
}

/** An application of `one-of-each` without answers. */
const fresh = async () => (await bench.apply('one-of-each')).application;

const ends = {
  async rejected(application: string) {
    const path = `/sandbox/_control/applications/${application}/reject`;
    expect((await bench.call('POST', path)).status).toBe(200);
  },
  async hired(application: string) {
    const attributes = { hired_at: '2026-01-02T03:04:05Z' };
    const reply = await bench.call('PATCH', `/sandbox/api/v1/applications/${application}`, {
      headers: { 'x-api-key': 'sandbox-key' },
      body: { data: { type: 'applications', id: application, attributes } },
    });
    expect(reply.status).toBe(200);
  },
  none: async () => undefined,
};
type End = keyof typeof ends;

const stateOf = async (visitor: Visitor) => (await bench.readForm(visitor)).json.meta.state;

const table: readonly (readonly [End, Name, 'closed' | 'open'])[] = [
  ['rejected', 'usual', 'closed'],
  ['hired', 'usual', 'closed'],
  ['none', 'usual', 'open'],
  ['rejected', 'hired', 'open'],
  ['hired', 'never', 'open'],
];

test.each(table)(
  'an application with the outcome %s, for the tenant %s, has the state %s',
  async (end, name, state) => {
    const application = await fresh();
    await ends[end](application);
    const visitor = await session(application, name);
    expect(await stateOf(visitor)).toBe(state);
    const sent = await bench.send(visitor, answers);
    if (state === 'open') {
      expect([200, 202]).toContain(sent.status);
      return;
    }
    expect(sent).toMatchObject({ status: 409, json: { errors: [{ code: 'job_closed' }] } });
    expect(sent.text).not.toMatch(/reject|hire/i);
    expect(bench.posts(visitor.application)).toEqual([]);
  },
);

test('a session of the last minute leaves the form open, so that its applicant can finish', async () => {
  const visitor = await session(await fresh());
  await ends.rejected(visitor.application);
  expect(await stateOf(visitor)).toBe('open');
  expect((await bench.send(visitor, answers)).json.data.attributes.state).toBe('complete');
  expect(await stateOf(await session(visitor.application))).toBe('sent');
});

test('a rejected application gets the accepted answers, and their correction is refused', async () => {
  const visitor = await session(await fresh());
  bench.setFaults(refusing('2002'));
  const sent: readonly Sent[] = [...answers, ['2002', { text_answer: 'x' }]];
  const first = await bench.send(visitor, sent);
  bench.setFaults({});
  expect(first.json.data.attributes.state).toBe('attention');
  await ends.rejected(visitor.application);
  const later = await session(visitor.application);
  expect(await stateOf(later)).toBe('closed');
  const corrected = await bench.send(later, [...answers, ['2002', { text_answer: 'y' }]]);
  expect(corrected).toMatchObject({ status: 409, json: { errors: [{ code: 'job_closed' }] } });
  expect(bench.posts(visitor.application)).toEqual(['2001']);
});

describe('an older link', () => {
  /** Returns the visitor of a link that is so many seconds old. */
  async function given(seconds: number): Promise<Visitor> {
    const visitor = await session(await fresh());
    await bench.pass(seconds * 1000);
    return visitor;
  }
  const reads = ({ application }: Visitor) =>
    bench.requests(application).filter(({ path }) => path.includes(`/applications/${application}`)).length;
  async function opened(visitor: Visitor) {
    const before = reads(visitor);
    return { state: await stateOf(visitor), reads: reads(visitor) - before };
  }

  test('opens a closed form when its applicant has been hired since', async () => {
    const visitor = await given(61);
    await ends.hired(visitor.application);
    expect(await opened(visitor)).toEqual({ state: 'closed', reads: 1 });
    const before = bench.requests(visitor.application).length;
    const sent = await bench.send(visitor, answers);
    expect(sent).toMatchObject({ status: 409, json: { errors: [{ code: 'job_closed' }] } });
    expect(bench.requests(visitor.application)).toHaveLength(before);
  });

  test('control: opens the same form within its first minute without reading the service', async () => {
    const visitor = await given(50);
    await ends.rejected(visitor.application);
    expect(await opened(visitor)).toEqual({ state: 'open', reads: 0 });
  });
});
