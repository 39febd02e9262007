/** How a webhook is told in bad weather: over real HTTP, in a time that passes only when all wait. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, onTestFinished, test } from 'vitest';
import { createMapStore } from '../../../../e2e/support/map-store.ts';
import { applicationId, questionId, reference, revision, subject, tenant } from '../../../core/model/ids.ts';
import { giveTurn, systemClock } from '../../clock.ts';
import { createAdvisingLog, type LogFields } from '../../log.ts';
import { openStore } from '../../store/open-store.ts';
import { createVirtualClock } from '../../virtual-clock.support.ts';
import { silentMetrics, type WebhookOutcome } from '../dependencies.ts';
import type { LedgerStore } from '../ledger-store.ts';
import type { WebhookOutbox } from './outbox.ts';
import { createWebhookDuty, webhookTargets } from './outbox.ts';
import { SECRET, startReceiver } from './receiver.support.ts';
import { createWebhookSender, publicOnly, type WebhookAddress } from './send-webhook.ts';

const [SECOND, MINUTE, HOUR, DAY] = [1_000, 60_000, 3_600_000, 86_400_000];
const began = Date.parse('2026-03-01T08:00:00Z');
const acme = tenant('acme');
const keyOf = (name: string) => ({ tenant: acme, subject: subject(name) });
const question = questionId('a');
const never = () => new Promise<never>(() => undefined);

interface Told {
  readonly event: string;
  readonly fields: LogFields;
}

function createScene(
  given: Partial<{
    store: LedgerStore;
    rest: number;
    resolve: Resolve;
  }> = {},
) {
  const underWay = new Set<Promise<unknown>>();
  // Time stands still while a request is under way.
  const clock = createVirtualClock({
    began,
    async settle() {
      while (underWay.size > 0) await Promise.allSettled(underWay);
      await giveTurn();
    },
  });
  const { now } = clock;
  const store = given.store ?? createMapStore({ now });
  const logged: Told[] = [];
  const counted: WebhookOutcome[] = [];
  const { rest = SECOND, resolve } = given;
  const sender = createWebhookSender({
    clock: systemClock,
    ...(resolve === undefined ? {} : { resolve }),
  });
  onTestFinished(() => sender.close());
  const note = (event: string, fields: LogFields) => logged.push({ event, fields });
  /** As a process begins. */
  function start(addresses: readonly WebhookAddress[], outbox: WebhookOutbox = store.webhooks) {
    const tenants = addresses.map((own, place) => ({
      name: place === 0 ? 'acme' : `other${place}`,
      webhooks: { own, ofJobs: new Map() },
    }));
    const targets = webhookTargets(tenants, (address, message) => {
      const tried = sender.send(address, message);
      underWay.add(tried);
      return tried.finally(() => underWay.delete(tried));
    });
    const duty = createWebhookDuty(
      {
        store: { ...store, webhooks: outbox },
        tenants: [acme, ...tenants.map(({ name }) => tenant(name))],
        clock,
        log: createAdvisingLog({ warn: note, error: note }, clock),
        ledgerMetrics: { ...silentMetrics, webhook: (_tenant, outcome) => counted.push(outcome) },
        random: () => 0.5,
      },
      targets,
    );
    const stop = new AbortController();
    const begin = () =>
      duty.begin(stop.signal).catch((error) => note('store_failed', { cause: error.message }));
    void begin();
    clock.every(rest, begin);
    onTestFinished(() => {
      stop.abort();
      return outbox.finish === never ? undefined : duty.end().then(() => undefined);
    });
  }
  const accept = (name: string, of = acme) =>
    store.insert({
      key: { ...keyOf(name), tenant: of },
      reference: reference(`R-${name}`),
      fingerprint: 'fingerprint',
      revision: revision('revision'),
      application: applicationId('77'),
      job: null,
      webhook: { job: null },
      items: [{ question, part: 0, place: 0, parent: null, fingerprint: '', payload: null, files: [] }],
    });
  const deliver = async (name: string) => {
    await store.settle(keyOf(name), { question, part: 0, version: 0 }, { state: 'delivered' });
  };
  const pass = (milliseconds: number) => clock.run(clock.monotonic() + milliseconds);
  return { store, clock, now, logged, counted, start, accept, deliver, pass };
}

type Resolve = NonNullable<Parameters<typeof createWebhookSender>[0]['resolve']>;

const at = (url: string, allowPrivate = true): WebhookAddress => ({ url, secrets: [SECRET], allowPrivate });
const linesOf = ({ logged }: ReturnType<typeof createScene>, name: string) =>
  logged.flatMap(({ event, fields }) => (event === name ? [fields.cause ?? fields.code] : []));

