/** What a host's back end would do: ask for a session for a fresh application (DOORS, `POST /demo/sessions`). */
import type { Traffic } from '../inspector/traffic.ts';

export interface DemoSession {
  readonly token: string;
  readonly application: string;
}

/** null when the proxy did not make one. */
export async function openDemoSession(form: string): Promise<DemoSession | null> {
  const response = await fetch('/demo/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { form } } }),
  }).catch(() => null);
  if (!response?.ok) return null;
  const session: { readonly data: { readonly attributes: DemoSession } } = await response.json();
  return session.data.attributes;
}

/** What the sandbox has seen of this application; null when it does not tell. */
export async function readTraffic(application: string): Promise<Traffic | null> {
  const [requests, held] = await Promise.all(
    ['requests', 'answers'].map((what) =>
      fetch(`/sandbox/_control/${what}?application=${encodeURIComponent(application)}`).then((response) =>
        response.ok ? response.json() : null,
      ),
    ),
  ).catch(() => [null, null]);
  return requests === null || held === null ? null : { application, requests, held };
}
