import type { RequestEntry } from '../request-log.ts';

export type Change =
  /** A request arrived or was answered. */
  | { readonly of: 'request'; readonly entry: RequestEntry }
  /** Applications, answers, job seekers, tags or files changed. */
  | { readonly of: 'holdings' };

/** Notifies `GET events` and the file with the data of the sandbox. */
export interface Changes {
  emit(change: Change): void;
  /** Returns the function that removes the listener. */
  listen(listener: (change: Change) => void): () => void;
}

export function createChanges(): Changes {
  const listeners = new Set<(change: Change) => void>();
  return {
    emit(change) {
      for (const listener of listeners) listener(change);
    },
    listen(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
  };
}

/** Milliseconds after which a browser reconnects. */
const RETRY = 1000;

/**
 * The number of queued events after which a client that does not read is disconnected. It then has to reload everything.
 */
const MOST_WAITING = 1000;

/** `GET /_control/events`: sends changes as server-sent events until the client disconnects. */
export function eventStream(changes: Changes): Response {
  let stop = (): void => undefined;
  const encoder = new TextEncoder();
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(encoder.encode(`retry: ${RETRY}\n\n`));
      stop = changes.listen((change) => {
        controller.enqueue(encoder.encode(eventText(change)));
        if ((controller.desiredSize ?? 0) > -MOST_WAITING) return;
        stop();
        controller.close();
      });
    },
    cancel: () => stop(),
  });
  return new Response(body, {
    headers: { 'content-type': 'text/event-stream', 'cache-control': 'no-store' },
  });
}

/** JSON contains no raw line breaks, so one `data` line suffices. */
const eventText = (change: Change): string =>
  `event: ${change.of}\ndata: ${JSON.stringify(change.of === 'request' ? change.entry : {})}\n\n`;
