/**
 * At the end of a page's life one small request tells how its form ended (`POST /beacons`): outcome, state and tenant, and
 * nothing of who it was, or on which page.
 */

import type { Transport } from '../api/transport.ts';
import type { Settings } from '../element/settings.ts';
import { scriptFolder } from '../session/endpoint.ts';
import type { Session } from '../session/session.ts';

/** Phones often say no more than that a page is hidden: it may never be shown again. */
const endings = ['pagehide', 'visibilitychange', 'securitypolicyviolation'] as const;

/** What we load or ask, below the folder of the script or the address of the proxy. */
const ours = /^(assets|left-behind|questions|submissions|files|sessions|beacons)\b/;

interface BeaconDependencies {
  readonly settings: () => Settings;
  readonly transport: Transport;
  /** The form that is shown. */
  readonly session: () => Session | null;
  readonly element: HTMLElement;
}

/** The returned function ends it: the element was taken out for good, which is told as if the page were left. */
export function createBeacon({ settings, transport, session, element }: BeaconDependencies): () => void {
  let isForbidden = false;
  let isSaid = false;
  const tell = (isOver: boolean) => {
    const { endpoint, mode, tenant, token } = settings();
    const now = session();
    const state = element.dataset['state'];
    const view = now?.view.peek();
    const failure = view?.kind === 'failed' && view.failure;
    // Once a form was read its proxy has said under which name it counts, or that it does not; a token tells no name.
    const name = now?.countedAs === undefined ? (token === null ? tenant : '?') : now.countedAs;
    // One that cannot be used gets no better, any other may be come back to.
    if (endpoint === null || mode !== 'live' || !name || isSaid) return;
    if (!isOver && !(document.hidden && failure && !failure.retryable)) return;
    isSaid = true;
    // Without a state it could not be drawn.
    const outcome = isForbidden ? 'policy' : failure ? failure.code : state ? 'left' : 'unsupported_browser';
    const progress = state === 'ready' && now?.hasBegun() ? 'begun' : state || 'none';
    transport
      .fetch(`${endpoint}/beacons`, {
        method: 'POST',
        body: `${name} ${outcome} ${progress}`,
        keepalive: true,
        mode: 'no-cors',
        credentials: 'omit',
        referrerPolicy: 'no-referrer',
      })
      .catch(() => {});
  };
  const hear = ({ type, disposition, blockedURI }: Event & Partial<SecurityPolicyViolationEvent>) => {
    if (!disposition) return tell(type === 'pagehide');
    for (const base of [scriptFolder(), `${settings().endpoint}/`])
      isForbidden ||= disposition === 'enforce' && !!base && ours.test(`${blockedURI}`.split(base)[1] ?? '');
  };
  for (const ending of endings) addEventListener(ending, hear);
  return () => {
    for (const ending of endings) removeEventListener(ending, hear);
    tell(true);
  };
}
