import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Call, type OpenBench, openBench, sessionBody } from '../process/server.support.ts';

let bench: OpenBench;

beforeAll(async () => {
  bench = await openBench({});
});
afterAll(() => bench.close());

const admin = { authorization: 'Bearer sandbox-admin' };
const post = (body: unknown, headers: Call['headers'] = admin) =>
  bench.call('POST', '/sessions', { body, headers });
const ask = (attributes: object, headers?: Call['headers']) => post(sessionBody(attributes), headers);

/** The value at this pointer in the sent body; undefined: nothing. */
const at = (body: unknown, pointer: string): unknown =>
  pointer
    .split('/')
    .slice(1)
    .map((step) => step.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>((value, step) => new Map(Object.entries(Object(value))).get(step), body);

const JOB = { job: '4711' };
const wrongName = { ...JOB, prefill: { details: { frist_name: 'Secret' } } };
const tooMuch = { ...JOB, prefill: { answers: { '7': 'Secret'.repeat(11_000) } } };

describe('faults in the body of POST /sessions', () => {
  test.each<[string, object, string, RegExp]>([
    ['a number for an id', { application: 99 }, '/application', /expected string/],
    ['more than a day', { ...JOB, expires_in: 86_401 }, '/expires_in', /86400/],
    ['an unknown link', { ...JOB, link: 'mail' }, '/link', /Invalid/],
    ['a short handle', { ...JOB, draft_handle: 'x' }, '/draft_handle', /Invalid/],
    ['a slip in a name', { ...JOB, exipres_in: 60 }, '/exipres_in', /"exipres_in"/],
    ['a job and a posting together', { ...JOB, posting: '64711' }, '', /one of "application", "job"/],
    ['a body without application, job or posting', { expires_in: 60 }, '', /one of "application", "job"/],
    ['a slip in a name of the prefill', wrongName, '/prefill/details/frist_name', /frist_name/],
    ['a prefill that is too large', tooMuch, '/prefill', /65,536 bytes/],
    ['an unknown job', { job: '5' }, '/job', /^No job of this id/],
  ])('the error points at %s', async (_what, attributes, pointer, words) => {
    const reply = await ask(attributes);
    const [error] = reply.json.errors;
    expect(reply.status).toBeGreaterThanOrEqual(400);
    expect([error.source, error.detail]).toEqual([
      { pointer: `/data/attributes${pointer}` },
      expect.stringMatching(words),
    ]);
    expect(reply.text).not.toContain('Secret');
    expect(at(sessionBody(attributes), error.source.pointer)).toBeDefined();
  });

  test('the error never repeats a value that was sent', async () => {
    const secret = 'a secret value';
    for (const attributes of [
      { application: secret },
      { ...JOB, expires_in: secret },
      { ...JOB, link: secret },
      { ...JOB, note: secret },
      { code: secret.repeat(20) },
    ]) {
      const reply = await ask(attributes);
      expect([reply.status, reply.text.includes('secret')]).toEqual([400, false]);
    }
  });
});
