/** Tells webhooks what became of applications: beside the delivery, with a breaker and a pause of its own for each address. */

import { unreachable } from '../../../core/model/failure.ts';
import type { Tenant } from '../../../core/model/ids.ts';
import type { LedgerDependencies } from '../dependencies.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { notified } from '../notifier.ts';
import { type Breaker, createBreaker } from '../rate-limiter.ts';
import { causeOf } from '../store-outcomes.ts';
import { LONGEST_PAUSE, type WebhookEvent, type WebhookOutbox, type WebhookScope } from './webhook-event.ts';
import { messageOf, type WebhookMessage } from './webhook-message.ts';

/** What went wrong with one try; a status is the receiver's own. */
export type TellFailure = 'no_connection' | 'private_address' | 'redirect' | 'timeout' | `status_${number}`;

export type TellOutcome =
  | { readonly kind: 'told' }
  /** 410: the receiver wants nothing more. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly cause: TellFailure };

/** One address, and what it is told. */
export interface WebhookTarget {
  readonly scopes: readonly [WebhookScope, ...WebhookScope[]];
  /** Ends within its time limit, by itself. */
  tell(message: WebhookMessage): Promise<TellOutcome>;
}

export interface TellerDependencies extends Pick<LedgerDependencies, 'clock' | 'log' | 'random'> {
  readonly outbox: WebhookOutbox;
  readonly targets: readonly WebhookTarget[];
  /** Told or not, what is stored of these ends in time. */
  readonly tenants: readonly Tenant[];
  readonly metrics: WebhookMetrics;
  /** Milliseconds between looks for what has come; 1,000 by default. */
  readonly rest?: number;
}

export interface WebhookTeller {
  start(): void;
  /** Takes up nothing more, and waits for the tries that are under way. */
  drain(): Promise<void>;
}

/** Milliseconds after each try that failed, as Standard Webhooks proposes: the last one comes when the event expires. */
const SECOND = 1_000;
const [MINUTE, HOUR] = [60 * SECOND, 3_600 * SECOND];
/** Part by which a pause is longer or shorter, so that those who wait do not all return at once. */
const JITTER = 0.1;
const PAUSES = [
  5 * SECOND,
  5 * MINUTE,
  30 * MINUTE,
  2 * HOUR,
  5 * HOUR,
  10 * HOUR,
  14 * HOUR,
  20 * HOUR,
  LONGEST_PAUSE / (1 + JITTER),
];

/** Events that one address is told at once. */
const MOST_AT_ONCE = 8;
/** Milliseconds that a process has for a try, with its time limit of ten seconds, before another one makes it. */
const HELD_FOR = MINUTE;
/** Milliseconds. */
const REST = SECOND;
/** Milliseconds between looks for what expired where no try was made, and until then. */
const EXPIRED_EACH = MINUTE;
const EXPIRED_AGO = HOUR;
/** Milliseconds between two lines of the log that say the same of one address. */
const SAID_EACH = HOUR;

interface Line {
  readonly target: WebhookTarget;
  readonly breaker: Breaker;
  isBusy: boolean;
  /** Monotonic milliseconds; null: the last try was taken. */
  saidAt: number | null;
}

interface Shift extends TellerDependencies {
  readonly lines: readonly Line[];
  readonly stop: AbortController;
  readonly underWay: Set<Promise<void>>;
  expiredAt: number;
}

export function createWebhookTeller(dependencies: TellerDependencies): WebhookTeller {
  const shift: Shift = {
    ...dependencies,
    lines: dependencies.targets.map((target) => ({
      target,
      breaker: createBreaker(),
      isBusy: false,
      saidAt: null,
    })),
    stop: new AbortController(),
    underWay: new Set(),
    expiredAt: Number.NEGATIVE_INFINITY,
  };
  let loop = Promise.resolve();
  return {
    start() {
      loop = work(shift);
    },
    async drain() {
      shift.stop.abort(notified);
      await loop;
      await Promise.all(shift.underWay);
    },
  };
}

async function work(shift: Shift): Promise<void> {
  const { clock, stop, log, rest = REST } = shift;
  while (!stop.signal.aborted) {
    try {
      await expire(shift);
      await takeUp(shift);
    } catch (error) {
      log.error('store_failed', { cause: causeOf(error) });
    }
    await clock.sleep(rest, stop.signal);
  }
}

/** What was never tried, since its address failed for others or is not configured any more, ends as well. */
async function expire(shift: Shift): Promise<void> {
  const { clock, outbox, tenants } = shift;
  if (clock.monotonic() - shift.expiredAt < EXPIRED_EACH) return;
  shift.expiredAt = clock.monotonic();
  for (const tenant of tenants)
    for (const event of await outbox.expire(tenant, EXPIRED_AGO)) reportStop(shift, event, 'expired');
}

