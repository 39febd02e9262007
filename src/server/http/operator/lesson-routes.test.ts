import { beforeEach, expect, test } from 'vitest';
import { createMapLessons } from '../../../../e2e/support/map-store.ts';
import { type JobId, jobId, tenant } from '../../../core/model/ids.ts';
import { systemClock } from '../../clock.ts';
import type { Lessons } from '../../ports.ts';
import { type ApplyProxy, createProxy } from '../create-proxy.ts';
import type { ProxyOptions } from '../options.ts';
import { callProxy, openTestStore, plainTenant } from '../proxy.support.ts';

const [ONE, JOB] = [tenant('one'), jobId('4711')];
const LEARNED = Date.UTC(2026, 0, 1);

let lessons: Lessons;
let proxy: ApplyProxy;
let now = Date.now();
const store = await openTestStore(() => now);

const options = (name: string): ProxyOptions['tenants'][number] =>
  plainTenant(name, { adminKey: `key-of-${name}`, publicJobs: [] });

beforeEach(async () => {
  now = LEARNED;
  lessons = createMapLessons(() => now);
  proxy = createProxy({
    secrets: ['s'.repeat(32)],
    tenants: [options('one'), options('two')],
    store: { ...store, lessons },
    clock: { ...systemClock, now: () => now },
  });
  await lessons.learn(ONE, JOB, ['phone', 'address2', 'date_of_birth']);
});

const call = (path: string, attributes: object | null = null, key = 'key-of-one') =>
  callProxy(proxy, attributes === null ? 'GET' : 'POST', path, {
    bearer: key,
    body: attributes === null ? undefined : { data: { type: 'lessons', attributes } },
  });

const act = (attributes: object, key?: string) => call('/attention/lessons', attributes, key);
const remaining = async (job: JobId = JOB) =>
  (await lessons.list(ONE)).flatMap((lesson) =>
    lesson.job === job ? `${lesson.field}${lesson.agreed ? '!' : ''}` : [],
  );

test('the attention list shows lessons with the configuration that makes them permanent', async () => {
  now += 86_400_000;
  await lessons.learn(ONE, JOB, ['phone']);
  const configuration =
    '"jobs":{"4711":{"details":{"phone":"required","address":"required","address2":"required","date_of_birth":"required"}}}';
  const lesson = { job: '4711', agreed: false, learned_at: '2026-01-01T00:00:00.000Z', configuration };
  expect((await call('/attention')).json.meta.lessons).toMatchObject([
    { ...lesson, field: 'phone', refused_at: '2026-01-02T00:00:00.000Z' },
    { ...lesson, field: 'address2', refused_at: '2026-01-01T00:00:00.000Z' },
    { ...lesson, field: 'date_of_birth' },
  ]);
  expect((await call('/attention', null, 'key-of-two')).json.meta.lessons).toEqual([]);
});

test('the operator can agree to ask for the date of birth', async () => {
  const attributes = { action: 'agree', job: '4711', field: 'date_of_birth' };
  expect(await act(attributes)).toMatchObject({
    status: 200,
    json: { data: { type: 'lessons', id: '4711', attributes } },
  });
  expect(await remaining()).toEqual(['phone', 'address2', 'date_of_birth!']);
});

test('the operator can clear one lesson or all lessons of a job', async () => {
  await lessons.learn(ONE, jobId('4712'), ['cv']);
  expect((await act({ action: 'clear', job: '4711', field: 'phone' })).status).toBe(200);
  expect(await remaining()).toEqual(['address2', 'date_of_birth']);
  expect((await act({ action: 'clear', job: '4711' })).status).toBe(200);
  expect([await remaining(), await remaining(jobId('4712'))]).toEqual([[], ['cv']]);
});

test.each<readonly [string, object, string]>([
  ['of another job', { action: 'agree', job: '4712', field: 'phone' }, 'key-of-one'],
  ['that was never learned', { action: 'clear', job: '4711', field: 'cv' }, 'key-of-one'],
  ['of another tenant', { action: 'clear', job: '4711' }, 'key-of-two'],
])('answers 404 for a lesson %s', async (_name, attributes, key) => {
  expect((await act(attributes, key)).status).toBe(404);
  expect(await remaining()).toEqual(['phone', 'address2', 'date_of_birth']);
});

test('answers 401 to a wrong key and keeps all lessons', async () => {
  expect((await act({ action: 'clear', job: '4711' }, 'another-key')).status).toBe(401);
  expect(await remaining()).toHaveLength(3);
});
