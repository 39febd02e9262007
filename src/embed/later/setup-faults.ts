/** What is missing, or cannot be read, before anything can be asked for. */
import type { SessionHost } from '../session-host.ts';

export const needsDocument =
  'needs its property document in mode="preview": a JSON:API document, an object with a list "data".';

/** null: it could ask. */
export function setupFault({ settings, element }: SessionHost, page: string): string | null {
  const { mode, document, endpoint, token, job } = settings();
  if (mode === 'preview') return document === null ? needsDocument : null;
  if (endpoint === null)
    return 'needs endpoint="https://…", the address of its server: a script that is bundled, inline or a file cannot tell it.';
  if (addressOf(endpoint, page) === null)
    return `cannot use endpoint="${endpoint}": ${betterEndpoint(endpoint)}`;
  if (token !== null || job !== null) return null;
  const isEmpty = element?.hasAttribute('token') ?? false;
  return `needs token="…" or, for a public job, job="…".${isEmpty ? ' Its token is empty.' : ''}`;
}

/** Without a slash at the end; null for what is no web address. */
export function addressOf(endpoint: string, page: string): string | null {
  if (!/^(https?:\/)?\//i.test(endpoint)) return null;
  try {
    return new URL(endpoint, page).href.replace(/\/+$/, '');
  } catch {
    return null;
  }
}

/** What somebody means who leaves out the scheme, mistypes it, or lets a space slip in. */
function betterEndpoint(endpoint: string): string {
  const host = /^(?:\w+:\/+)?([\w-]+(?:\.[\w-]+)*(?::\d+)?)(?:\/|$)/.exec(endpoint.replace(/\s/g, ''))?.[1];
  if (host === undefined) return 'write the address of its server, as endpoint="https://forms.example.com".';
  const scheme = /^(localhost|127\.|[^.]+$)/.test(host) ? 'http' : 'https';
  return `write endpoint="${scheme}://${host}".`;
}
