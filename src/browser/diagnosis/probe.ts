/** What can be seen of a server from a page that it may not talk to. */

/** Milliseconds that a server has for an answer. */
const LIMIT = 5_000;

export interface Sight {
  /** A proxy of ours answers this page. */
  readonly isAlive: boolean;
  /** It has our script, which every page may read. */
  readonly hasScript: boolean;
  /** Our script, or the door beside it, is at another address than was asked. */
  readonly movedTo: string | null;
  /** This page may read what the server says, whatever that is. */
  readonly isReadable: boolean;
  /** Some server is there. */
  readonly isThere: boolean;
}

/** @param server address without a slash at the end */
export async function lookAt(request: typeof fetch, server: string): Promise<Sight> {
  const [script, health, anything] = await Promise.all([
    ask(request, `${server}/apply-form.js`, { method: 'HEAD' }),
    ask(request, `${server}/healthz`),
    // Without reading the answer every page may ask every server.
    ask(request, `${server}/healthz`, { mode: 'no-cors' }),
  ]);
  return {
    isAlive: health !== null && (await saysAlive(health)),
    hasScript: script?.ok === true && isScript(script),
    movedTo: script === null ? null : movedTo(script, server),
    isReadable: health !== null,
    isThere: [script, health, anything].some((reply) => reply !== null),
  };
}

/** null when no answer came. */
export async function ask(
  request: typeof fetch,
  address: string,
  init: RequestInit = {},
): Promise<Response | null> {
  const patience = new AbortController();
  const timer = setTimeout(() => patience.abort(), LIMIT);
  const { signal } = patience;
  try {
    return await request(address, { cache: 'no-store', credentials: 'omit', signal, ...init });
  } catch {
    return null;
  } finally {
    clearTimeout(timer);
  }
}

const isScript = (reply: Response) => /javascript/.test(reply.headers.get('content-type') ?? '');

async function saysAlive(health: Response): Promise<boolean> {
  try {
    const document: { readonly meta?: { readonly state?: unknown } } | null = await health.json();
    return document?.meta?.state === 'alive';
  } catch {
    return false;
  }
}

function movedTo({ redirected, url }: Response, server: string): string | null {
  const found = url.replace(/\/apply-form\.js$/, '');
  return redirected && found !== server ? found : null;
}
