import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startPostgres } from '../../../../e2e/support/postgres/start-postgres.ts';
import { type Bench, type Call, type Reply, sessionBody, startBench } from '../../app/server.support.ts';

const admin = { authorization: 'Bearer sandbox-admin' };
const known = {
  details: { first_name: 'Ada', email: 'ada@example.com' },
  answers: { '2002': 'Nurse', '2010': ['Full time'], '2007': true },
};
const outcome = (reply: Reply) => [reply.status, reply.status < 400 ? '' : reply.json.errors[0].code];
const codeOf = (link: string): string => new URLSearchParams(new URL(link).hash.slice(1)).get('code') ?? '';

describe.each([
  ['a libsql file', async () => null],
  ['Postgres', startPostgres],
] as const)('what a back end knows of an applicant, in %s', (_name, startStore) => {
  let bench: Bench;
  let endStore = async () => {};

  beforeAll(async () => {
    const started = await startStore();
    if (started !== null) {
      if (!started.ok) throw new Error(started.error);
      endStore = () => started.value.stop();
    }
    bench = await startBench(started?.ok ? { APPLY_STORE: started.value.address } : {});
  }, 60_000);
  afterAll(async () => {
    await bench.close();
    await endStore();
  });

  const post = (attributes: object, headers: Call['headers'] = {}) =>
    bench.call('POST', '/sessions', { body: sessionBody(attributes), headers });
  const read = async (token: string) => (await bench.readForm({ token })).json.meta;

  test('is told with the questions to the holder of the token', async () => {
    const { application } = await bench.apply('one-of-each');
    const made = await post({ application, prefill: known }, admin);
    expect(made.status).toBe(201);
    expect((await read(made.json.data.attributes.token)).prefill).toEqual(known);
  });
});
