import { expect, test } from 'vitest';
import { createProxy } from '../http/create-proxy.ts';
import { openTestStore, plainTenant } from '../http/proxy.support.ts';
import type { LogFields } from '../log.ts';

const TYPED = 'Ada Lovelace, ada@example.com';

test('an unexpected failure is logged with its route and stack, and without the text of the request', async () => {
  const lines: object[] = [];
  const add = (event: string, fields: LogFields) => void lines.push({ event, ...fields });
  const proxy = createProxy({
    secrets: ['s'.repeat(32)],
    store: await openTestStore(),
    tenants: [plainTenant('one', { adminKey: 'key-of-one', origins: [], publicJobs: [] })],
    metrics: async () => {
      throw new RangeError(TYPED);
    },
    log: { warn: add, error: add },
  });
  const headers = { authorization: 'Bearer key-of-one' };
  const reply = await proxy.fetch(new Request(`http://x.example/metrics?name=${TYPED}`, { headers }));
  const text = await reply.text();
  expect([reply.status, text.includes('Ada')]).toEqual([500, false]);
  expect(lines).toEqual([
    {
      event: 'unexpected',
      cause: 'RangeError',
      route: 'GET /metrics',
      stack: expect.arrayContaining([
        expect.stringMatching(/src\/server\/http\/operator\/operator-routes\.ts:\d+:\d+/),
      ]),
      advice: expect.stringContaining('please report'),
    },
  ]);
  expect(JSON.stringify(lines)).not.toMatch(/Ada|example/);
});
