/* Changed details of an application that was there: how they go, and what they never overwrite. */
import { describe, expect, test } from 'vitest';
import type { DetailChanges, HeldTexts } from '../../core/model/details.ts';
import { failure, success } from '../../core/model/outcome.ts';
import type { SubmissionToAccept } from '../../core/model/ports.ts';
import { defaultRules } from './dependencies.ts';
import {
  createScene,
  key,
  pass,
  type Scene,
  send,
  states,
  submission,
  tenantOne,
  text,
} from './ledger.support.ts';
import { createLedger } from './ledger.ts';

const never = <Value>(): Promise<Value> => new Promise(() => undefined);

const before: HeldTexts = { email: 'old@example.com', town: 'Leeds', phone: '+44 20 7946 0018' };

const change = (
  changes: DetailChanges,
  { answers = [], ...more }: Partial<SubmissionToAccept> = {},
): SubmissionToAccept =>
  submission(answers, {
    fingerprint: JSON.stringify([changes, answers]),
    changes: { ...changes, fingerprint: JSON.stringify(changes) },
    keepsAnswers: answers.length === 0,
    ...more,
  });

const email = (changed: string, seen = 'old@example.com'): DetailChanges => ({
  changed: { email: changed },
  seen: { email: seen },
});

function scene(details: HeldTexts = before): Scene {
  const made = createScene();
  made.service.details = details;
  made.ledger.start();
  return made;
}

const fieldsOf = async ({ ledger }: Scene) => (await ledger.find(key))?.submission.application?.fields;

test('what was changed is read, written once, and told', async () => {
  const all = scene();
  await send(all, change(email('new@example.com')));
  expect(all.service.asked).toEqual(['details', 'change']);
  expect(all.service.details).toEqual({ ...before, email: 'new@example.com' });
  expect(await states(all)).toEqual(['application delivered']);
  expect((await all.ledger.find(key))?.submission.state).toBe('complete');
});

test('what is there already is not written', async () => {
  const all = scene();
  await send(all, change(email('old@example.com')));
  expect(all.service.asked).toEqual(['details']);
  expect(await states(all)).toEqual(['application delivered']);
});

test('what changed meanwhile is not overwritten, and its name is told', async () => {
  const all = scene({ ...before, email: 'theirs@example.com' });
  await send(all, change(email('mine@example.com')));
  expect(all.service.details.email).toBe('theirs@example.com');
  expect(await states(all)).toEqual(['application refused changed_meanwhile']);
  expect(await fieldsOf(all)).toEqual(['email']);
  expect(all.logged).toEqual(['change_refused']);
});

describe('what changed meanwhile is chosen', () => {
  test.each([
    ['as it was written', email('mine@example.com', 'theirs@example.com'), 'mine@example.com', 1],
    ['as it is there', email('theirs@example.com', 'theirs@example.com'), 'theirs@example.com', 0],
  ])('%s', async (_name, chosen, held, writes) => {
    const all = scene({ ...before, email: 'theirs@example.com' });
    await send(all, change(email('mine@example.com')));
    await send(all, change(chosen));
    expect(all.service.details.email).toBe(held);
    expect(all.service.asked.filter((asked) => asked === 'change')).toHaveLength(writes);
    expect(await states(all)).toEqual(['application delivered']);
  });
});

test('a detail that was seen beside the changed one stands against it when it is another by now', async () => {
  const all = scene({ ...before, town: 'York' });
  await send(
    all,
    change({ changed: { email: 'new@example.com' }, seen: { email: 'old@example.com', town: 'Leeds' } }),
  );
  expect(await fieldsOf(all)).toEqual(['town']);
});

describe('a PATCH whose outcome is unclear', () => {
  test.each([
    ['and that arrived is not made again', 'reply lost', null, ['details', 'change', 'details'], 'delivered'],
    [
      'and that did not arrive is made again',
      'request lost',
      null,
      ['details', 'change', 'details', 'details', 'change'],
      'delivered',
    ],
    [
      'and whose detail is another by now is left to the applicant',
      'request lost',
      'theirs@example.com',
      ['details', 'change', 'details'],
      'refused changed_meanwhile',
    ],
  ] as const)('%s', async (_name, fate, meanwhile, asked, state) => {
    const all = scene();
    all.service.fates.push(fate);
    await send(all, change(email('new@example.com')), 20_000);
    if (meanwhile !== null) all.service.details = { ...before, email: meanwhile };
    await pass(all, 200_000);
    expect(all.service.asked).toEqual(asked);
    expect(await states(all)).toEqual([`application ${state}`]);
    expect(all.service.details.email).toBe(meanwhile ?? 'new@example.com');
  });
});

