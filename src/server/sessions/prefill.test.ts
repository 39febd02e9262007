import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type OpenBench, openBench, type Reply, sessionBody } from '../process/server.support.ts';

const admin = { authorization: 'Bearer sandbox-admin' };
const known = {
  details: { first_name: 'Ada', email: 'ada@example.com' },
  answers: { '2002': 'Nurse', '2010': ['Full time'], '2007': true },
};
const outcome = (reply: Reply) => [reply.status, reply.status < 400 ? '' : reply.json.errors[0].code];
const codeOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '';

describe('prefill from a back end', () => {
  let bench: OpenBench;

  beforeAll(async () => {
    bench = await openBench({});
  });
  afterAll(() => bench.close());

  const post = (attributes: object, headers: Call['headers'] = {}) =>
    bench.call('POST', '/sessions', { body: sessionBody(attributes), headers });
  const read = async (token: string) => (await bench.readForm({ token })).json.meta;

  const tokenOf = ({ json }: Reply): string => json.data.attributes.token;

  test('comes with the questions, and is in no token and no link', async () => {
    const { application } = await bench.apply('one-of-each');
    const made = await post({ application, prefill: known, link: 'invitation' }, admin);
    expect(made.status).toBe(201);
    expect((await read(tokenOf(made))).prefill).toEqual(known);
    const opened = await post({ code: codeOf(made.json.data.attributes.link) });
    expect((await read(tokenOf(opened))).prefill).toEqual(known);
    const replies = JSON.stringify(made.json) + JSON.stringify(opened.json);
    expect(replies).not.toMatch(/\bAda\b|ada@example\.com|Nurse/);
  });

  test('stays with a renewed session, and no other session of the job gets it', async () => {
    const made = await post({ job: '4711', prefill: known }, admin);
    const renewed = await post({ job: '4711' }, { authorization: `Bearer ${tokenOf(made)}` });
    expect((await read(tokenOf(renewed))).prefill).toEqual(known);
    const plain = await post({ job: '4711' }, admin);
    expect((await read(tokenOf(plain))).prefill).toBeUndefined();
  });

  test('is deleted when its session is revoked or its form is sent', async () => {
    const { application } = await bench.apply('one-of-each');
    const [revoked, sent] = [
      await post({ application, prefill: known }, admin),
      await post({ application, prefill: known }, admin),
    ];
    expect((await bench.call('DELETE', `/sessions/${revoked.json.data.id}`, { headers: admin })).status).toBe(
      204,
    );
    const visitor = { application, token: tokenOf(sent) };
    const required = [
      ['2001', { boolean_answer: true }],
      ['2101', { text_answer: 'A reason' }],
      ['2002', { text_answer: 'Nurse' }],
    ] as const;
    expect((await bench.send(visitor, required)).status).toBeLessThan(300);
    expect((await read(visitor.token)).prefill).toBeUndefined();
  });

  test('is refused from the demo page', async () => {
    const demo = { body: sessionBody({ form: 'one-of-each', prefill: known }) };
    expect(outcome(await bench.call('POST', '/demo/sessions', demo))).toEqual([400, 'bad_request']);
  });
});
