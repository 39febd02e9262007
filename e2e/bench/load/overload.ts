/** More than can be done: how many receipts there are all the same, and how soon the others are told to come again. */
import { setTimeout } from 'node:timers/promises';
import { offer } from '../../load/offer.ts';
import { percentile } from '../percentile.ts';
import { isRefused, offerAll, receiptOf } from './offer-receipts.ts';
import { type Receivers, SECRET, submission } from './receivers.ts';
import { sealTokens } from './tokens.ts';

/** A second: the first that is tried, and each next one so many times the one before. */
const [FIRST, STEP] = [10, 1.4];
const HIGHEST = 3_000;
/** Seconds of each try. */
const TRY = 4;
/** Share of all that must have a receipt within a second. */
const KEPT = 0.99;
/** Tries at one rate: another program on this machine may take the first. */
const TRIES = 2;

/** The highest rate at which as good as all have their receipts within a second, or the first where none is. */
export async function findPeak(receivers: Receivers): Promise<number> {
  let peak: number = FIRST;
  for (let rate = FIRST; rate <= HIGHEST; rate *= STEP) {
    if (!(await isKept(receivers, Math.round(rate)))) break;
    peak = Math.round(rate);
  }
  return peak;
}

async function isKept(receivers: Receivers, rate: number): Promise<boolean> {
  for (let tries = 0; tries < TRIES; tries += 1) {
    const { inTime } = await offerAll(receivers, { rate, seconds: TRY });
    if (inTime >= KEPT) return true;
  }
  return false;
}

export interface Overloaded {
  /** Receipts a second while so much was offered. */
  readonly goodput: number;
  readonly refusals: number;
  /** Milliseconds until 99 of 100 refusals. */
  readonly refusedWithin: number;
  /** Refusals that do not say when to come again. */
  readonly unsaid: number;
  /** Requests without a reply, or with another one. */
  readonly failed: number;
  /** Who had no receipt a minute after the last had come. */
  readonly never: number;
  readonly references: readonly string[];
}

/** Seconds in which it is offered, and after which no applicant tries again. */
const [SECONDS, PATIENCE] = [10, 60];
/** Seconds until the next try where a refusal does not say it, or there was no reply. */
const PAUSE = 2;

interface Account {
  readonly refusals: number[];
  readonly receipts: { readonly at: number; readonly reference: string }[];
  unsaid: number;
  failed: number;
}

/** @param rate of new applicants a second; each comes again when told so */
export async function overload(receivers: Receivers, rate: number): Promise<Overloaded> {
  const tokens = await sealTokens(SECRET, rate * SECONDS);
  await receivers.line.connect();
  const account: Account = { refusals: [], receipts: [], unsaid: 0, failed: 0 };
  const start = performance.now();
  const end = start + (SECONDS + PATIENCE) * 1_000;
  await offer({ rate, seconds: SECONDS }, (number) =>
    insist(receivers, tokens[number] ?? '', { account, end }),
  );
  const { refusals, receipts, unsaid, failed } = account;
  return {
    goodput: receipts.filter(({ at }) => at <= start + SECONDS * 1_000).length / SECONDS,
    refusals: refusals.length,
    refusedWithin: percentile(refusals, 0.99),
    unsaid,
    failed,
    never: tokens.length - receipts.length,
    references: receipts.map(({ reference }) => reference),
  };
}

/** One applicant, until there is a receipt. */
async function insist(
  { line, body }: Receivers,
  token: string,
  { account, end }: { readonly account: Account; readonly end: number },
): Promise<void> {
  while (performance.now() < end) {
    const sent = performance.now();
    const outcome = await line.send(submission(token, body));
    const reference = receiptOf(outcome);
    if (reference !== null) {
      account.receipts.push({ at: performance.now(), reference });
      return;
    }
    const retryAfter = outcome.ok ? outcome.value.retryAfter : null;
    if (isRefused(outcome)) {
      account.refusals.push(performance.now() - sent);
      if (retryAfter === null) account.unsaid += 1;
    } else account.failed += 1;
    // Not all at one moment.
    await setTimeout((retryAfter ?? PAUSE) * (1 + Math.random()) * 1_000);
  }
}
