/**
 * The one limit for all that may neither answer nor fail: a request, a file of ours, a function of the host. A page that
 * slept, or comes back as it was left, has nothing under way any more, though nothing says so: it is begun again.
 */
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import type { Failure } from '../../core/model/failure.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';

/** Milliseconds without a sign of life. */
const PATIENCE = 15_000;
/** Milliseconds by which the clock is ahead of a timer only when the page has slept. */
const SLEPT = 5_000;

/**
 * @param run harmless to begin again; says with `heard` that something still comes
 * @param life ends it, too
 */
export type InTime = <Value>(
  run: (signal: AbortSignal, heard: () => void) => Promise<Value>,
  patience?: number,
  life?: AbortSignal,
) => Promise<Outcome<Value, Failure>>;

export const inTime: InTime = async (run, patience = PATIENCE, life) => {
  for (;;) {
    const ending = new AbortController();
    const { signal } = ending;
    const end = () => ending.abort();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let late = 0;
    let isBack = false;
    /** @param persisted the page comes back from where browsers keep pages that were left */
    const look = ({ persisted, type }: Partial<PageTransitionEvent>) => {
      isBack = persisted === true || Date.now() > late;
      if (isBack || !type) end();
    };
    const heard = () => {
      clearTimeout(timer);
      late = Date.now() + patience + SLEPT;
      timer = setTimeout(() => look({}), patience);
    };
    // A server has no page.
    globalThis.addEventListener?.('pageshow', look, { signal });
    life?.addEventListener('abort', end, { signal });
    try {
      if (life?.aborted) end();
      heard();
      const ended = new Promise<never>((_, fail) => signal.addEventListener('abort', fail));
      return success(await Promise.race([run(signal, heard), ended]));
    } catch {
      const isSilent = signal.aborted && !life?.aborted;
      if (!isBack || !isSilent) return failure(plainFailure(isSilent ? 'timed_out' : 'offline'));
    } finally {
      end();
      clearTimeout(timer);
    }
  }
};
