/**
 * Another origin is asked before it is sent answers, and a tab that is closed meanwhile sends nothing. Asked beforehand,
 * the browser remembers that it may: for this address and these headers (fetch standard, CORS-preflight cache).
 */
import type { DraftManagerTools } from './draft-manager.ts';

/** Milliseconds for which a browser remembers: ten minutes by the proxy's word, less a moment. */
const MEMORY = 570_000;

/** @returns to be called whenever something is entered */
export function warmLine({ access }: DraftManagerTools): () => void {
  let due = 0;
  return () => {
    const connection = access.connection();
    const { endpoint, token } = connection;
    const now = performance.now();
    if (now < due || new URL(endpoint, location.href).origin === location.origin) return;
    due = now + MEMORY;
    const named = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
    const request = { method: 'OPTIONS', headers: { ...named, prefer: 'wait=8' } } as const;
    void connection.ask(connection, '/submissions', request).then((reply) => {
      if (!reply.ok && 'code' in reply.error) due = 0;
    });
  };
}
