import { useEffect, useRef } from 'preact/hooks';
import { faultSentence, MOST_LISTED } from './ask-server.ts';
import { countSentence, type Desk, type Told } from './desk.ts';
import type { ServerState } from './read-reply.ts';
import { Time } from './time.tsx';

/** How much waits, and how the server is. */
export function ServerCard({ desk, told }: { readonly desk: Desk; readonly told: Told }) {
  const heading = useRef<HTMLHeadingElement>(null);
  useEffect(() => heading.current?.focus(), []);
  const { list, server, readAt } = told;
  const fault = desk.fault.value;
  const isReading = desk.isReading.value;
  return (
    <section class="card desk" aria-labelledby="title">
      <div class="head">
        <div>
          <h1
            id="title"
            ref={heading}
            tabindex={-1}
            aria-describedby={list.total > 0 ? 'count' : 'waiting-title'}
          >
            Attention
          </h1>
          {server.tenant !== null && server.tenant !== 'default' && (
            <p class="hint">
              Tenant <strong>{server.tenant}</strong>, by its key
            </p>
          )}
        </div>
        <div class="acts">
          <button type="button" class="quiet" aria-disabled={isReading} onClick={() => void desk.refresh()}>
            {isReading ? 'Reading…' : 'Refresh'}
          </button>
          <button type="button" class="quiet" onClick={() => desk.lock('asked')}>
            Lock
          </button>
        </div>
      </div>
      {list.total > 0 && (
        <p id="count" class="count">
          {countSentence(list.total)}
        </p>
      )}
      <ServerLines server={server} />
      {list.eventsWaiting > 0 && <p class="hint">{eventsSentence(list.eventsWaiting)}</p>}
      {list.total > list.waiting.length && (
        <p class="hint">
          The oldest {list.waiting.length} are listed. What is settled makes room for the next, up to{' '}
          {MOST_LISTED}.
        </p>
      )}
      {fault !== null && <p class="fault">Not read again: {faultSentence(fault)} What you see is older.</p>}
      <p class="hint">
        Read <Time iso={new Date(readAt).toISOString()} now={readAt} isRelative={false} />
      </p>
    </section>
  );
}

/** Right after an application came this is as it should be; it is no task as long as it is tried. */
const eventsSentence = (count: number): string =>
  count === 1
    ? 'A webhook has one event yet to be told. It is tried again by itself for three days.'
    : `Webhooks have ${count} events yet to be told. Each is tried again by itself for three days.`;

/** Why no receipts are given (`src/server/app/README.md`). */
const reasons: ReadonlyMap<string, string> = new Map([
  ['stopping', 'The process that answered is about to end, and takes no more applications.'],
  [
    'store',
    'The store cannot be written: see that the disk or the database of APPLY_STORE has room and answers.',
  ],
  [
    'service_refused',
    'The recruitment service has only said no since the start: check APPLY_SERVICE_KEY and APPLY_SERVICE_URL.',
  ],
]);

/** What goes less well, while applications are taken. */
const degradations: ReadonlyMap<string, string> = new Map([
  [
    'service_away',
    'The recruitment service does not answer. What is sent has a receipt and waits; npx apply-form-server probe asks it.',
  ],
  [
    'service_key',
    'The recruitment service refuses the key: check APPLY_SERVICE_KEY and what it may do. What has a receipt waits.',
  ],
  [
    'service_address',
    'What answers at APPLY_SERVICE_URL is no recruitment service: it is the address without /api/v1. What has a receipt waits.',
  ],
  ['staging', 'No file can be taken: see that the disk or the database of APPLY_STORE has room.'],
  ['scanner', 'The scanner of APPLY_SCAN gave no verdict on the last file: files wait until it does.'],
]);

function ServerLines({ server }: { readonly server: ServerState }) {
  const whole = server.isReady ? 'The server takes applications.' : 'The server takes no applications now.';
  const lines = [
    ...server.reasons.map((name) => reasons.get(name) ?? `It says: ${name}.`),
    ...server.degraded.map((name) => degradations.get(name) ?? `It says: ${name}.`),
  ];
  const kind = !server.isReady ? 'bad' : lines.length > 0 ? 'warn' : 'good';
  return (
    <>
      <p class="state" data-kind={kind}>
        {whole}
      </p>
      {lines.length > 0 && (
        <ul class="lines">
          {lines.map((line) => (
            <li key={line}>{line}</li>
          ))}
        </ul>
      )}
    </>
  );
}
