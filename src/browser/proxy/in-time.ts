/**
 * The one time limit for everything that may neither answer nor fail: a request, one of our files, a function of the
 * host. After a page has slept, or is restored from the back-forward cache, nothing is under way any more, though no
 * event says so; the operation is therefore started again.
 */
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import type { Failure } from '../../core/model/failure.ts';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';

/** Milliseconds without any sign of activity. */
const PATIENCE = 15_000;
/** Milliseconds by which the clock runs ahead of a timer only when the page has slept. */
const SLEPT = 5_000;

/**
 * @param run safe to start again; calls `heard` whenever more data arrives
 * @param life ends it as well
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
    /** @param persisted the page was restored from the back-forward cache */
    const look = ({ persisted, type }: Partial<PageTransitionEvent>) => {
      isBack = persisted === true || Date.now() > late;
      if (isBack || !type) end();
    };
    const heard = () => {
      clearTimeout(timer);
      late = Date.now() + patience + SLEPT;
      timer = setTimeout(() => look({}), patience);
    };
    // Undefined on a server, which has no page.
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
