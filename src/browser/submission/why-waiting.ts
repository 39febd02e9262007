/** Why it could not be sent so far, stating no more than is known and promising no time. */

import type { ReadonlySignal } from '../../form/signals.ts';
import type { DraftManagerTools } from '../contract.ts';

/**
 * `unreached`, `slow`: the browser is online and no reply has come so far, so what was sent may have arrived. `long`:
 * for a minute.
 */
export type Reason = 'offline' | 'unreached' | 'slow' | 'busy' | 'long';

export interface WhyWaiting {
  /** null: nothing is waiting. */
  readonly reason: ReadonlySignal<Reason | null>;
  /** The attempt failed, for the first time or again. */
  begin(reason: Reason, isAgain: boolean): void;
  tell(reason: Reason): void;
  /** Stops updating the reason, which keeps its last value. */
  end(): void;
  clear(): void;
}

/** Milliseconds after which the message no longer says that it will only take a moment. */
const LONG = 60_000;

export function createWhyWaiting({ createSignal }: Pick<DraftManagerTools, 'createSignal'>): WhyWaiting {
  const reason = createSignal<Reason | null>(null);
  let since = 0;
  let end = () => {};

  function tell(why: Reason): void {
    const isLong = Date.now() - since >= LONG;
    if (navigator.onLine === false) reason.value = 'offline';
    else reason.value = isLong ? 'long' : why;
  }

  function begin(why: Reason, isAgain: boolean): void {
    end();
    if (!isAgain) since = Date.now();
    tell(why);
    const life = new AbortController();
    const { signal } = life;
    addEventListener('offline', () => tell(why), { signal });
    // The next attempt will show whether the proxy can be reached.
    addEventListener('online', () => tell('busy'), { signal });
    const timer = setTimeout(() => tell(why), since + LONG - Date.now());
    end = () => {
      life.abort();
      clearTimeout(timer);
    };
  }

  return {
    reason,
    begin,
    tell,
    end: () => end(),
    clear() {
      end();
      reason.value = null;
    },
  };
}
