import { useEffect, useState } from 'preact/hooks';

/** The token of an application that is known; null while it is awaited. */
export type DemoToken = { readonly token: string } | 'refused' | null;

/** @param round a new value requests a fresh application */
export function useToken(form: string, round: number): DemoToken {
  const [token, setToken] = useState<DemoToken>(null);
  // Another form may be chosen before the session arrives: the older reply is then ignored.
  useEffect(() => {
    let isCurrent = true;
    setToken(null);
    void openSession(form).then((session) => isCurrent && setToken(session ?? 'refused'));
    return () => {
      isCurrent = false;
    };
  }, [form, round]);
  return token;
}

/**
 * What a host's back end would do: ask for a session for a fresh application (`src/server/http/README.md#operations`).
 * @returns null when the proxy did not create one
 */
async function openSession(form: string): Promise<{ readonly token: string } | null> {
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
