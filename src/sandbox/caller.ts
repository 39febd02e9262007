/** Who asks, and what only the host of the sandbox can do to them: a fetch handler knows no socket. */
export interface CallerBindings {
  /** Remote address of the connection; undefined is taken as not local. */
  readonly address?: string | undefined;
  /** Writes these bytes as they are, then destroys the connection; resolves when it is closed. */
  readonly hangUp?: ((bytes: string) => Promise<void>) | undefined;
}

/** What is needed of Node's `IncomingMessage`. */
export interface Incoming {
  readonly socket: {
    readonly remoteAddress?: string | undefined;
    readonly destroyed: boolean;
    write(bytes: string): unknown;
    destroySoon(): void;
    once(event: 'close', listener: () => void): unknown;
  };
}

/** The caller as a server on Node hands it to `Sandbox.fetch`. */
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

/** IPv4 in IPv6 included, as Node reports it on a socket of both. */
export function isLoopback(address: string | undefined): boolean {
  if (address === undefined) return false;
  const bare = address.replace(/^::ffff:/i, '');
  return bare === '::1' || /^127(\.\d{1,3}){3}$/.test(bare);
}

/** A name under which only this machine is reached, without its port. */
export const isLoopbackName = (name: string): boolean =>
  name.toLowerCase() === 'localhost' || isLoopback(name.replace(/^\[(.*)\]$/, '$1'));

/**
 * Whether it was sent to a name of this machine. A page can have its own name lead here (DNS rebinding), and then reads
 * what comes back; what it cannot do is to name another `Host`. A request that came over no HTTP has none.
 */
export function hasLoopbackHost({ headers }: Request): boolean {
  const host = headers.get('host');
  return host === null || isLoopbackName(/^(\[[^\]]*\]|[^:]*)(:\d*)?$/.exec(host)?.[1] ?? '');
}

/** Whether no page made it, or one of this machine: others may send what they cannot read the reply of. */
export function hasLoopbackOrigin({ headers }: Request): boolean {
  const origin = headers.get('origin');
  if (origin === null) return true;
  return /^https?:/.test(origin) && URL.canParse(origin) && isLoopbackName(new URL(origin).hostname);
}

/** What opens to this machine alone: by its connection, its `Host` and its `Origin`. */
export const isLocal = (request: Request, { address }: CallerBindings = {}): boolean =>
  isLoopback(address) && hasLoopbackHost(request) && hasLoopbackOrigin(request);
