/** The token of a session: the host's, our own for a public job, or one that the host has renewed. */

import { success } from '../../core/model/outcome.ts';
import type { Connection } from '../api/connection.ts';
import { inTime } from '../api/in-time.ts';
import { openSession } from '../api/open-session.ts';
import { requestProxy } from '../api/request.ts';
import type { Access, SessionHost } from '../contract.ts';

/** @param life ends every request except those that may outlive the page */
export function createAccess(host: SessionHost, life: AbortSignal): Access {
  let own: string | null = null;
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
      const session = await openSession(connection(), posting ? { posting, tenant } : { job, tenant }, query);
      if (session.ok) own = session.value.token;
      return session;
    },
    use(token) {
      own = token;
    },
  };
}
