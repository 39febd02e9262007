/** Who is served first while a service takes only so many requests: asked of the rate limiter, which keeps the line. */
import { expect, test } from 'vitest';
import { createVirtualClock } from '../../virtual-clock.support.ts';
import { createLearnedRateLimiter } from './learned-rate-limiter.ts';
import type { RequestKind } from './waiting-line.ts';

type Wish = readonly [who: string, isVisitor: boolean, kind?: RequestKind];

/** The order in which they are served who ask in this order, after all requests at once were spent. */
async function serve(...wishes: readonly Wish[]): Promise<readonly string[]> {
  const clock = createVirtualClock();
  const probe = async () => ({ kind: 'fine' }) as const;
  const rateLimiter = createLearnedRateLimiter({ clock, random: () => 0, probe });
  for (let number = 0; number < 20; number += 1) void rateLimiter.acquire('write', false);
  const served: string[] = [];
  for (const [who, isVisitor, kind = 'write'] of wishes)
    void rateLimiter.acquire(kind, isVisitor).then(() => served.push(who));
  await clock.run(5_000);
  return served;
}

test('known applicants are served before visitors who came earlier, reads and writes alike', async () => {
  const wishes: readonly Wish[] = [
    ['one', true],
    ['Ada', false],
    ['two', true],
    ['Bob', false, 'read'],
  ];
  expect(await serve(...wishes)).toEqual(['Ada', 'Bob', 'one', 'two']);
});

test.each([true, false])(
  'control: of equal rank, visitors %s, who came first is served first',
  async (are) => {
    const names = ['one', 'Ada', 'two', 'Bob'];
    expect(await serve(...names.map((who): Wish => [who, are]))).toEqual(names);
  },
);
