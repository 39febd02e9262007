/** When webhooks are sent, on a virtual clock; the store's contract covers how they are stored. */
import { expect, test } from 'vitest';
import { subject, tenant } from '../../../core/model/ids.ts';
import {
  answer,
  createScene,
  HOUR,
  key,
  pass,
  type Scene,
  submission,
  tenantOne,
} from '../ledger.support.ts';
import { createLedger } from '../ledger.ts';
import { webhookTargets } from './outbox.ts';
import type { SendOutcome, WebhookAddress } from './send-webhook.ts';

const [SECOND, MINUTE, DAY] = [1_000, 60_000, 24 * HOUR];
const otherTenant = tenant('other');
const delivered: SendOutcome = { kind: 'delivered' };
const away: SendOutcome = { kind: 'failed', cause: 'no_connection' };

/** A scene with a back end for each of two tenants, and the events that were sent. */
function createWebhookScene(outcomeAt: (address: string) => SendOutcome) {
  const scene = createScene({}, { tenants: [tenantOne, otherTenant] });
  const sent: { readonly to: string; readonly at: number; readonly id: string; readonly type: string }[] = [];
  const address = (url: string): WebhookAddress => ({ url, secrets: [], allowPrivate: false });
  const tenants = [tenantOne, otherTenant].map((name) => ({
    name,
    webhooks: { own: address(name), ofJobs: new Map() },
  }));
  const webhooks = webhookTargets(tenants, async ({ url }, { id, body }) => {
    sent.push({ to: url, at: scene.clock.monotonic(), id, type: JSON.parse(body).type });
    return outcomeAt(url);
  });
  const ledger = createLedger({ ...scene.dependencies, webhooks });
  return { ...scene, ledger, sent };
}

async function accept({ ledger }: Scene, name = 's', of = tenantOne): Promise<void> {
  const accepted = await ledger.accept(
    submission([answer('1')], { key: { tenant: of, subject: subject(name) } }),
    0,
  );
  if (!accepted.ok) throw new Error(accepted.error.kind);
}

test('a back end that was away for a day gets every event afterwards, in order and with one id each', async () => {
  let isAway = true;
  const scene = createWebhookScene(() => (isAway ? away : delivered));
  scene.ledger.start();
  await accept(scene);
  await pass(scene, DAY);
  expect(new Set(scene.sent.map(({ type }) => type))).toEqual(new Set(['application.received']));
  isAway = false;
  await pass(scene, DAY);
  expect(scene.sent.slice(-2).map(({ type }) => type)).toEqual([
    'application.received',
    'application.complete',
  ]);
  expect(new Set(scene.sent.map(({ id }) => id)).size).toBe(2);
  expect(await scene.store.webhooks.count(tenantOne)).toEqual({ waiting: 0, stopped: 0 });
});

test('a back end that always fails is tried ten times in three days, in growing pauses, and no more', async () => {
  const scene = createWebhookScene(() => away);
  scene.service.before = () => new Promise(() => undefined);
  scene.ledger.start();
  await accept(scene);
  await pass(scene, 80 * HOUR);
  expect(scene.sent.map(({ at }) => Math.floor(at / HOUR))).toEqual([0, 0, 0, 0, 2, 7, 17, 31, 51, 72]);
  expect(scene.logged).toContain('webhook_stopped');
  expect(scene.counted.filter((event) => event.startsWith('webhook'))).toEqual([
    ...Array.from({ length: 10 }, () => 'webhook failed'),
    'webhook stopped',
  ]);
  expect(await scene.store.webhooks.count(tenantOne)).toEqual({ waiting: 0, stopped: 1 });
});

test('a failing back end is tried seldom, however much waits for it, and delays no other back end', async () => {
  const scene = createWebhookScene((url) => (url === 'other' ? delivered : away));
  for (let number = 0; number < 40; number += 1) await accept(scene, `${number}`);
  await accept(scene, 'other', otherTenant);
  scene.ledger.start();
  const sentTo = (url: string) => scene.sent.filter(({ to }) => to === url).length;
  await pass(scene, 25 * SECOND);
  expect([sentTo('t'), sentTo('other')]).toEqual([8, 2]);
  await pass(scene, 30 * MINUTE);
  expect(sentTo('t')).toBeLessThanOrEqual(8 + 31);
});

test('an event is not repeated when the back end answers that it is gone', async () => {
  const scene = createWebhookScene(() => ({ kind: 'gone' }));
  scene.ledger.start();
  await accept(scene);
  await pass(scene, 7 * DAY);
  expect(scene.sent).toHaveLength(2);
  expect((await scene.store.webhooks.listStopped(key)).map(({ stoppedFor }) => stoppedFor)).toEqual([
    'gone',
    'gone',
  ]);
});

test('an event is repeated with the same id when its process ends before recording the delivery', async () => {
  const scene = createWebhookScene(() => delivered);
  const { finish } = scene.store.webhooks;
  scene.store.webhooks.finish = async () => {
    throw new Error('The store is away.');
  };
  scene.ledger.start();
  await accept(scene);
  await pass(scene, 2 * SECOND);
  scene.store.webhooks.finish = finish;
  await pass(scene, 2 * MINUTE);
  const first = scene.sent.filter(({ type }) => type === 'application.received').map(({ id }) => id);
  expect([first.length > 1, new Set(first).size]).toEqual([true, 1]);
  expect(await scene.store.webhooks.count(tenantOne)).toEqual({ waiting: 0, stopped: 0 });
});
