/** The token of a session: the host's, our own for a public job, or one that the host has renewed. */

import { type Outcome, success } from '../../core/model/outcome.ts';
import type { Host } from '../host/host.ts';
import type { Connection, Trouble } from './connection.ts';
import { type OpenedSession, openSession } from './open-session.ts';

export type Access = ReturnType<typeof createAccess>;

/** @param life ends every request except those that may outlive the page */
export function createAccess(host: Host, life: AbortSignal) {
  let own: string | null = null;
  let handle: string | null = null;
  const connection = (): Connection => {
    const { endpoint, token } = host.settings();
    return {
      endpoint: endpoint ?? '',
      token: own ?? token ?? '',
      fetch: host.transport.fetch,
      life,
    };
  };
  return {
    connection,
    /**
     * Ensures that there is a token; where one is needed, its form comes with it.
     * @param query asks for the form; without it the token has expired, and the proxy exchanges it for the same applicant
     */
    async open(query?: string): Promise<Outcome<Pick<OpenedSession, 'form'>, Trouble>> {
      const { token, job, posting, tenant } = host.settings();
      if (token !== null || job === null || (own !== null && query)) return success({ form: null });
      // With a token of its own the session is renewed.
      const draft_handle = (!own && handle) || undefined;
      const named = posting ? { posting } : { job };
      const session = await openSession(connection(), { ...named, tenant, draft_handle }, query);
      if (session.ok) ({ token: own, draftHandle: handle } = session.value);
      return session;
    },
    /**
     * Takes effect immediately; null: the host's token.
     *
     * @param draftHandle what this device was given beside a draft: without a token the next one is asked for with it
     */
    use(token: string | null, draftHandle: string | null = null): void {
      own = token;
      handle = draftHandle;
    },
    /** Of a visitor's session: its device stores this with the draft. */
    draftHandle: () => handle,
  };
}
