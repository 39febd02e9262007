/**
 * Renews an expired token without the applicant noticing: through the host, or for our own tokens through the proxy.
 */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { failure } from '../../core/model/failure.ts';
import { effect } from '../../form/signals.ts';
import { tellBlocked, tellRenewal } from '../diagnosis/diagnosis.ts';
import { failureOf } from '../proxy/questions.ts';
import { inTime, type Renewal, type Trouble } from '../proxy/request.ts';
import type { FillingTools, SessionTools } from '../proxy/session.ts';

/** Milliseconds for a host, which may have to ask its own server, or the visitor. */
const PATIENCE = 30_000;

export function createRenewal({ host, access }: Pick<SessionTools, 'host' | 'access'>): Renewal {
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
  const askProxy = () => access.open().then((session) => (session.ok ? null : session.error));

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
      let outcome = await run(access.connection());
      if (!outcome.ok && failureOf(outcome.error).code === 'token_expired') {
        const trouble = await renew(outcome.error);
        // The host should have provided another token.
        if (trouble === outcome.error) tellRenewal(host);
        outcome = trouble === null ? await run(access.connection()) : failure(trouble);
      }
      if (outcome.ok) return outcome;
      const reason = failureOf(outcome.error);
      if (reason.code === 'blocked') tellBlocked(host, outcome.error);
      return failure(reason);
    },
  };
}

/** Share of its life after which a token is renewed; and milliseconds between looks. */
const [SHARE, LOOK] = [0.8, 30_000];

/** Renews a token before it expires while the page is in use, so that it is not found expired when *send* is pressed. */
export function renewInTime({
  host,
  view,
  page,
  renewal,
  signal,
}: Pick<FillingTools, 'host' | 'view' | 'page' | 'renewal' | 'signal'>): void {
  let due = Number.POSITIVE_INFINITY;

  /** On the page's monotonic clock, which clock changes do not affect. */
  function plan(): void {
    const seconds = page()?.meta.expiresIn ?? null;
    if (seconds !== null) due = performance.now() + seconds * SHARE * 1000;
  }

  async function check(): Promise<void> {
    const { token, renewToken } = host.settings();
    if (performance.now() < due || document.hidden) return;
    due = Number.POSITIVE_INFINITY;
    const canRenew = token === null || renewToken !== null;
    // Assumes that the new token lives as long as the old one.
    if (canRenew && (await renewal.renew(plainFailure('token_expired'))) === null) plan();
  }

  const end = effect(() => {
    const shown = view.value;
    if (shown.kind === 'form' && !shown.preview) plan();
  });
  const timer = setInterval(check, LOOK);
  signal.addEventListener('abort', () => {
    end();
    clearInterval(timer);
  });
  document.addEventListener('visibilitychange', check, { signal });
  addEventListener('pageshow', check, { signal });
}
