import { describe, expect, test } from 'vitest';
import { tenant } from '../../core/model/ids.ts';
import { JOB, recordProxy, refusedFor } from '../submissions/recorded-proxy.support.ts';
import { type Caps, createCapJudge } from './caps.ts';

function scene({ queued = 0 } = {}) {
  let now = 0;
  const judge = createCapJudge({ delivery: { visitorsQueued: async () => queued }, now: () => now });
  const at = (caps: Partial<Caps>, id = 'acme') => ({ id: tenant(id), caps });
  const send = async (address: string, caps: Partial<Caps>, count = 1) => {
    const verdicts: string[] = [];
    for (let number = 0; number < count; number += 1)
      verdicts.push(await judge.judgeApplication(at(caps), address));
    return verdicts;
  };
  function pass(milliseconds: number): void {
    now += milliseconds;
  }
  return { judge, at, send, pass };
}

test.each([
  [0, 'free'],
  [24, 'free'],
  [25, 'raised'],
  [99, 'raised'],
  [100, 'full'],
])('a tenant whose visitors queued %i of 100', async (queued, verdict) => {
  expect(await scene({ queued }).send('198.51.100.7', { queued: 100 })).toEqual([verdict]);
});

test('a network sends a quarter of its quota free and the rest at a cost, and then waits for the next half hour', async () => {
  const { send, pass } = scene();
  const caps = { network: 4 };
  expect(await send('198.51.100.7', caps, 6)).toEqual(['free', 'raised', 'raised', 'raised', 'full', 'full']);
  expect(await send('198.51.100.250', caps)).toEqual(['full']);
  expect(await send('198.51.101.7', caps)).toEqual(['free']);
  pass(1_800_000);
  expect(await send('198.51.100.7', caps)).toEqual(['free']);
});

test('files count by their megabytes, and what one tenant’s visitors sent is nothing to another', async () => {
  const { judge, at, send } = scene();
  const caps = { network: 12 };
  judge.countFile(at(caps), '198.51.100.7', 10 * 1_048_576 + 1);
  expect(judge.hasRoomForFile(at(caps), '198.51.100.7')).toBe(true);
  judge.countFile(at(caps), '198.51.100.8', 1);
  expect(judge.hasRoomForFile(at(caps), '198.51.100.7')).toBe(false);
  expect(judge.hasRoomForFile(at(caps, 'other'), '198.51.100.7')).toBe(true);
  expect(await send('198.51.100.7', caps)).toEqual(['full']);
});

describe('over HTTP', () => {
  const details = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const answers = [
    ['2002', { text_answer: 'Nurse' }],
    ['2001', { boolean_answer: false }],
  ] as const;
  const send = async (proxy: ReturnType<typeof recordProxy>) =>
    (await proxy.visit(JOB)).send(details, answers);

  test('what finds no room is 429 queue_full in words, and nothing of it is stored; a correction is no new one', async () => {
    const proxy = recordProxy({}, { caps: { network: 4 } });
    expect((await send(proxy)).status).toBe(200);
    for (let count = 1; count < 4; count += 1)
      expect((await send(proxy)).json.errors[0].code).toBe('challenge_required');
    const refused = await send(proxy);
    expect([refused.status, refused.json.errors[0].code]).toEqual([429, 'queue_full']);
    expect(proxy.accepted).toHaveLength(1);
    proxy.store(refusedFor());
    expect((await send(proxy)).status).toBe(200);
  });

  test('who a back end vouches for is no visitor, and under no cap', async () => {
    const proxy = recordProxy({}, { caps: { network: 1 } });
    await send(proxy);
    const known = await proxy.apply();
    await known.send(null, [['2001', { boolean_answer: false }]]);
    expect(proxy.accepted.map(({ isVisitor }) => isVisitor)).toEqual([true, false]);
  });
});