/** One process that ends at a moment, and then another one. */
async function endsAt(moment: (typeof moments)[number], meanwhile: string | null): Promise<Scene> {
  const all = createScene();
  all.service.details = before;
  const { store, service, dependencies } = all;
  let isOver = false;
  const end = <Value>(): Promise<Value> => {
    isOver = true;
    return never();
  };
  const one = createLedger({
    ...dependencies,
    store: {
      ...store,
      renew: (...held) => (isOver ? never() : store.renew(...held)),
      mark: async (...wish) => (moment === 'before its mark' ? end() : store.mark(...wish)),
      settle: async (...given) =>
        moment === 'before it writes down the reply' ? end() : store.settle(...given),
    },
    gatewayOf: () => ({
      ...service,
      async changeDetails(...given) {
        if (moment === 'before its PATCH') return end();
        const reply = await service.changeDetails(...given);
        return moment === 'before the reply' ? end() : reply;
      },
    }),
  });
  one.start();
  await send({ ...all, ledger: one }, change(email('new@example.com')), 10_000);
  if (meanwhile !== null) service.details = { ...service.details, email: meanwhile };
  createLedger({ ...dependencies, owner: 'two' }).start();
  await pass(all, 3_600_000);
  return all;
}

const moments = [
  'before its mark',
  'before its PATCH',
  'before the reply',
  'before it writes down the reply',
] as const;

describe('a process that ends', () => {
  test.each(moments)('%s leaves it to the next one, which makes it so once', async (moment) => {
    const all = await endsAt(moment, null);
    expect(all.service.details).toEqual({ ...before, email: 'new@example.com' });
    expect(all.service.asked.filter((asked) => asked === 'change')).toHaveLength(1);
    expect(await states(all)).toEqual(['application delivered']);
  });

  test.each(moments)('%s and is followed by another change overwrites nothing of it', async (moment) => {
    const all = await endsAt(moment, 'theirs@example.com');
    expect(all.service.details.email).toBe('theirs@example.com');
    expect(await states(all)).toEqual(['application refused changed_meanwhile']);
  });
});

test('control: without the look what changed meanwhile is overwritten', async () => {
  const all = scene({ ...before, email: 'theirs@example.com' });
  all.service.readDetails = async () => success({ email: 'old@example.com' });
  await send(all, change(email('mine@example.com')));
  expect(all.service.details.email).toBe('mine@example.com');
});

test('a service that is down is asked until it answers, and the receipt does not wait for it', async () => {
  const all = scene();
  all.service.reads.push({ kind: 'unreachable' }, { kind: 'unreachable' });
  await send(all, change(email('new@example.com')), 1);
  expect((await all.ledger.find(key))?.submission.state).toBe('received');
  await pass(all, 60_000);
  expect(all.service.asked).toEqual(['details', 'details', 'details', 'change']);
  expect(await states(all)).toEqual(['application delivered']);
});

test('what the service refuses waits for the applicant, with its name', async () => {
  const all = scene();
  all.service.fates.push({ kind: 'invalid', pointers: [], members: ['email'] });
  await send(all, change(email('new@example.com')));
  expect(await states(all)).toEqual(['application refused invalid_details']);
  expect(await fieldsOf(all)).toEqual(['email']);
  await send(all, change(email('newer@example.com')));
  expect(all.service.details.email).toBe('newer@example.com');
  expect(await states(all)).toEqual(['application delivered']);
});

test('an application that is gone is left to the operator', async () => {
  const all = scene();
  all.service.reads.push({ kind: 'not_found' });
  await send(all, change(email('new@example.com')));
  expect(await states(all)).toEqual(['application parked given_up']);
});

