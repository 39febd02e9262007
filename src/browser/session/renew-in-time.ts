/**
 * Renews a token before it expires while the page is in use, so that no applicant finds it expired when pressing
 * "send".
 */

import type { Failure } from '../../core/model/failure.ts';
import { effect } from '../../form/signals.ts';
import type { Renewal } from '../proxy/connection.ts';
import type { FillingTools } from './filling.ts';

interface RenewTools extends Pick<FillingTools, 'host' | 'view' | 'page' | 'signal'> {
  readonly renewal: Renewal;
}

/** Share of its life after which a token is renewed. */
const SHARE = 0.8;

const expiring: Failure = {
  code: 'token_expired',
  retryable: false,
  retryAfter: null,
  questions: [],
  fields: [],
};

export function renewInTime({ host, view, page, renewal, signal }: RenewTools): void {
  let due = Number.POSITIVE_INFINITY;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function plan(seconds: number | null): void {
    clearTimeout(timer);
    if (seconds === null) return;
    // On the page's monotonic clock, which clock changes do not affect; the page may have slept meanwhile.
    due = performance.now() + seconds * SHARE * 1000;
    timer = setTimeout(check, seconds * SHARE * 1000);
  }

  async function check(): Promise<void> {
    const { token, renewToken } = host.settings();
    if (signal.aborted || performance.now() < due || document.hidden) return;
    due = Number.POSITIVE_INFINITY;
    const canRenew = token === null || renewToken !== null;
    // Assumes that the new token lives as long as the old one.
    if (canRenew && (await renewal.renew(expiring)) === null) plan(page()?.meta.expiresIn ?? null);
  }

  const end = effect(() => {
    const shown = view.value;
    if (shown.kind === 'form' && !shown.preview) plan(page()?.meta.expiresIn ?? null);
  });
  signal.addEventListener('abort', () => {
    end();
    clearTimeout(timer);
  });
  document.addEventListener('visibilitychange', () => void check(), { signal });
  addEventListener('pageshow', () => void check(), { signal });
}
