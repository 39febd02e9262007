/**
 * Renews an expired token without the applicant noticing: through the host, or for our own tokens through the proxy.
 */

import { failure } from '../../core/model/outcome.ts';
import { tellBlocked, tellRenewal } from '../diagnosis/tell.ts';
import type { Host } from '../host/host.ts';
import type { Access } from '../proxy/access.ts';
import type { Renewal, Trouble } from '../proxy/connection.ts';
import { inTime } from '../proxy/in-time.ts';
import { failureOf } from '../proxy/read-trouble.ts';

/** Milliseconds for a host, which may have to ask its own server, or the visitor. */
const PATIENCE = 30_000;

interface RenewalTools {
  readonly host: Host;
  readonly access: Access;
}

export function createRenewal(tools: RenewalTools): Renewal {
  const { host, access } = tools;
  let renewing: Promise<Trouble | null> | null = null;

  /** Several uploads may find the token expired at once, but a new one is requested only once. */
  function renew(trouble: Trouble): Promise<Trouble | null> {
    const ask = () => (host.settings().token === null ? askProxy() : askHost(trouble));
    renewing ??= within(ask, 2 * PATIENCE).finally(() => {
      renewing = null;
    });
    const asking = renewing;
    return within(() => asking, PATIENCE);
  }

  /** A slow host is not asked again while a second request waits; a late token is used from then on. */
  async function within(run: () => Promise<Trouble | null>, patience: number): Promise<Trouble | null> {
    const outcome = await inTime(run, patience);
    return outcome.ok ? outcome.value : outcome.error;
  }

  /** The proxy knows whose the old token was, so what was sent or uploaded with it stays theirs. */
  async function askProxy(): Promise<Trouble | null> {
    const session = await access.open();
    return session.ok ? null : session.error;
  }

  async function askHost(trouble: Trouble): Promise<Trouble | null> {
    const expired = access.connection().token;
    const isLeft = async () => (await host.stays?.()) === false;
    // By then the host's token may be for another form, or the host may have set a new token itself.
    if (await isLeft()) return trouble;
    if (access.connection().token !== expired) return null;
    const { renewToken } = host.settings();
    if (renewToken === null) return trouble;
    const given: unknown = await Promise.resolve()
      .then(renewToken)
      .catch(() => null);
    if (typeof given !== 'string' || given === '' || (await isLeft())) return trouble;
    access.use(given);
    return null;
  }

  return {
    renew,
    async authorised(run) {
      const first = await run(access.connection());
      if (first.ok) return first;
      if (failureOf(first.error).code !== 'token_expired') return refused(tools, first.error);
      const trouble = await renew(first.error);
      // The host should have provided another token.
      if (trouble === first.error) tellRenewal(host);
      if (trouble !== null) return refused(tools, trouble);
      const second = await run(access.connection());
      return second.ok ? second : refused(tools, second.error);
    },
  };
}

function refused({ host }: RenewalTools, trouble: Trouble) {
  const reason = failureOf(trouble);
  if (reason.code === 'blocked') tellBlocked(host, trouble);
  return failure(reason);
}
