/** What a host's back end would do: ask for a session for a fresh application (`src/server/http/README.md#operations`). */

export interface DemoSession {
  readonly token: string;
  /** A link to the same application, as a message would contain it. */
  readonly link: string;
  readonly application: string;
}

/** null when the proxy did not create one. */
export async function openDemoSession(form: string): Promise<DemoSession | null> {
  const response = await fetch('/demo/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { form, link: 'invitation' } } }),
  }).catch(() => null);
  if (!response?.ok) return null;
  const session: { readonly data: { readonly attributes: DemoSession } } = await response.json();
  return session.data.attributes;
}