async function takeUp(shift: Shift): Promise<void> {
  const { clock, lines, outbox, tenants, underWay } = shift;
  if (lines.length === 0) return;
  const due = await outbox.listDue(tenants);
  for (const line of lines) {
    const isDue = line.target.scopes.some(({ tenant }) => due.includes(tenant));
    if (!isDue || line.isBusy || !mayTell(line, clock.monotonic())) continue;
    line.isBusy = true;
    const run = serve(shift, line).finally(() => {
      line.isBusy = false;
      underWay.delete(run);
    });
    underWay.add(run);
  }
}

const mayTell = ({ breaker }: Line, now: number): boolean =>
  breaker.state() === 'closed' || breaker.restsUntil() <= now;

/** Until nothing is due at this address, or it is to be left alone. */
async function serve(shift: Shift, line: Line): Promise<void> {
  const { clock, stop, log } = shift;
  try {
    while (!stop.signal.aborted && mayTell(line, clock.monotonic())) {
      const events = await take(shift, line);
      if (events.length === 0) return;
      if (line.breaker.state() !== 'closed') line.breaker.probe(clock.monotonic());
      await Promise.all(events.map((event) => tell(shift, line, event)));
    }
  } catch (error) {
    log.error('store_failed', { cause: causeOf(error) });
  }
}

/** One as a probe of an address that failed. */
async function take({ outbox }: Shift, { target, breaker }: Line): Promise<readonly WebhookEvent[]> {
  const most = breaker.state() === 'closed' ? MOST_AT_ONCE : 1;
  const taken: WebhookEvent[] = [];
  for (const scope of target.scopes)
    if (taken.length < most)
      taken.push(...(await outbox.take(scope, { most: most - taken.length, holdFor: HELD_FOR })));
  return taken;
}

async function tell(shift: Shift, line: Line, event: WebhookEvent): Promise<void> {
  const { clock, outbox } = shift;
  const outcome = await line.target.tell(messageOf(event));
  const now = clock.monotonic();
  switch (outcome.kind) {
    case 'told':
      line.breaker.report(now, { kind: 'fine' });
      count(shift, event, 'told');
      reportSuccess(shift, line, event);
      return outbox.finish(event);
    case 'gone':
      // It answers, and says what it wants.
      line.breaker.report(now, { kind: 'fine' });
      await outbox.stop(event, 'gone');
      return reportStop(shift, event, 'gone');
    case 'failed':
      line.breaker.report(now, { kind: 'unclear' });
      count(shift, event, 'failed');
      reportFailure(shift, line, { event, cause: outcome.cause });
      return putOff(shift, event);
    default:
      return unreachable(outcome);
  }
}

async function putOff(shift: Shift, event: WebhookEvent): Promise<void> {
  const { outbox, random } = shift;
  const { tries, dueAt, expiresAt } = event;
  // When it was taken, by the store's clock.
  const takenAt = (dueAt ?? 0) - HELD_FOR;
  if (takenAt >= expiresAt) {
    await outbox.stop(event, 'expired');
    return reportStop(shift, event, 'expired');
  }
  const pause = PAUSES[Math.min(tries, PAUSES.length) - 1] ?? HOUR;
  await outbox.delay(event, pause * (1 - JITTER + 2 * JITTER * random()));
}

const count = ({ metrics }: Shift, { key }: WebhookEvent, outcome: 'told' | 'failed'): void =>
  metrics.webhook(key.tenant, outcome);

const namesOf = ({ key, job }: WebhookEvent) => ({
  tenant: key.tenant,
  ...(job === null ? {} : { job }),
});

/** At once, and each hour while it lasts: every event of an address that is away says the same. */
function reportFailure(
  { clock, log }: Shift,
  line: Line,
  { event, cause }: { readonly event: WebhookEvent; readonly cause: TellFailure },
): void {
  const now = clock.monotonic();
  if (line.saidAt !== null && now - line.saidAt < SAID_EACH) return;
  line.saidAt = now;
  log.warn('webhook_failed', { ...namesOf(event), cause });
}

function reportSuccess({ log }: Shift, line: Line, event: WebhookEvent): void {
  if (line.saidAt !== null) log.warn('webhook_works_again', namesOf(event));
  line.saidAt = null;
}

function reportStop({ log, metrics }: Shift, event: WebhookEvent, code: 'expired' | 'gone'): void {
  metrics.webhook(event.key.tenant, 'stopped');
  log.error('webhook_stopped', { ...namesOf(event), reference: event.reference, code });
}
