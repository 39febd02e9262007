/** No write is repeated, because a write whose reply was lost would be stored twice. The sandbox counts the requests. */
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { applicationId, jobSeekerId, questionId } from '../../core/model/ids.ts';
import { type Disturbance, disturbedReplies } from '../../sandbox/control/faults.ts';
import { openSends } from '../process/sends.support.ts';
import { type ClientScene, openClientScene } from './client.support.ts';
import type { Client } from './client.ts';
import { type ServiceErrorKind, writeEffects } from './service-error.ts';

const { sends, close: closeSends } = openSends();

let scene: ClientScene;
let application = applicationId('');
let jobSeeker = jobSeekerId('');

beforeAll(async () => {
  scene = await openClientScene();
});
beforeEach(async () => {
  scene.sandbox.setFaults({});
  application = applicationId(scene.sandbox.applyTo('engineer'));
  const reply = await scene.client.readApplication(application, { include: ['candidate.job_seekers'] });
  const found = reply.ok ? reply.value.included.find(({ type }) => type === 'job_seekers') : undefined;
  jobSeeker = jobSeekerId(found?.id ?? '');
});
afterAll(async () => {
  await closeSends();
  scene.close();
});

const writes: readonly [name: string, method: string, write: (client: Client) => Promise<unknown>][] = [
  ['update_application.patch', 'PATCH', (client) => client.updateApplication(application, { summary: 'x' })],
  [
    'update_application.put',
    'PUT',
    (client) => client.updateApplication(application, { summary: 'x' }, { method: 'PUT' }),
  ],
  [
    'update_job_seeker.patch',
    'PATCH',
    (client) =>
      client.updateJobSeeker(jobSeeker, { add_tag_with_context: { tag: 'x', context: 'rejection' } }),
  ],
  [
    'create_answer',
    'POST',
    (client) =>
      client.createAnswer({ application, question: questionId('101'), value: { kind: 'text', text: 'x' } }),
  ],
];

const kinds: Readonly<Record<NonNullable<Disturbance['reply']>, ServiceErrorKind>> = {
  drop: 'interrupted',
  cut: 'interrupted',
  html: 'bad_document',
  no_id: 'bad_document',
  silence: 'timeout',
  500: 'server_error',
  503: 'server_error',
  429: 'rate_limited',
};
const replies = [...disturbedReplies, 500, 503, 429] as const;

const cases = [
  ...writes.map((write) => ['drop', ...write] as const),
  ...replies.map((reply) => [reply, ...(writes.at(-1) as (typeof writes)[number])] as const),
];

describe.each(sends)('over %s', (_name, send) => {
  test.each(cases)(
    'after the disturbed reply "%s", %s sends no second request',
    async (reply, _row, method, write) => {
      const disturbance = { path: '/api/', method, reply, commit: 'now', retry_after: 1 } as const;
      scene.sandbox.setFaults({ disturb: [disturbance] });
      const before = scene.sandbox.requests().length;
      const client = scene.clientWith({ send, writeLimit: reply === 'silence' ? 200 : 10_000 });
      const kind = kinds[reply] ?? '';
      expect(await write(client)).toMatchObject({ ok: false, error: { kind } });
      // The sandbox records a request without a reply only when its connection ends.
      await expect.poll(() => scene.sandbox.requests().length - before).toBe(1);
      expect(scene.sandbox.requests().at(-1)?.method).toBe(method);
    },
  );
});

test('a write with a lost reply is unclear, and a rejected write is not stored', () => {
  expect([writeEffects.interrupted, writeEffects.rate_limited]).toEqual(['unclear', 'not_stored']);
});
