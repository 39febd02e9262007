import { expect, test } from 'vitest';
import type { DroppedReason, FormEnds } from '../../../core/model/form-end.ts';
import { defaultSemantics } from '../../../core/model/question.ts';
import { createProxy } from '../create-proxy.ts';

const tenant = {
  name: 'default',
  serviceUrl: 'http://service.example',
  serviceKey: 'key',
  adminKey: null,
  origins: [],
  publicJobs: [],
  semantics: defaultSemantics,
  fallbackUrl: null,
  questionsBy: 'job',
  questionFilter: 'eq',
} as const;

function start() {
  const counted: string[] = [];
  const dropped: DroppedReason[] = [];
  const formEnds: FormEnds = {
    count: (...end) => counted.push(end.join(' ')),
    dropped: (reason) => dropped.push(reason),
  };
  const proxy = createProxy({ secrets: ['s'.repeat(32)], tenants: [tenant], formEnds });
  const tell = (address: string, body: string) =>
    proxy.fetch(new Request('http://127.0.0.1/beacons', { method: 'POST', body }), { address });
  return { counted, dropped, tell };
}

test('from one address no more is counted in a minute than the pages of a company send; another goes on', async () => {
  const { counted, dropped, tell } = start();
  const statuses: number[] = [];
  for (let sent = 0; sent < 1_300; sent += 1)
    statuses.push((await tell('192.0.2.1', 'default left ready')).status);
  expect(statuses.indexOf(429)).toBe(1_200);
  expect([counted.length, dropped.length, new Set(dropped)]).toEqual([1_200, 100, new Set(['too_many'])]);
  expect((await tell('192.0.2.2', 'default left ready')).status).toBe(204);
});
