/** What a page can find out about a server whose replies it may not read. */

/** Milliseconds that a server has to answer. */
const LIMIT = 5_000;

export interface Sight {
  /** Our proxy answers this page. */
  readonly isAlive: boolean;
  /** The server has our script, which every page may read. */
  readonly hasScript: boolean;
  /** Our script, or an endpoint beside it, is at a different address from the one requested. */
  readonly movedTo: string | null;
  /** This page may read the server's replies, whatever they are. */
  readonly isReadable: boolean;
  /** Some server answered. */
  readonly isThere: boolean;
}

/** @param server address without a slash at the end */
export async function lookAt(request: typeof fetch, server: string): Promise<Sight> {
  const [script, health, anything] = await Promise.all([
    ask(request, `${server}/apply-form.js`, { method: 'HEAD' }),
    ask(request, `${server}/healthz`),
    // With `no-cors` every page may send a request to every server, though it cannot read the reply.
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
