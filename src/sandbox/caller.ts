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
