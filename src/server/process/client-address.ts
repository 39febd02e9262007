/** Identifies the caller for rate limits: an IPv4 address, or the first half of an IPv6 address. */
import { isIPv4, isIPv6 } from 'node:net';

/** The part of Node's request that says where it came from. */
export interface Caller {
  readonly socket: { readonly remoteAddress?: string | undefined };
  readonly headers: { readonly [name: string]: string | string[] | undefined };
}

/**
 * Each proxy in front appends the address it saw to `X-Forwarded-For` or `Forwarded` (RFC 7239). Only as many entries
 * count, from the right, as there are proxies of ours: a visitor can forge the entries before them, and the whole of a
 * header that our proxies do not write. If an entry is not an address, or the two headers disagree, the address of the
 * connection is used.
 */
export function clientAddress({ socket, headers }: Caller, trustedProxies: number): string {
  const { remoteAddress = 'unknown address' } = socket;
  const connection = counted(remoteAddress) ?? remoteAddress;
  if (trustedProxies === 0) return connection;
  const told = [
    ...lastEntry(headers['x-forwarded-for'], trustedProxies),
    ...lastEntry(headers['forwarded'], trustedProxies).map(readFor),
  ].map(counted);
  const [first = null, second = first] = told;
  return first === null || first !== second ? connection : first;
}

/** null when there is no such header. */
function lastEntry(header: string | string[] | undefined, trustedProxies: number): readonly string[] {
  if (header === undefined) return [];
  const entries = (Array.isArray(header) ? header.join(',') : header).split(',');
  return [(entries.at(-trustedProxies) ?? '').slice(0, LONGEST_ENTRY).trim()];
}

/** Characters: an address, a port, and whatever else `Forwarded` states about one proxy. */
const LONGEST_ENTRY = 300;

/** `for="[2001:db8::1]:4711";proto=https` */
function readFor(entry: string): string {
  const pairs = entry.split(';').map((pair) => pair.split('='));
  const [, value = ''] = pairs.find(([name = '']) => name.trim().toLowerCase() === 'for') ?? [];
  return value.trim().replaceAll('"', '');
}

/** null: not an address. An IPv6 line owns a whole /64 (RFC 6177), so all its addresses count as one caller. */
function counted(text: string): string | null {
  const bare = withoutPort(text).split('%')[0] ?? '';
  if (isIPv4(bare)) return bare;
  if (!isIPv6(bare)) return null;
  const groups = groupsOf(bare);
  const [high = 0, low = 0] = groups.slice(6);
  return isIPv4Inside(groups)
    ? [high >> 8, high & 255, low >> 8, low & 255].join('.')
    : `${groups
        .slice(0, 4)
        .map((group) => group.toString(16))
        .join(':')}::/64`;
}

/** `1.2.3.4:5678`, `[::1]:443`, `[::1]`; an IPv6 address without brackets has no port. */
function withoutPort(text: string): string {
  if (text.startsWith('[')) return /^\[([^\]]*)\](?::\d{1,5})?$/.exec(text)?.[1] ?? '';
  return /^([^:]*):\d{1,5}$/.exec(text)?.[1] ?? text;
}

/** All eight groups, as the URL standard writes them: hexadecimal, with at most one gap. */
function groupsOf(address: string): readonly number[] {
  const [before = [], after] = new URL(`http://[${address}]`).hostname
    .slice(1, -1)
    .split('::')
    .map((part) => (part === '' ? [] : part.split(':').map((group) => Number.parseInt(group, 16))));
  if (after === undefined) return before;
  return [...before, ...Array.from({ length: 8 - before.length - after.length }, () => 0), ...after];
}

/** How Node reports IPv4 on a dual-stack socket, and the translation prefix of RFC 6052. */
function isIPv4Inside(groups: readonly number[]): boolean {
  const beginning = groups.slice(0, 6).join();
  return beginning === '0,0,0,0,0,65535' || beginning === `${0x64},${0xff9b},0,0,0,0`;
}
