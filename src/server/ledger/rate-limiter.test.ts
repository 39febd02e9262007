import { expect, test } from 'vitest';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { createRateLimiter, type RateLimitEvent, type RequestKind } from './rate-limiter.ts';

function createScene(answers: RateLimitEvent[] = []) {
  const clock = createVirtualClock();
  const probes: number[] = [];
  const went: { who: string; kind: RequestKind; at: number }[] = [];
  const rateLimiter = createRateLimiter({
    clock,
    random: () => 0,
    probe: async () => {
      probes.push(clock.monotonic());
      return answers.shift() ?? { kind: 'fine' };
    },
  });
  const ask = async (who: string, kind: RequestKind = 'write', signal?: AbortSignal) => {
    await rateLimiter.acquire(kind, false, signal);
    went.push({ who, kind, at: clock.monotonic() });
  };
  return { clock, rateLimiter, ask, went, probes };
}

test('sends twenty requests at once after a rest, then two a second', async () => {
  const { clock, ask, went } = createScene();
  for (let number = 0; number < 24; number += 1) void ask(`a${number}`);
  await clock.run(1_900);
  expect(went.map(({ at }) => at)).toEqual([...Array(20).fill(0), 500, 1_000, 1_500]);
});

test('an abandoned request uses no turn', async () => {
  const { clock, ask, rateLimiter, went } = createScene();
  for (let number = 0; number < 20; number += 1) void ask(`a${number}`);
  const giveUp = new AbortController();
  void ask('gone', 'write', giveUp.signal);
  void ask('next');
  await clock.run(100);
  giveUp.abort();
  await clock.run(500);
  expect(rateLimiter.figures().waiting).toBe(0);
  expect(went.slice(20).map(({ who }) => who)).toEqual(['gone', 'next']);
});

test.each([
  ['the time that it names', 7, 7_000],
  ['at least a second', 0, 1_000],
  ['at most a quarter of an hour', 86_400, 900_000],
  ['a second when it names no time', null, 1_000],
])('a 429 stops all requests for %s', async (_name, retryAfter, stop) => {
  const { clock, ask, rateLimiter, went } = createScene();
  rateLimiter.report({ kind: 'limited', retryAfter });
  void ask('a');
  await clock.run();
  expect(went).toEqual([{ who: 'a', kind: 'write', at: stop }]);
});

test('repeated 429s without a time stop requests for longer each time', async () => {
  const { clock, rateLimiter, ask, went } = createScene();
  for (let number = 0; number < 12; number += 1) {
    rateLimiter.report({ kind: 'limited', retryAfter: null });
    void ask('a');
    await clock.run();
  }
  const stops = went.map(({ at }, index) => at - (went[index - 1]?.at ?? 0));
  expect(stops.slice(1, 5).every((stop, index) => stop >= 2 * (stops[index] ?? 0))).toBe(true);
  expect([stops[0], stops.at(-1)]).toEqual([1_000, 60_000]);
});

const unclear: RateLimitEvent = { kind: 'unclear' };

test('five unclear outcomes in a row stop requests for half a minute; a success resets the count', async () => {
  const { rateLimiter } = createScene();
  for (const event of [unclear, unclear, unclear, unclear, { kind: 'fine' } as const, unclear])
    rateLimiter.report(event);
  expect(rateLimiter.isOpen()).toBe(true);
  for (let number = 0; number < 4; number += 1) rateLimiter.report(unclear);
  expect(rateLimiter.isOpen()).toBe(false);
  expect(rateLimiter.figures()).toMatchObject({ breaker: 'open', blockedUntil: 30_000 });
});

test.each(['denied', 'unreachable'] as const)('one %s outcome stops requests at once', (kind) => {
  const { rateLimiter } = createScene();
  rateLimiter.report({ kind });
  expect(rateLimiter.isOpen()).toBe(false);
});

test('while requests are stopped a waiting read is the probe, and its success lets all of them go', async () => {
  const { clock, rateLimiter, ask, went, probes } = createScene();
  rateLimiter.report({ kind: 'unreachable' });
  void ask('w');
  void ask('r', 'read');
  void ask('s', 'read');
  await clock.run(40_000);
  expect(went).toEqual([{ who: 'r', kind: 'read', at: 30_000 }]);
  expect(rateLimiter.figures().breaker).toBe('probing');
  rateLimiter.report({ kind: 'fine' });
  await clock.run(40_000);
  expect(went.map(({ who }) => who).sort()).toEqual(['r', 's', 'w']);
  expect(probes).toEqual([]);
});

test('probes by itself when only writes wait, and sends them once the service has recovered', async () => {
  const down: RateLimitEvent = { kind: 'unreachable' };
  const { clock, rateLimiter, ask, went, probes } = createScene([down, down, down, down, down]);
  rateLimiter.report(down);
  for (const who of ['a', 'b']) void ask(who);
  await clock.run();
  expect(probes.map((at) => at / 1_000)).toEqual([30, 90, 150, 210, 270, 330]);
  expect(went.map(({ at }) => at / 1_000)).toEqual([330, 330]);
});

type Wish = readonly [who: string, isVisitor: boolean, kind?: RequestKind];

/** Returns who is served in which order after the burst was used up. */
async function serve(...wishes: readonly Wish[]): Promise<readonly string[]> {
  const clock = createVirtualClock();
  const probe = async () => ({ kind: 'fine' }) as const;
  const rateLimiter = createRateLimiter({ clock, random: () => 0, probe });
  for (let number = 0; number < 20; number += 1) void rateLimiter.acquire('write', false);
  const served: string[] = [];
  for (const [who, isVisitor, kind = 'write'] of wishes)
    void rateLimiter.acquire(kind, isVisitor).then(() => served.push(who));
  await clock.run(5_000);
  return served;
}

test.each<readonly [string, readonly [boolean, boolean], readonly string[]]>([
  ['known applicants before earlier visitors', [true, false], ['Ada', 'Bob', 'one', 'two']],
  ['control: visitors by arrival', [true, true], ['one', 'Ada', 'two', 'Bob']],
  ['control: known applicants by arrival', [false, false], ['one', 'Ada', 'two', 'Bob']],
])('serves reads and writes in the same order: %s', async (_name, [first, second], served) => {
  const wishes: readonly Wish[] = [
    ['one', first],
    ['Ada', second],
    ['two', first],
    ['Bob', second, 'read'],
  ];
  expect(await serve(...wishes)).toEqual(served);
});