describe('where the service may not be read', () => {
  const unread = (option: 'park' | 'resend') => {
    const all = createScene({ withoutReadBack: () => option });
    all.service.details = {};
    all.ledger.start();
    return all;
  };
  test('nothing is written, and the operator decides', async () => {
    const all = unread('park');
    await send(all, change(email('new@example.com')));
    expect(all.service.asked).toEqual(['details']);
    expect(await states(all)).toEqual(['application parked unclear']);
    const reference = (await all.ledger.find(key))?.submission.reference;
    if (reference) await all.ledger.act(tenantOne, reference, 'retry');
    await pass(all, 10_000);
    expect(all.service.details.email).toBe('new@example.com');
  });
  test('it is written unseen where the operator chose to send again', async () => {
    const all = unread('resend');
    await send(all, change(email('new@example.com')));
    expect(all.service.details.email).toBe('new@example.com');
  });
});

describe('a look that decided once decides nothing of the next PATCH', () => {
  interface Scarce {
    /** Whether the service shows details at the first look, the second, … */
    shows(look: number): boolean;
    /** Before which look another one writes. */
    readonly theirsBefore?: number;
    readonly option?: 'park' | 'resend';
  }

  function scarce({ shows, theirsBefore, option = 'park' }: Scarce) {
    const all = createScene({ withoutReadBack: () => option });
    const { service } = all;
    service.details = before;
    const read = service.readDetails;
    let looks = 0;
    service.readDetails = async (id) => {
      looks += 1;
      if (looks === theirsBefore) service.details = { ...before, email: 'theirs@example.com' };
      return shows(looks) ? read(id) : failure({ kind: 'impossible' });
    };
    all.ledger.start();
    return all;
  }
  const writes = ({ service }: Scene) => service.asked.filter((asked) => asked === 'change').length;
  const retry = async (all: Scene) => {
    const reference = (await all.ledger.find(key))?.submission.reference;
    if (reference) await all.ledger.act(tenantOne, reference, 'retry');
  };

  test('after one that did not arrive, what is not shown any more is left to the operator, not sent again unseen', async () => {
    const all = scarce({ shows: (look) => look <= 2, theirsBefore: 3 });
    all.service.fates.push('request lost');
    await send(all, change(email('mine@example.com')), 200_000);
    expect(all.service.details.email).toBe('theirs@example.com');
    expect([writes(all), await states(all)]).toEqual([1, ['application parked unclear']]);
  });

  test('control: where the operator chose to send again, it overwrites what another wrote', async () => {
    const all = scarce({ shows: (look) => look <= 2, theirsBefore: 3, option: 'resend' });
    all.service.fates.push('request lost');
    await send(all, change(email('mine@example.com')), 200_000);
    expect(all.service.details.email).toBe('mine@example.com');
  });

  test('nor is one that the operator wanted while it was shown', async () => {
    const all = scarce({ shows: (look) => look === 2 });
    await send(all, change(email('mine@example.com')));
    expect(await states(all)).toEqual(['application parked unclear']);
    await retry(all);
    await pass(all, 10_000);
    expect([writes(all), await states(all)]).toEqual([0, ['application parked unclear']]);
  });

  test.each([
    ['is limited', { kind: 'rate_limited', retryAfter: 3 }],
    ['cannot be reached', { kind: 'unreachable' }],
  ] as const)('what the operator wants unseen goes once, also after the service %s', async (_how, no) => {
    const all = scarce({ shows: () => false });
    await send(all, change(email('mine@example.com')));
    all.service.fates.push(no, 'reply lost');
    await retry(all);
    await pass(all, 300_000);
    expect(all.service.details.email).toBe('mine@example.com');
    // What became of it cannot be seen, so it is the operator's again.
    expect([writes(all), await states(all)]).toEqual([2, ['application parked unclear']]);
  });

  test('one that is old by the time of the PATCH is taken again', async () => {
    const all = scarce({ shows: () => true });
    const read = all.service.readDetails;
    all.service.readDetails = async (id) => {
      const seen = await read(id);
      all.service.readDetails = read;
      // The process stands still, and another one writes.
      await all.clock.sleep(60_000);
      all.service.details = { ...before, email: 'theirs@example.com' };
      return seen;
    };
    await send(all, change(email('mine@example.com')), 120_000);
    expect(all.service.details.email).toBe('theirs@example.com');
    expect(await states(all)).toEqual(['application refused changed_meanwhile']);
  });
});