describe('a receiver that is', () => {
  test('down for a day hears all of it afterwards, in order, each with one id', async () => {
    let isDown = true;
    const receiver = await startReceiver((_heard, response) => {
      if (!isDown) return 204;
      response.destroy();
      return null;
    });
    const scene = createScene({ rest: MINUTE });
    scene.start([at(receiver.url)]);
    await scene.accept('one');
    await scene.deliver('one');
    await scene.pass(DAY);
    expect(receiver.known()).toEqual([]);
    expect(linesOf(scene, 'webhook_failed')[0]).toBe('no_connection');
    isDown = false;
    await scene.pass(DAY);
    expect(receiver.known()).toEqual(['received 1', 'complete 2']);
    expect(new Set(receiver.heard.map(({ id }) => id)).size).toBe(2);
    expect(await scene.store.webhooks.count(acme)).toEqual({ waiting: 0, stopped: 0 });
  });

  test('failing all the time is tried ten times, in growing pauses, for three days and not once more', async () => {
    const receiver = await startReceiver(() => 500);
    const scene = createScene({ rest: MINUTE });
    const triedAt: number[] = [];
    scene.start([at(receiver.url)]);
    await scene.accept('one');
    for (let hours = 0; hours <= 80; hours += 1) {
      const before = receiver.heard.length;
      await scene.pass(HOUR);
      for (let count = before; count < receiver.heard.length; count += 1) triedAt.push(hours);
    }
    expect(triedAt).toEqual([0, 0, 0, 0, 2, 7, 17, 31, 51, 72]);
    expect(linesOf(scene, 'webhook_stopped')).toEqual(['expired']);
    expect(scene.counted).toEqual([...Array.from({ length: 10 }, () => 'failed'), 'stopped']);
    expect(linesOf(scene, 'webhook_failed')[0]).toBe('status_500');
    expect(await scene.store.webhooks.count(acme)).toEqual({ waiting: 0, stopped: 1 });
  });

  test('away is asked once in a while, however much waits for it, and another one hears its events meanwhile', async () => {
    const [away, well] = [await startReceiver(() => 503), await startReceiver()];
    const scene = createScene();
    for (let place = 0; place < 40; place += 1) await scene.accept(`${place}`);
    await scene.accept('other', tenant('other1'));
    scene.start([at(away.url), at(well.url)]);
    await scene.pass(25 * SECOND);
    // Those that were told at once, until it was clear that it is away.
    expect(away.heard).toHaveLength(8);
    expect(well.known()).toEqual(['received 1']);
    await scene.pass(30 * MINUTE);
    expect(away.heard.length).toBeLessThanOrEqual(8 + 31);
  });
});

describe('an address that is not for it', () => {
  test('is not reached by a redirect', async () => {
    const inner = await startReceiver();
    const receiver = await startReceiver((_heard, response) => {
      response.setHeader('location', inner.url);
      return 307;
    });
    const scene = createScene();
    scene.start([at(receiver.url)]);
    await scene.accept('one');
    await scene.pass(MINUTE);
    expect(linesOf(scene, 'webhook_failed')).toEqual(['redirect']);
    expect([receiver.heard.length > 0, inner.heard]).toEqual([true, []]);
  });

  test.each([
    ['by a name that resolves to it', 'hooks.example.com'],
    ['as a number, which no lookup sees', '127.0.0.1'],
    ['as one number', '2130706433'],
  ])('is not reached %s', async (_name, host) => {
    const receiver = await startReceiver();
    const scene = createScene({ resolve: async () => [{ address: '127.0.0.1', family: 4 }] });
    scene.start([at(receiver.url.replace('127.0.0.1', host), false)]);
    await scene.accept('one');
    await scene.pass(MINUTE);
    expect(linesOf(scene, 'webhook_failed')).toEqual(['private_address']);
    expect(receiver.heard).toEqual([]);
  });

  test('is not given to a connection together with an outer one, and no second look says something else', async () => {
    const asked: string[] = [];
    const look = publicOnly(async (name) => {
      asked.push(name);
      const inner = { address: asked.length === 1 ? '127.0.0.1' : '93.184.215.14', family: 4 };
      return [inner, { address: '93.184.215.14', family: 4 }, { address: '::1', family: 6 }];
    });
    const given = await new Promise((resolve) =>
      look('hooks.example.com', { all: true }, (_error, addresses) => resolve(addresses)),
    );
    expect(given).toEqual([{ address: '93.184.215.14', family: 4 }]);
    expect(asked).toHaveLength(1);
  });
});

describe('a process that ends', () => {
  test('between the sending and the mark leaves it to the next one, which tells it again with the same id', async () => {
    const receiver = await startReceiver();
    const scene = createScene();
    scene.start([at(receiver.url)], { ...scene.store.webhooks, finish: never });
    await scene.accept('one');
    await scene.pass(2 * SECOND);
    scene.start([at(receiver.url)]);
    await scene.pass(2 * MINUTE);
    const ids = receiver.heard.map(({ id }) => id);
    expect([ids.length > 1, new Set(ids).size]).toEqual([true, 1]);
    expect(receiver.known()).toEqual(['received 1']);
  });

  /** A store on the disk, which a process opens, and leaves. */
  async function openScene() {
    const folder = mkdtempSync(join(tmpdir(), 'apply-told-'));
    const open = async () => {
      const opened = await openStore(`file:${join(folder, 'apply.db')}`, { now: () => began });
      if (!opened.ok) throw new Error(opened.error);
      return opened.value;
    };
    onTestFinished(() => rmSync(folder, { recursive: true }));
    const first = await open();
    return { first, store: first.ledger, open };
  }

  test('while it writes down what became of an answer writes its event as well, or neither', async () => {
    const { first, store } = await openScene();
    const scene = createScene({ store });
    await scene.accept('one');
    const { database } = first.engine;
    await sql`create trigger full before insert on webhook_event
      begin select raise(abort, 'the disk is full'); end`.execute(database);
    await expect(scene.deliver('one')).rejects.toThrow('full');
    expect((await store.find(keyOf('one')))?.items.map(({ state }) => state)).toEqual(['queued']);
    await sql`drop trigger full`.execute(database);
    await scene.deliver('one');
    expect(await store.webhooks.count(acme)).toEqual({ waiting: 2, stopped: 0 });
    await first.close();
  });
});
