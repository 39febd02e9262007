/** Submissions at a pace of their own, and what became of each. */
import { at } from '../../../src/sandbox/json.ts';
import type { LineOutcome } from '../../load/line.ts';
import { type Offer, offer } from '../../load/offer.ts';
import { idle, processorTimeOf } from '../../load/processor-time.ts';
import { percentile } from '../percentile.ts';
import { type Receivers, SECRET, submission } from './receivers.ts';
import { sealTokens } from './tokens.ts';

export interface OfferedReceipts {
  readonly receipts: number;
  /** 429 and 503. */
  readonly refused: number;
  /** No reply, or another one. */
  readonly failed: number;
  /** Milliseconds of the processor for one receipt, the work after the last reply included. */
  readonly processor: number;
  /** Milliseconds from when each was due. */
  readonly half: number;
  readonly most: number;
  /** Share of all that had a receipt within a second. */
  readonly inTime: number;
}

/** Milliseconds. */
const IN_TIME = 1_000;

export const receiptOf = (outcome: LineOutcome): string | null => {
  if (!outcome.ok || (outcome.value.status !== 200 && outcome.value.status !== 202)) return null;
  const reference = at(outcome.value.body, 'data', 'id');
  return typeof reference === 'string' ? reference : null;
};

export const isRefused = (outcome: LineOutcome): boolean =>
  outcome.ok && (outcome.value.status === 503 || outcome.value.status === 429);

/** What became of all, without a wait for what they leave to do. */
export async function offerAll(
  { line, body }: Pick<Receivers, 'line' | 'body'>,
  wish: Offer,
): Promise<Omit<OfferedReceipts, 'processor'>> {
  const tokens = await sealTokens(SECRET, Math.round(wish.rate * wish.seconds));
  const all = await offer(wish, async (number, due) => {
    const outcome = await line.send(submission(tokens[number] ?? '', body));
    return { outcome, milliseconds: performance.now() - due };
  });
  const times = all
    .filter(({ outcome }) => receiptOf(outcome) !== null)
    .map(({ milliseconds }) => milliseconds);
  const refused = all.filter(({ outcome }) => isRefused(outcome)).length;
  return {
    receipts: times.length,
    refused,
    failed: all.length - times.length - refused,
    half: percentile(times, 0.5),
    most: percentile(times, 0.99),
    inTime: times.filter((time) => time <= IN_TIME).length / all.length,
  };
}

export async function offerReceipts(receivers: Receivers, wish: Offer): Promise<OfferedReceipts> {
  const { pids } = receivers;
  await idle(pids);
  const before = await processorTimeOf(pids);
  const offered = await offerAll(receivers, wish);
  await idle(pids);
  const spent = (await processorTimeOf(pids)) - before;
  return { ...offered, processor: spent / offered.receipts };
}
