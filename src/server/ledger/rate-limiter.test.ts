import { expect, test } from 'vitest';
import { createVirtualClock } from '../virtual-clock.support.ts';
import { createRateLimiter, type RateLimitEvent, type RequestKind } from './rate-limiter.ts';

function createScene(answers: RateLimitEvent[] = []) {
  const clock = createVirtualClock();
  const probes: number[] = [];
  const went: { who: string; kind: 'read' | 'write'; at: number }[] = [];
  const rateLimiter = createRateLimiter({
    clock,
    random: () => 0,
    probe: async () => {
      probes.push(clock.monotonic());
      return answers.shift() ?? { kind: 'fine' };
    },
  });
  const ask = async (who: string, kind: 'read' | 'write' = 'write', signal?: AbortSignal) => {
    await rateLimiter.acquire(kind, who.startsWith('visitor'), signal);
    went.push({ who, kind, at: clock.monotonic() });
  };
  /** Uses up what may go at once. */
  const burst = () => {
    for (let number = 0; number < 20; number += 1) void rateLimiter.acquire('write', false);
  };
  return { clock, rateLimiter, ask, burst, went, probes };
}

test('after a rest twenty go at once, then two a second', async () => {
  const { clock, ask, went } = createScene();
  for (let number = 0; number < 24; number += 1) void ask(`a${number}`);
  await clock.run(1_900);
  expect(went.map(({ at }) => at)).toEqual([...Array(20).fill(0), 500, 1_000, 1_500]);
});

test('a wish that is given up takes no turn', async () => {
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
  ['what it names', 7, 7_000],
  ['a second at least', 0, 1_000],
  ['a quarter of an hour at most', 86_400, 900_000],
  ['a second where it names nothing', null, 1_000],
])('a 429 stops everything for %s', async (_name, retryAfter, stop) => {
  const { clock, ask, rateLimiter, went } = createScene();
  rateLimiter.report({ kind: 'limited', retryAfter });
  void ask('a');
  await clock.run();
  expect(went).toEqual([{ who: 'a', kind: 'write', at: stop }]);
});

test('one 429 after the other without a time stops for longer each time', async () => {
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

test('five unclear ones in a row rest the service for half a minute; a good one between them starts anew', async () => {
  const { rateLimiter } = createScene();
  for (const event of [unclear, unclear, unclear, unclear, { kind: 'fine' } as const, unclear])
    rateLimiter.report(event);
  expect(rateLimiter.isOpen()).toBe(true);
  for (let number = 0; number < 4; number += 1) rateLimiter.report(unclear);
  expect(rateLimiter.isOpen()).toBe(false);
  expect(rateLimiter.figures()).toMatchObject({ breaker: 'open', blockedUntil: 30_000 });
});

test.each(['denied', 'unreachable'] as const)('one %s rests it at once', (kind) => {
  const { rateLimiter } = createScene();
  rateLimiter.report({ kind });
  expect(rateLimiter.isOpen()).toBe(false);
});

test('while it rests no write goes; a read that waits is the probe, and what it brings opens the way', async () => {
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

test('where only writes wait it asks by itself, after ever longer rests, and lets them go when it is well', async () => {
  const down: RateLimitEvent = { kind: 'unreachable' };
  const { clock, rateLimiter, ask, went, probes } = createScene([down, down, down, down, down]);
  rateLimiter.report(down);
  for (const who of ['a', 'b']) void ask(who);
  await clock.run();
  expect(probes.map((at) => at / 1_000)).toEqual([30, 90, 150, 210, 270, 330]);
  expect(went.map(({ at }) => at / 1_000)).toEqual([330, 330]);
});

type Wish = readonly [who: string, isVisitor: boolean, kind?: RequestKind];

/** The order in which they are served who ask in this order, after all requests at once were spent. */
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
  ['known applicants before visitors who came earlier', [true, false], ['Ada', 'Bob', 'one', 'two']],
  ['control: visitors as they came', [true, true], ['one', 'Ada', 'two', 'Bob']],
  ['control: known applicants as they came', [false, false], ['one', 'Ada', 'two', 'Bob']],
])('reads and writes alike are served in turn: %s', async (_name, [first, second], served) => {
  const wishes: readonly Wish[] = [
    ['one', first],
    ['Ada', second],
    ['two', first],
    ['Bob', second, 'read'],
  ];
  expect(await serve(...wishes)).toEqual(served);
});