describe('beside answers', () => {
  const both = change(email('new@example.com'), { answers: [text('1', 'one')] });
  test('both go, each by itself', async () => {
    const all = scene();
    await send(all, both);
    expect(await states(all)).toEqual(['application delivered', '1 delivered']);
  });
  test('answers do not wait for details that were refused, and are not sent again with them', async () => {
    const all = scene({ ...before, email: 'theirs@example.com' });
    await send(all, both);
    expect(await states(all)).toEqual(['application refused changed_meanwhile', '1 delivered']);
    expect((await all.ledger.find(key))?.submission.state).toBe('refused');
    await send(all, change(email('new@example.com', 'theirs@example.com'), { answers: [text('1', 'one')] }));
    expect(await states(all)).toEqual(['application delivered', '1 delivered']);
    expect(all.service.asked.filter((asked) => asked === '1')).toHaveLength(1);
  });
  test('other answers than those that are stored are refused with them', async () => {
    const all = scene();
    await send(all, both);
    const other = change(email('newer@example.com', 'new@example.com'), { answers: [text('1', 'two')] });
    expect(await all.ledger.accept(other, 0)).toMatchObject({
      ok: false,
      error: { kind: 'already_submitted' },
    });
  });
});

describe('a later change', () => {
  test('of an application whose answers were sent comes beside them', async () => {
    const all = scene();
    await send(all, submission([text('1', 'one')]));
    await send(all, change(email('new@example.com')));
    await send(all, change(email('newer@example.com', 'new@example.com')));
    expect(all.service.details.email).toBe('newer@example.com');
    expect(await states(all)).toEqual(['application delivered', '1 delivered']);
  });
  test('back and forth and back again is three changes', async () => {
    const all = scene();
    await send(all, change(email('new@example.com')));
    await send(all, change(email('old@example.com', 'new@example.com')));
    await send(all, change(email('new@example.com')));
    expect(all.service.details.email).toBe('new@example.com');
    expect(all.service.asked.filter((asked) => asked === 'change')).toHaveLength(3);
  });
  test('that is sent twice is one', async () => {
    const all = scene();
    await send(all, change(email('new@example.com')));
    await send(all, change(email('new@example.com')));
    expect(all.service.asked).toEqual(['details', 'change']);
  });
  test('waits for the one before, and sees what that wrote', async () => {
    const all = scene();
    all.service.reads.push({ kind: 'unreachable' });
    await send(all, change(email('first@example.com')), 1);
    await send(all, change(email('second@example.com')), 120_000);
    expect(all.service.details.email).toBe('first@example.com');
    expect(await states(all)).toEqual(['application refused changed_meanwhile']);
  });
  test.each([
    ['alone', []],
    ['beside answers', [text('1', 'one')]],
  ])('that was refused, sent again %s as it was, is tried again', async (_name, answers) => {
    const all = scene();
    all.service.fates.push({ kind: 'invalid', pointers: [], members: ['email'] });
    await send(all, change(email('new@example.com'), { answers }));
    expect((await all.ledger.find(key))?.submission.state).toBe('refused');
    await send(all, change(email('new@example.com'), { answers }));
    expect(all.service.details.email).toBe('new@example.com');
    expect((await all.ledger.find(key))?.submission.state).toBe('complete');
    expect(all.service.asked.filter((asked) => asked === '1')).toHaveLength(answers.length);
  });
  test('that arrives completes what the operator gave up before', async () => {
    const all = scene();
    all.service.reads.push({ kind: 'not_found' });
    await send(all, change(email('new@example.com')));
    const reference = (await all.ledger.find(key))?.submission.reference;
    if (reference) await all.ledger.act(tenantOne, reference, 'give_up');
    await send(all, change(email('newer@example.com')));
    expect(all.service.details.email).toBe('newer@example.com');
    expect((await all.ledger.find(key))?.submission.state).toBe('complete');
  });
  test('does not take the place of one that waits for the operator', async () => {
    const all = scene();
    all.service.reads.push({ kind: 'not_found' });
    await send(all, change(email('new@example.com')));
    await send(all, change({ changed: { town: 'York' }, seen: { town: 'Leeds' } }));
    const reference = (await all.ledger.find(key))?.submission.reference;
    if (reference) await all.ledger.act(tenantOne, reference, 'retry');
    await pass(all, 10_000);
    expect(all.service.details).toMatchObject({ email: 'new@example.com', town: 'York' });
  });
  test('does not make what is kept of those before it grow', async () => {
    const all = scene();
    const kept: (number | undefined)[] = [];
    for (let times = 0; times < 5; times += 1) {
      await send(all, change(email(`${times + 1}@example.com`, all.service.details.email)));
      kept.push((await all.store.find(key))?.items.length);
    }
    expect(kept).toEqual([1, 2, 2, 2, 2]);
    expect(all.service.details.email).toBe('5@example.com');
  });
  describe('beyond as many as may wait for a service that is away', () => {
    const townOf = (times: number) => change({ changed: { town: `Town ${times}` }, seen: { town: 'Leeds' } });
    const mail = change(email('last@example.com'));
    /** Ten that wait, and what comes of one more. */
    async function oneMore(most?: number) {
      const all = createScene(most === undefined ? {} : { mostChanges: most });
      all.service.details = before;
      all.service.reads.push(...Array.from({ length: 200 }, () => ({ kind: 'unreachable' }) as const));
      all.ledger.start();
      for (let times = 1; times <= 10; times += 1) await send(all, townOf(times), 1);
      const accepted = await all.ledger.accept(mail, 0);
      return { all, accepted, waiting: (await all.store.find(key))?.items.length };
    }
    test('is refused, and what waits stays', async () => {
      const { all, accepted, waiting } = await oneMore();
      expect([accepted, waiting]).toEqual([failure({ kind: 'too_many_changes' }), 10]);
      // The last one again is no further one.
      expect(await all.ledger.accept(townOf(10), 0)).toMatchObject({ ok: true });
    });
    test('finds room once the service is back, and is applied', async () => {
      const { all } = await oneMore();
      all.service.reads.splice(0);
      await pass(all, 600_000);
      expect(await all.ledger.accept(mail, 0)).toMatchObject({ ok: true });
      await pass(all, 10_000);
      expect(all.service.details).toMatchObject({ email: 'last@example.com', town: 'Town 1' });
    });
    test('control: without the bound it is stored, and so is each after it', async () => {
      const { accepted, waiting } = await oneMore(Number.POSITIVE_INFINITY);
      expect([accepted.ok, waiting]).toEqual([true, 11]);
    });
  });
  test.each<[string, number, 'changes_parked' | 'too_many_changes']>([
    ['each waits for the operator', 3, 'changes_parked'],
    ['one of them waits for the service', 1, 'too_many_changes'],
  ])('is refused, too, where as many wait and %s', async (_name, unseen, kind) => {
    const all = createScene({ mostChanges: 2 });
    all.service.reads.push(...Array.from({ length: unseen }, () => ({ kind: 'impossible' }) as const));
    all.service.reads.push(...Array.from({ length: 200 }, () => ({ kind: 'unreachable' }) as const));
    all.ledger.start();
    await send(all, change({ changed: { town: 'York' }, seen: { town: 'Leeds' } }));
    await send(all, change({ changed: { town: 'Hull' }, seen: { town: 'Leeds' } }));
    const mail = change(email('new@example.com'));
    expect(await all.ledger.accept(mail, 0)).toEqual(failure({ kind }));
    const reference = (await all.ledger.find(key))?.submission.reference;
    if (reference) await all.ledger.act(tenantOne, reference, 'give_up');
    expect(await all.ledger.accept(mail, 0)).toMatchObject({ ok: true });
  });
  test('that arrives does not hide that the one before was refused', async () => {
    const all = scene({ ...before, email: 'theirs@example.com' });
    all.service.reads.push({ kind: 'unreachable' });
    await send(all, change(email('mine@example.com')), 1);
    await send(all, change({ changed: { town: 'York' }, seen: { town: 'Leeds' } }), 120_000);
    expect(all.service.details).toMatchObject({ email: 'theirs@example.com', town: 'York' });
    expect(await states(all)).toEqual(['application refused changed_meanwhile']);
    expect(await fieldsOf(all)).toEqual(['email']);
    expect((await all.ledger.find(key))?.submission.state).toBe('refused');
  });
  test('counts its time from when it came, not from the first answers', async () => {
    const all = scene();
    await send(all, submission([text('1', 'one')]));
    await pass(all, defaultRules.retention.payloads);
    all.service.reads.push(...Array.from({ length: 40 }, () => ({ kind: 'unreachable' }) as const));
    await send(all, change(email('new@example.com')), 3_600_000);
    expect(all.service.details.email).toBe('new@example.com');
  });
});
