/**
 * When a page ends, one small request reports how its form ended (`POST /beacons`): outcome, state and tenant, and
 * nothing about the visitor or the page.
 */

import type { Transport } from '../contract.ts';
import type { Settings } from '../element/settings.ts';
import { scriptFolder } from '../session/endpoint.ts';
import type { Session } from '../session/session.ts';

/** Phones often report only that a page was hidden, and it may never be shown again. */
const endings = ['pagehide', 'visibilitychange', 'securitypolicyviolation'] as const;

/** Resources we load or request, below the folder of the script or the address of the proxy. */
const ours = /^(assets|left-behind|api|submissions|files|sessions|beacons)\b/;

interface BeaconDependencies {
  readonly settings: () => Settings;
  readonly transport: Transport;
  /** The form that is currently shown. */
  readonly session: () => Session | null;
  readonly element: HTMLElement;
}

/**
 * Reports how the form ended. Call the returned function when the element is removed for good: it counts as leaving the page.
 */
export function createBeacon({ settings, transport, session, element }: BeaconDependencies): () => void {
  let isForbidden = false;
  let isSaid = false;
  const tell = (isOver: boolean) => {
    const { endpoint, mode, tenant, token } = settings();
    const now = session();
    const state = element.dataset['state'];
    const view = now?.view.peek();
    const failure = view?.kind === 'failed' && view.failure;
    // Once a form has been read, its proxy has said under which name to count it, or not to count it at all; a token
    // carries no name.
    const name = now?.countedAs === undefined ? (token === null ? tenant : '?') : now.countedAs;
    // When merely hidden, only a permanent failure is reported: the applicant may come back to any other form.
    if (endpoint === null || mode !== 'live' || !name || isSaid) return;
    if (!isOver && !(document.hidden && failure && !failure.retryable)) return;
    isSaid = true;
    // Without a state the form could not be drawn.
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
