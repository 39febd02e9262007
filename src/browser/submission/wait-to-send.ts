/**
 * Retries automatically after a temporary failure: as soon as the browser reports that it is online, and at intervals,
 * since browsers do not always report it. After changing an answer the applicant has to press "send" again.
 */

import type { Failure, FailureCode } from '../../core/model/failure.ts';
import type { Form, SubmissionPhase } from '../../form/contract.ts';
import type { ReadonlySignal } from '../../form/signals.ts';
import type { DraftManagerTools } from '../contract.ts';
import { createWhyWaiting, type Reason } from './why-waiting.ts';

export interface Wait {
  /** Why it could not be sent so far; null if nothing is waiting. */
  readonly waiting: ReadonlySignal<Reason | null>;
  /** It was sent, and there is no evidence that it did not arrive. */
  readonly mayBeThere: ReadonlySignal<boolean>;
  changed(): void;
  end(): void;
}

/** Seconds. */
const FIRST = 4;
const LONGEST = 60;
const GROWTH = 1.6;

const reasons: Readonly<Partial<Record<FailureCode, Reason>>> = {
  offline: 'unreached',
  service_unavailable: 'busy',
  rate_limited: 'busy',
  timed_out: 'slow',
};

/** What something in between refused goes again by itself only where that says when: else it would be taken for an attack. */
const reasonOf = ({ code, retryAfter }: Failure): Reason | null =>
  reasons[code] ?? (code === 'blocked' && retryAfter !== null ? 'busy' : null);

type Failed = Extract<SubmissionPhase, { kind: 'failed' }>;

export function waitToSend(tools: DraftManagerTools, form: Form): Wait {
  const why = createWhyWaiting(tools);
  const mayBeThere = tools.createSignal(false);
  let seconds = FIRST;
  let stop = () => {};

  const end = tools.effect(() => {
    const phase = form.submission.value;
    // An attempt has begun, by press or by timer, so the pending retry is cancelled.
    stop();
    if (phase.kind === 'sending') return;
    const reason = phase.kind === 'failed' ? reasonOf(phase.failure) : null;
    if (reason !== null || phase.kind === 'accepted') mayBeThere.value = reason !== null;
    if (phase.kind === 'failed' && reason !== null) begin(phase, reason);
    else why.clear();
  });

  function begin({ failure, byItself }: Failed, reason: Reason): void {
    why.begin(reason, byItself === true);
    seconds = byItself ? Math.min(LONGEST, seconds * GROWTH) : FIRST;
    const life = new AbortController();
    const go = (longest: number, least = 0) => {
      clearTimeout(timer);
      // Randomised, because clients that were cut off together would otherwise all retry at once.
      timer = setTimeout(attempt, (least + Math.random() * longest) * 1000);
    };
    const attempt = async () => {
      const isThere = await isReachable(tools);
      const page = tools.page();
      if (life.signal.aborted || page?.form !== form) return;
      if (!isThere) {
        why.tell('unreached');
        return go(seconds, 1);
      }
      stop();
      await sendAgain(tools, () => tools.again(page));
    };
    let timer: ReturnType<typeof setTimeout> | undefined;
    go(seconds, failure.retryAfter ?? 1);
    addEventListener('online', () => go(failure.retryAfter ?? 1), { signal: life.signal });
    stop = () => {
      life.abort();
      why.end();
      clearTimeout(timer);
    };
  }

  return {
    waiting: why.reason,
    mayBeThere,
    changed() {
      if (form.submission.peek().kind !== 'failed') return;
      stop();
      why.clear();
    },
    end() {
      end();
      stop();
    },
  };
}

/** Checked before the form is locked for sending, so that failing retries do not interrupt typing. */
async function isReachable({ access }: DraftManagerTools): Promise<boolean> {
  const plain = { mode: 'no-cors', cache: 'no-store' } as const;
  const connection = access.connection();
  const reply = await connection.ask(connection, '/healthz', plain);
  return reply.ok || 'status' in reply.error;
}

/** Locking the form takes focus away, so it is restored. */
async function sendAgain({ host }: DraftManagerTools, send: () => Promise<void>): Promise<void> {
  const root = host.element?.shadowRoot ?? host.element?.ownerDocument;
  const focused = root?.activeElement;
  await send();
  if (root && focused instanceof HTMLElement) setTimeout(() => focused.focus({ preventScroll: true }));
}
