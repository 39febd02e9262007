import { describe, expect, test } from 'vitest';
import type { SubmissionToAccept } from '../../src/core/model/ports.ts';
import { createTokenBucket } from './hidden-limit.ts';
import { plainSubmission, visitorSubmission } from './plain-submission.ts';
import { one } from './simulate-outage.ts';
import { simulateStorm } from './simulate-storm.ts';

const ANSWERS = 12;
const run = (candidate: SubmissionToAccept, fakes: readonly SubmissionToAccept[] = []) =>
  simulateStorm({ limit: createTokenBucket(2, true), fakes, candidate });

/** @param networks from which they come, in turn */
const fakesOf = (count: number, networks = 1, job = '1') =>
  Array.from({ length: count }, (_, number) =>
    visitorSubmission(one, number, { answers: 2, network: `bad ${number % networks}`, job }),
  );

const known = plainSubmission(one, 90_001, ANSWERS);
const visitor = visitorSubmission(one, 90_002, { answers: ANSWERS, network: 'good' });

describe('a candidate comes after thousands of fakes', () => {
  test('one that a back end vouches for is delivered beside 10,000 within twice its time alone', async () => {
    expect(await run(known, fakesOf(10_000))).toBeLessThanOrEqual(2 * (await run(known)));
  });

  test('a visitor of another network is delivered within five times its time alone', async () => {
    expect(await run(visitor, fakesOf(2_000))).toBeLessThanOrEqual(5 * (await run(visitor)));
  });

  test('a visitor of another job is, too, whatever the number of networks that the fakes come from', async () => {
    expect(await run(visitor, fakesOf(2_000, 500, '2'))).toBeLessThanOrEqual(5 * (await run(visitor)));
  });

  test('control: where fakes are not told from candidates, the candidate waits for them all', async () => {
    const unmarked = fakesOf(2_000).map((fake) => ({ ...fake, share: null }));
    expect(await run(known, unmarked)).toBe(Number.POSITIVE_INFINITY);
  });

  test('control: where networks are not told apart, the visitor waits for them all', async () => {
    const same = fakesOf(2_000).map((fake) => ({ ...fake, share: visitor.share ?? null }));
    expect(await run(visitor, same)).toBe(Number.POSITIVE_INFINITY);
  });
});
