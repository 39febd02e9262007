/** The token of a session: the host's, our own for a public job, or one that the host has renewed. */

import { success } from '../../core/model/outcome.ts';
import type { Access, SessionHost } from '../contract.ts';
import type { Connection } from './connection.ts';
import { inTime } from './in-time.ts';
import { openSession } from './open-session.ts';
import { requestProxy } from './request.ts';

/** @param life ends every request except those that may outlive the page */
export function createAccess(host: SessionHost, life: AbortSignal): Access {
  let own: string | null = null;
  let handle: string | null = null;
  const connection = (): Connection => {
    const { endpoint, token } = host.settings();
    return {
      endpoint: endpoint ?? '',
      token: own ?? token ?? '',
      fetch: host.transport.fetch,
      inTime,
      ask: requestProxy,
      life,
    };
  };
  return {
    connection,
    async open(query) {
      const { token, job, posting, tenant } = host.settings();
      if (token !== null || job === null || (own !== null && query)) return success({ form: null });
      // With a token of its own the session is renewed.
      const draft_handle = (!own && handle) || undefined;
      const named = posting ? { posting } : { job };
      const session = await openSession(connection(), { ...named, tenant, draft_handle }, query);
      if (session.ok) ({ token: own, draftHandle: handle } = session.value);
      return session;
    },
    use(token, draftHandle = null) {
      own = token;
      handle = draftHandle;
    },
    draftHandle: () => handle,
  };
}
