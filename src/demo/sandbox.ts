/** The demo's requests to its own server, whose replies need no validation. */

/** A sample form with its job. */
export interface Sample {
  readonly name: string;
  /** Title of the form, for the picker. */
  readonly title: string;
  readonly job: { readonly id: string; readonly title: string; readonly company: string };
}

export async function readSamples(): Promise<readonly Sample[]> {
  const response = await fetch('./sandbox/_control/forms').catch(() => null);
  return response?.ok ? response.json() : [];
}

/**
 * Requests a session for a fresh application, as a host's back end would (`src/server/http/README.md#operations`).
 *
 * @returns null when the proxy did not create one
 */
export async function openSession(form: string): Promise<{ readonly token: string } | null> {
  const response = await fetch('./demo/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { form } } }),
  }).catch(() => null);
  if (!response?.ok) return null;
  const session: { readonly data: { readonly attributes: { readonly token: string } } } =
    await response.json();
  return { token: session.data.attributes.token };
}
