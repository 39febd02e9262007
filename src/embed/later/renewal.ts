/** A token that has expired is renewed by the host without the applicant noticing. */
import type { Connection } from '../../loader/connection.ts';
import { failureOf } from '../../loader/read-trouble.ts';
import type { Trouble } from '../../loader/request.ts';
import type { Failure } from '../../model/failure.ts';
import { failure, type Outcome } from '../../model/outcome.ts';
import type { Access } from '../access.ts';
import type { SessionHost } from '../session-host.ts';

export interface Renewal {
  /** Runs once more with a new token when the host can give one. */
  authorised<Value>(
    run: (connection: Connection) => Promise<Outcome<Value, Trouble>>,
  ): Promise<Outcome<Value, Failure>>;
  /** Whether the host gave a new token. */
  renew(): Promise<boolean>;
}

interface RenewalTools {
  readonly host: SessionHost;
  readonly access: Access;
}

export function createRenewal({ host, access }: RenewalTools): Renewal {
  let renewing: Promise<boolean> | null = null;

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
      const token = await renewToken();
      access.use(token);
      return token !== '';
    } catch {
      host.warn(
        'renewToken() was rejected: the form keeps what was typed and asks the applicant to try again.',
      );
      return false;
    }
  }

  return {
    renew,
    async authorised(run) {
      const first = await run(access.connection());
      if (first.ok) return first;
      const reason = failureOf(first.error);
      if (reason.code !== 'token_expired' || !(await renew())) return failure(reason);
      const second = await run(access.connection());
      return second.ok ? second : failure(failureOf(second.error));
    },
  };
}
