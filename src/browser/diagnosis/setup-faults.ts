/** Finds settings that are missing or unreadable before any request is made. */

import type { SessionHost } from '../contract.ts';

const needsDocument =
  'needs its property document in mode="preview": a JSON:API document, an object with a list "data".';

/** The form could not send a request, or in a preview could not read its document. */
export function setupFault({ settings, element }: SessionHost): string {
  const { mode, endpoint, token, job } = settings();
  if (mode === 'preview') return needsDocument;
  if (endpoint === null)
    return 'needs endpoint="https://…", the address of its server: a bundle, or a script in the page, cannot tell it.';
  if (token !== null || job !== null) return `cannot use endpoint="${endpoint}": ${betterEndpoint(endpoint)}`;
  const isEmpty = element?.hasAttribute('token') ?? false;
  return `needs token="…" or, for a public job, job="…" or posting="…".${isEmpty ? ' Its token is empty.' : ''}`;
}

/** Suggests the intended address when the scheme is missing or mistyped, or a space slipped in. */
function betterEndpoint(endpoint: string): string {
  const host = /^(?:\w+:\/+)?([\w-]+(?:\.[\w-]+)*(?::\d+)?)(?:\/|$)/.exec(endpoint.replace(/\s/g, ''))?.[1];
  if (host === undefined) return 'write the address of its server, as endpoint="https://forms.example.com".';
  const scheme = /^(localhost|127\.|[^.]+$)/.test(host) ? 'http' : 'https';
  return `write endpoint="${scheme}://${host}".`;
}
