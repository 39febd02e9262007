/**
 * The sender of a request, and the operations on the connection that only the host of the sandbox can offer, since a
 * fetch handler has no socket.
 */
export interface CallerBindings {
  /** The remote address of the connection; undefined counts as not local. */
  readonly address?: string | undefined;
  /** Writes these bytes without change, then destroys the connection; resolves when it is closed. */
  readonly hangUp?: ((bytes: string) => Promise<void>) | undefined;
}

/** The part of Node's `IncomingMessage` that is used. */
export interface Incoming {
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly destroyed: boolean;
    write(bytes: string): unknown;
    destroySoon(): void;
    once(event: 'close', listener: () => void): unknown;
  };
}

/** Makes the argument `caller` of `Sandbox.fetch` from a request of a Node server. */
export function callerOf({ socket }: Incoming): CallerBindings {
  return {
    address: socket.remoteAddress,
    hangUp: (bytes) =>
      new Promise((resolve) => {
        if (socket.destroyed) return resolve();
        socket.once('close', () => resolve());
        if (bytes !== '') socket.write(bytes);
        socket.destroySoon();
      }),
  };
}

/** Accepts IPv4-mapped IPv6 addresses, too, which Node reports on a dual-stack socket. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const bare = address.replace(/^::ffff:/i, '');
  return bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** Whether a host name, without a port, reaches only this machine. */
export const isLoopbackName = (name: string): boolean =>
  name.toLowerCase() === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));

/** Whether the value of `Host` names this machine, with any port. */
export const isLoopbackHost = (host: string): boolean =>
  isLoopbackName(/^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(host)?.[1] ?? '');

/**
 * Whether the request names this machine in `Host` and, if its target names a server, there, too (RFC 9112, 3.2.2). A page
 * can point its own domain at this machine (DNS rebinding) and then read the reply, but it cannot forge `Host`. A request
 * that did not come over HTTP has no `Host`.
 */
export function hasLoopbackHost({ headers, url }: Request): boolean {
  const host = headers.get('host');
  return host === null || (isLoopbackHost(host) && isLoopbackName(new URL(url).hostname));
}

/**
 * Whether the request came from a page of this machine, or from no page. Other pages are refused, because they can send
 * requests even though they cannot read the replies.
 */
export function hasLoopbackOrigin({ headers }: Request): boolean {
  const origin = headers.get('origin');
  if (origin === null) return true;
  return /^https?:/.test(origin) && URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}

/** Whether the request comes from this machine, by its connection, its `Host` and its `Origin`. */
export const isLocal = (request: Request, { address }: CallerBindings = {}): boolean =>
  isLoopback(address) && hasLoopbackHost(request) && hasLoopbackOrigin(request);
