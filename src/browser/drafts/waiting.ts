/**
 * Retries automatically after a temporary failure: as soon as the browser reports that it is online, and at intervals,
 * since browsers do not always report it. After changing an answer the applicant has to press "send" again.
 */

import type { Failure, FailureCode } from '../../core/model/failure.ts';
import type { Form, SubmissionPhase } from '../../form/contract.ts';
import { effect, type Signal, signal } from '../../form/signals.ts';
import { formRootOf } from '../host/mount-target.ts';
import { requestProxy } from '../proxy/request.ts';
import type { Page } from '../proxy/session.ts';
import type { DraftTools } from './draft.ts';

/**
 * Why it could not be sent so far, stating no more than is known and promising no time. `unreached`, `slow`: the browser
 * is online and no reply has come so far, so what was sent may have arrived. `long`: for a minute.
 */
export type Reason = 'offline' | 'unreached' | 'slow' | 'busy' | 'long';

/** Seconds. */
const FIRST = 4;
const LONGEST = 60;
const GROWTH = 1.6;

/** Milliseconds after which the message no longer says that it will only take a moment. */
const LONG = 60_000;

const reasons: Readonly<Partial<Record<FailureCode, Reason>>> = {
  offline: 'unreached',
  service_unavailable: 'busy',
  rate_limited: 'busy',
  timed_out: 'slow',
};

/** What something in between refused goes again by itself only where that says when: else it would be taken for an attack. */
const reasonOf = ({ code, retryAfter }: Failure): Reason | null =>
  reasons[code] ?? (code === 'blocked' && retryAfter !== null ? 'busy' : null);

export class Waiting {
  /** null: nothing waits to be sent. */
  readonly reason: Signal<Reason | null> = signal(null);
  /** It was sent, and there is no evidence that it did not arrive. */
  readonly mayBeThere: Signal<boolean> = signal(false);
  readonly end: () => void;
  readonly #tools: DraftTools;
  readonly #form: Form;
  /** Of what waits now. */
  #life = new AbortController();
  #seconds = FIRST;
  #since = 0;

  constructor(tools: DraftTools, form: Form) {
    this.#tools = tools;
    this.#form = form;
    const end = effect(() => this.#follow(form.submission.value));
    this.end = () => {
      end();
      this.#life.abort();
    };
  }

  /** An answer was changed. */
  cancel(): void {
    if (this.#form.submission.peek().kind !== 'failed') return;
    this.#life.abort();
    this.reason.value = null;
  }

  #follow(phase: SubmissionPhase): void {
    // An attempt has begun, by press or by timer, so the pending one is cancelled; what is said of it stays.
    this.#life.abort();
    if (phase.kind === 'sending') return;
    const why = phase.kind === 'failed' ? reasonOf(phase.failure) : null;
    if (why !== null || phase.kind === 'accepted') this.mayBeThere.value = why !== null;
    if (phase.kind !== 'failed' || why === null) {
      this.reason.value = null;
      return;
    }
    if (!phase.byItself) this.#since = Date.now();
    this.#seconds = phase.byItself ? Math.min(LONGEST, this.#seconds * GROWTH) : FIRST;
    this.#wait(why, phase.failure.retryAfter ?? 1);
  }

  #wait(why: Reason, least: number): void {
    this.#life = new AbortController();
    const { signal: over } = this.#life;
    let timer: ReturnType<typeof setTimeout>;
    // Randomised, because clients that were cut off together would otherwise all retry at once.
    const plan = (longest: number, shortest: number) => {
      clearTimeout(timer);
      timer = setTimeout(attempt, (shortest + Math.random() * longest) * 1000);
    };
    const attempt = async () => {
      const isThere = await isReachable(this.#tools);
      const page = this.#tools.page();
      if (over.aborted || page?.form !== this.#form) return;
      if (isThere) return sendAgain(this.#tools, page);
      this.#say('unreached');
      plan(this.#seconds, 1);
    };
    const back = () => {
      // The next attempt will show whether the proxy can be reached.
      this.#say('busy');
      plan(least, 0);
    };
    this.#say(why);
    plan(this.#seconds, least);
    const late = setTimeout(() => this.#say(why), this.#since + LONG - Date.now());
    addEventListener('offline', () => this.#say(why), { signal: over });
    addEventListener('online', back, { signal: over });
    over.addEventListener('abort', () => [timer, late].forEach(clearTimeout));
  }

  #say(why: Reason): void {
    const isLong = Date.now() - this.#since >= LONG;
    this.reason.value = navigator.onLine === false ? 'offline' : isLong ? 'long' : why;
  }
}

/** Checked before the form is locked for sending, so that failing retries do not interrupt typing. */
async function isReachable({ access }: DraftTools): Promise<boolean> {
  const connection = access.connection();
  const reply = await requestProxy(connection, '/healthz', { mode: 'no-cors', cache: 'no-store' });
  return reply.ok || 'status' in reply.error;
}

/** Locking the form takes focus away, so it is restored. */
async function sendAgain({ host, again }: DraftTools, page: Page): Promise<void> {
  const root = host.element && formRootOf(host.element).getRootNode();
  const focused = root && 'activeElement' in root ? root.activeElement : null;
  await again(page);
  if (root && focused instanceof HTMLElement) setTimeout(() => focused.focus({ preventScroll: true }));
}
