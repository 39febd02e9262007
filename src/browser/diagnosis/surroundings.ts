/** What the browser knows about the page; passed in so that a test can replace it. */

export interface Surroundings {
  /** Address of the page. */
  readonly page: string;
  /** As a proxy sees it; `null` for a page with an opaque origin. */
  readonly origin: string;
  /** False only when there is certainly no network. */
  readonly isOnline: boolean;
  /** Watches for violations of the page's security policy; the returned function stops and returns what was found. */
  watchPolicy(): () => Promise<Forbidden | null>;
  /** Messages already logged on this page, so that none is repeated. */
  readonly told: Set<string>;
}

/** What a policy violation reports. */
export type Forbidden = Pick<SecurityPolicyViolationEvent, 'effectiveDirective'>;

const told = new Set<string>();

export const browserSurroundings = (): Surroundings => ({
  page: location.href,
  origin: self.origin,
  isOnline: navigator.onLine,
  watchPolicy,
  told,
});

/** Milliseconds to wait, because a violation is reported in a separate task after the request was refused. */
const TELLING = 50;

function watchPolicy(): () => Promise<Forbidden | null> {
  let found: Forbidden | null = null;
  const life = new AbortController();
  const hear = (event: SecurityPolicyViolationEvent) => {
    if (event.disposition === 'enforce' && event.effectiveDirective === 'connect-src') found = event;
  };
  document.addEventListener('securitypolicyviolation', hear, { signal: life.signal });
  return async () => {
    await new Promise((resolve) => setTimeout(resolve, TELLING));
    life.abort();
    return found;
  };
}
