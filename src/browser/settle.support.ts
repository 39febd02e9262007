import { vi } from 'vitest';

/** Work that has begun and not ended: WebCrypto on its own thread, and callbacks for the next turn or frame. */
const pending = new Set<unknown>();

const cryptography: object = Object.getPrototypeOf(crypto.subtle);
for (const [name, { value }] of Object.entries(Object.getOwnPropertyDescriptors(cryptography))) {
  if (typeof value !== 'function' || name === 'constructor') continue;
  Reflect.set(cryptography, name, function (this: unknown, ...given: readonly unknown[]) {
    const work: Promise<unknown> = Reflect.apply(value, this, given);
    pending.add(work);
    return work.finally(() => pending.delete(work));
  });
}

/** Timers with a delay do not count, because they end by time. */
function countTurns(begin: string, cancel: string): void {
  const [start, stop]: unknown[] = [Reflect.get(globalThis, begin), Reflect.get(globalThis, cancel)];
  if (typeof start !== 'function' || typeof stop !== 'function') return;
  const apply = (_: unknown, thisValue: unknown, [act, delay, ...given]: unknown[]) => {
    if (typeof act !== 'function' || Number(delay) > 0)
      return Reflect.apply(start, thisValue, [act, delay, ...given]);
    const turn = Reflect.apply(start, thisValue, [
      (...values: readonly unknown[]) => {
        pending.delete(turn);
        Reflect.apply(act, undefined, values);
      },
      delay,
      ...given,
    ]);
    pending.add(turn);
    return turn;
  };
  Reflect.set(globalThis, begin, new Proxy(start, { apply }));
  Reflect.set(
    globalThis,
    cancel,
    new Proxy(stop, {
      apply(_, thisValue, [turn]) {
        pending.delete(turn);
        return Reflect.apply(stop, thisValue, [turn]);
      },
    }),
  );
}

countTurns('setTimeout', 'clearTimeout');
countTurns('requestAnimationFrame', 'cancelAnimationFrame');

/**
 * Waits until all work has ended that needs neither a reply nor time. It counts the work under way, because a
 * number of turns of the event loop proves nothing about another thread.
 */
export async function quiet(): Promise<void> {
  // Takes a turn of the event loop each time.
  do await vi.dynamicImportSettled();
  while (pending.size > 0);
}
