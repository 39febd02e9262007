/** Wakes those in this process who wait for news of one submission. */
export interface Notifier {
  /** From now on, before anything is looked up: nothing is missed between the look and the waiting. */
  listen(name: string): Listener;
  notify(name: string): void;
  notifyAll(): void;
}

export interface Listener {
  /** Aborts at the next news. */
  readonly signal: AbortSignal;
  close(): void;
}

/** Aborting with a plain reason avoids creating an exception with its stack for each listener. */
export const notified = 'news';

export function createNotifier(): Notifier {
  const listeners = new Map<string, Set<AbortController>>();

  function notify(name: string): void {
    const all = listeners.get(name) ?? [];
    listeners.delete(name);
    for (const listener of all) listener.abort(notified);
  }

  return {
    listen(name) {
      const listener = new AbortController();
      const all = listeners.get(name) ?? new Set();
      listeners.set(name, all.add(listener));
      return { signal: listener.signal, close: () => leave(listeners, name, listener) };
    },
    notify,
    notifyAll() {
      for (const name of [...listeners.keys()]) notify(name);
    },
  };
}

function leave(listeners: Map<string, Set<AbortController>>, name: string, listener: AbortController): void {
  const all = listeners.get(name);
  all?.delete(listener);
  if (all?.size === 0) listeners.delete(name);
}
