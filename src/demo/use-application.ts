import { useEffect, useState } from 'preact/hooks';
import type { Choices } from './choices.ts';
import type { Access } from './snippet/snippet.ts';

/** How the form of the demo is opened. */
export interface Opening {
  readonly access: Access;
  /** Whether `access` can be used. */
  readonly isReady: boolean;
  /** Whether no session could be created. */
  readonly isRefused: boolean;
  /** null when not known yet, or created only when the form is sent. */
  readonly application: string | null;
}

type State = DemoSession | 'waiting' | 'refused';

/** @param job the form's job; undefined while it is not known
 *  @param round a new value requests a fresh application */
export function useApplication(
  { form, applicant }: Choices,
  job: string | undefined,
  round: number,
): Opening {
  const [state, setState] = useState<State>('waiting');
  useEffect(() => openFor(applicant === 'new' ? null : form, setState), [form, applicant, round]);
  if (applicant === 'new') {
    const access: Access = { kind: 'job', job: job ?? '…' };
    return { access, isReady: job !== undefined, isRefused: false, application: null };
  }
  const session = typeof state === 'string' ? null : state;
  return {
    access: { kind: 'token', token: session?.token ?? '…', link: session?.link ?? '' },
    isReady: session !== null,
    isRefused: state === 'refused',
    application: session?.application ?? null,
  };
}

/** Another form may be chosen before the session arrives: the older reply is then ignored. */
function openFor(form: string | null, give: (state: State) => void): () => void {
  let isCurrent = true;
  give('waiting');
  if (form !== null) void openDemoSession(form).then((session) => isCurrent && give(session ?? 'refused'));
  return () => {
    isCurrent = false;
  };
}

interface DemoSession {
  readonly token: string;
  /** A link to the same application, as a message would contain it. */
  readonly link: string;
  readonly application: string;
}

/**
 * What a host's back end would do: ask for a session for a fresh application (`src/server/http/README.md#operations`).
 * @returns null when the proxy did not create one
 */
async function openDemoSession(form: string): Promise<DemoSession | null> {
  const response = await fetch('./demo/sessions', {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes: { form, link: 'invitation' } } }),
  }).catch(() => null);
  if (!response?.ok) return null;
  const session: { readonly data: { readonly attributes: DemoSession } } = await response.json();
  return session.data.attributes;
}
