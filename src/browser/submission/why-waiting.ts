/** Why it could not be sent so far, as it is told: not more than is known, and no moment that does not come. */
import type { ReadonlySignal } from '../../form/signals.ts';
import type { DraftManagerTools } from '../drafts/draft-manager.ts';

/** `unreached`, `slow`: the browser is online and no reply came, so far: what was sent may be there. `long`: for a minute. */
export type Reason = 'offline' | 'unreached' | 'slow' | 'busy' | 'long';

export interface WhyWaiting {
  /** null: nothing waits. */
  readonly reason: ReadonlySignal<Reason | null>;
  /** It failed: for the first time, or again. */
  begin(reason: Reason, isAgain: boolean): void;
  tell(reason: Reason): void;
  /** It is as it was told last. */
  end(): void;
  clear(): void;
}

/** Milliseconds after which nobody is told any more that it is a matter of a moment. */
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
    // Whether it can be reached is about to be seen.
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
