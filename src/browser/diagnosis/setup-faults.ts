/** What is missing, or cannot be read, before anything can be asked for. */
import type { SessionHost } from '../session/session-host.ts';

const needsDocument =
  'needs its property document in mode="preview": a JSON:API document, an object with a list "data".';

/** It could not ask, or in a preview not read what it was given. */
export function setupFault({ settings, element }: SessionHost): string {
  const { mode, endpoint, token, job } = settings();
  if (mode === 'preview') return needsDocument;
  if (endpoint === null)
    return 'needs endpoint="https://…", the address of its server: a bundle, or a script in the page, cannot tell it.';
  if (token !== null || job !== null) return `cannot use endpoint="${endpoint}": ${betterEndpoint(endpoint)}`;
  const isEmpty = element?.hasAttribute('token') ?? false;
  return `needs token="…" or, for a public job, job="…".${isEmpty ? ' Its token is empty.' : ''}`;
}

/** What somebody means who leaves out the scheme, mistypes it, or lets a space slip in. */
function betterEndpoint(endpoint: string): string {
  const host = /^(?:\w+:\/+)?([\w-]+(?:\.[\w-]+)*(?::\d+)?)(?:\/|$)/.exec(endpoint.replace(/\s/g, ''))?.[1];
  if (host === undefined) return 'write the address of its server, as endpoint="https://forms.example.com".';
  const scheme = /^(localhost|127\.|[^.]+$)/.test(host) ? 'http' : 'https';
  return `write endpoint="${scheme}://${host}".`;
}
