/** What the browser itself knows of the page: a test hands in another one. */

export interface Surroundings {
  /** Address of the page. */
  readonly page: string;
  /** As a proxy sees it; `null` for a page that has none. */
  readonly origin: string;
  /** False: there is certainly no network. */
  readonly isOnline: boolean;
  /** Watches what the page's security policy forbids; the returned function ends it, and says what it was. */
  watchPolicy(): () => Promise<Forbidden | null>;
  /** What was said on this page already: a console need not hear it again. */
  readonly told: Set<string>;
}

/** What a policy says where it forbids something. */
export type Forbidden = Pick<SecurityPolicyViolationEvent, 'effectiveDirective' | 'originalPolicy'>;

const told = new Set<string>();

export const browserSurroundings = (): Surroundings => ({
  page: location.href,
  origin: self.origin,
  isOnline: navigator.onLine,
  watchPolicy,
  told,
});

/** Milliseconds: a violation is told in a task of its own, after the request was refused. */
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
