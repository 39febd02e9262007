/** The token of a session: the host's, one of our own for a public job, or one that the host has renewed. */
import type { Connection } from '../loader/connection.ts';
import { openSession } from '../loader/open-session.ts';
import type { Failure } from '../model/failure.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { SessionHost } from './session-host.ts';

export interface Access {
  readonly connection: () => Connection;
  /** Makes sure that there is a token: a public job needs a session first. */
  open(): Promise<Outcome<null, Failure>>;
  /** Runs once more with a new token when the host can give one. */
  authorised<Value, Refused extends Failure>(
    run: (connection: Connection) => Promise<Outcome<Value, Refused>>,
  ): Promise<Outcome<Value, Refused>>;
  /** The host set another token. */
  forget(): void;
}

export function createAccess(host: SessionHost): Access {
  let own: string | null = null;
  let renewing: Promise<boolean> | null = null;

  const connection = (): Connection => {
    const { endpoint, token } = host.settings();
    const { fetch } = host.transport;
    return { endpoint: endpoint ?? '', token: own ?? token ?? '', fetch };
  };

  async function open(): Promise<Outcome<null, Failure>> {
    const { job, tenant, token } = host.settings();
    if (own !== null || token !== null || job === null) return success(null);
    const session = await openSession(connection(), { job, tenant });
    if (!session.ok) return failure(session.error);
    own = session.value;
    return success(null);
  }

  /** Uploads may find the token expired together: the host is asked once. */
  function renew(): Promise<boolean> {
    renewing ??= askHost().finally(() => {
      renewing = null;
    });
    return renewing;
  }

  async function askHost(): Promise<boolean> {
    const { renewToken } = host.settings();
    if (renewToken === null) return false;
    try {
      own = await renewToken();
      return own !== '';
    } catch {
      host.warn('renewToken() was rejected. Nothing that was typed is lost.');
      return false;
    }
  }

  return {
    connection,
    open,
    async authorised(run) {
      const first = await run(connection());
      const expired = !first.ok && first.error.code === 'token_expired';
      return expired && (await renew()) ? run(connection()) : first;
    },
    forget() {
      own = null;
    },
  };
}
