import type { Desk } from './ask-server.ts';

/** Why the server accepts no applications, or which part is degraded (`src/server/process/README.md`). */
const meanings: ReadonlyMap<string, string> = new Map([
  ['stopping', 'The process that answered is about to end, and takes no more applications.'],
  [
    'store',
    'The store cannot be written: see that the disk or the database of APPLY_STORE has room and answers.',
  ],
  [
    'service_refused',
    'The recruitment service has only said no since the start: check APPLY_SERVICE_KEY and APPLY_SERVICE_URL.',
  ],
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

export function ServerState({ desk: { server, meta } }: { readonly desk: Desk }) {
  const names = [...server.reasons, ...server.degraded];
  const events = meta.webhooks_waiting ?? 0;
  return (
    <>
      <p class={server.state === 'ready' ? 'good' : 'bad'}>
        {server.state === 'ready'
          ? 'The server takes applications.'
          : 'The server takes no applications now.'}
      </p>
      {names.map((name) => (
        <p key={name} class="fault">
          {meanings.get(name) ?? `It says: ${name}.`}
        </p>
      ))}
      {events > 0 && (
        <p class="hint">
          Webhook events waiting for delivery: {events}. Each is retried automatically for three days.
        </p>
      )}
    </>
  );
}
