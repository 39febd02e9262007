/** Who is a visitor, and which network one comes from. */
import type { Session } from './tokens.ts';

/** A back end made all other sessions, and so vouches for their applicants. */
export const isVisitor = ({ application, publicOnly }: Session): boolean =>
  application === null && publicOnly;

/** The /24 of an IPv4 address and the /48 of an IPv6 one, as hosters and providers hand them out; else what it is called. */
export function networkOf(address: string): string {
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? [];
  if (four !== undefined) return `${four}.0/24`;
  const [, six] = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):/i.exec(address) ?? [];
  return six === undefined ? address : `${six.toLowerCase()}::/48`;
}
