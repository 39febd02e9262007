/** The part of Node's request that says where it came from. */
export interface Caller {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/**
 * Whose request it is. Each proxy in front adds the address that it saw at the end of `X-Forwarded-For`, so only as many
 * entries count, from the right, as there are proxies of ours; what stands before them anybody can write.
 */
export function clientAddress(incoming: Caller, trustedProxies: number): string {
  const socket = incoming.socket.remoteAddress ?? 'unknown address';
  if (trustedProxies === 0) return socket;
  const header = incoming.headers['x-forwarded-for'];
  const forwarded = (Array.isArray(header) ? header.join(',') : (header ?? ''))
    .split(',')
    .map((entry) => entry.trim());
  return forwarded.at(-trustedProxies) || socket;
}
