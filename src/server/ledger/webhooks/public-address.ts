/** Which addresses are out on the internet: what a webhook names must not reach what stands beside this server. */
import { BlockList, isIP, isIPv4, isIPv6 } from 'node:net';

/** IANA's special purposes: this network, private, shared, loopback, link-local (with metadata services), and the like. */
const notPublic: readonly (readonly [network: string, prefix: number])[] = [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.0.2.0', 24],
  ['192.88.99.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['198.51.100.0', 24],
  ['203.0.113.0', 24],
  ['224.0.0.0', 4],
  ['240.0.0.0', 4],
];

/** Of IPv6 only what is given out is public, without what carries an IPv4 address inside or is for documents. */
const PUBLIC = ['2000::', 3] as const;
const notPublicV6: readonly (readonly [network: string, prefix: number])[] = [
  ['2001::', 23],
  ['2001:db8::', 32],
  ['2002::', 16],
  ['3fff::', 20],
];

const blocked = new BlockList();
for (const [network, prefix] of notPublic) blocked.addSubnet(network, prefix, 'ipv4');
for (const [network, prefix] of notPublicV6) blocked.addSubnet(network, prefix, 'ipv6');
const given = new BlockList();
given.addSubnet(...PUBLIC, 'ipv6');

/** @param address as a lookup gives it, or as it stands in an address of the web, without brackets; false: no address */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  // A mapped IPv4 address lies outside of what is given out.
  return isIPv6(address) && given.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** The host of an address, where it is a number; null: it is a name, which a lookup will say. */
export function numberOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}
