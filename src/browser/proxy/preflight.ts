import type { Connection } from './connection.ts';
import { requestProxy } from './request.ts';

/** Milliseconds for which a browser caches it: the proxy allows ten minutes; a little less is used. */
const MEMORY = 570_000;

/**
 * Before answers go to another origin the browser sends a preflight, and a tab closed meanwhile sends nothing. An early
 * request makes the browser cache that permission for this address and these headers (fetch standard, CORS-preflight
 * cache).
 *
 * @returns to be called whenever something is entered
 */
export function createPreflight(connect: () => Connection): () => void {
  let due = 0;
  return () => {
    const connection = connect();
    const { endpoint, token } = connection;
    const now = performance.now();
    if (now < due || new URL(endpoint, location.href).origin === location.origin) return;
    due = now + MEMORY;
    const named = { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' };
    const request = { method: 'OPTIONS', headers: { ...named, prefer: 'wait=8' } } as const;
    void requestProxy(connection, '/submissions', request).then((reply) => {
      if (!reply.ok && 'code' in reply.error) due = 0;
    });
  };
}
