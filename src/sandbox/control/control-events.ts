import type { Change, Changes } from '../records/changes.ts';

/** `GET /_control/events`: changes as server-sent events, until the client disconnects. */

/** Milliseconds after which a browser connects again. */
const RETRY = 1000;

/**
 * Events that may be queued for a client that does not read: beyond that it is disconnected, and reads everything anew.
 */
const MOST_WAITING = 1000;

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

/** JSON contains no raw line breaks, so one line holds it. */
const eventText = (change: Change): string =>
  `event: ${change.of}\ndata: ${JSON.stringify(change.of === 'request' ? change.entry : {})}\n\n`;
