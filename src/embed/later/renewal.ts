/** A token that has expired is renewed without the applicant noticing: by the host, or one of our own by the proxy. */
import type { Connection } from '../../loader/connection.ts';
import { failureOf } from '../../loader/read-trouble.ts';
import type { Trouble } from '../../loader/request.ts';
import type { Failure } from '../../model/failure.ts';
import { failure, type Outcome } from '../../model/outcome.ts';
import type { Access } from '../access.ts';
import type { SessionHost } from '../session-host.ts';
import type { Ways } from './ways.ts';

export interface Renewal {
  /** Runs once more with a new token where there is one. */
  authorised<Value>(
    run: (connection: Connection) => Promise<Outcome<Value, Trouble>>,
  ): Promise<Outcome<Value, Failure>>;
  /** Whether there is a new token. */
  renew(): Promise<boolean>;
  /** What the host gave last: a token, or what came instead of one; an error when its function failed. */
  given(): unknown;
}

interface RenewalTools {
  readonly host: SessionHost;
  readonly access: Access;
  readonly loadDiagnosis: Ways['loadDiagnosis'];
}

export function createRenewal({ host, access, loadDiagnosis }: RenewalTools): Renewal {
  let renewing: Promise<boolean> | null = null;
  let given: unknown;

  /** Uploads may find the token expired together: another one is asked for once. */
  function renew(): Promise<boolean> {
    renewing ??= (host.settings().token === null ? askProxy() : askHost()).finally(() => {
      renewing = null;
    });
    return renewing;
  }

  /** It knows whose the old token was, so what was sent or uploaded with it stays theirs. */
  async function askProxy(): Promise<boolean> {
    const session = await access.open(true);
    return session.ok;
  }

  async function askHost(): Promise<boolean> {
    const { renewToken } = host.settings();
    if (renewToken === null) return false;
    try {
      given = await renewToken();
    } catch (error) {
      given = error;
    }
    if (typeof given !== 'string' || given === '') return false;
    access.use(given);
    return true;
  }

  return {
    renew,
    given: () => given,
    async authorised(run) {
      const first = await run(access.connection());
      if (first.ok) return first;
      const reason = failureOf(first.error);
      if (reason.code !== 'token_expired') return failure(reason);
      if (!(await renew())) {
        void loadDiagnosis().then((file) => file?.tellRenewal(host, given));
        return failure(reason);
      }
      const second = await run(access.connection());
      return second.ok ? second : failure(failureOf(second.error));
    },
  };
}
