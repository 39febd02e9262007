/** Who is a visitor, and which network one comes from: visitors share what is left when known applicants are served. */
import type { Share } from '../../../core/model/submission.ts';
import { createLruCache } from '../lru-cache.ts';
import type { Keys } from './keys.ts';
import type { Session } from './tokens.ts';

/** A back end made all other sessions, and so vouches for their applicants. */
export const isVisitor = ({ application, publicOnly }: Session): boolean =>
  application === null && publicOnly;

/** About 150 bytes each. */
const REMEMBERED_NETWORKS = 10_000;

export type ShareOf = (session: Session, address: string) => Promise<Share | null>;

/** null: no visitor. The address itself is neither stored nor told: only its network, as a keyed hash. */
export function createShareOf({ network: key }: Pick<Keys, 'network'>): ShareOf {
  const hashes = createLruCache<string, string>(REMEMBERED_NETWORKS);
  return async (session, address) => {
    if (!isVisitor(session)) return null;
    const network = networkOf(address);
    const hash = hashes.get(network) ?? (await key(network)).slice(0, HASH);
    hashes.set(network, hash);
    return { job: session.job, network: hash };
  };
}

/** Characters: 96 bits. */
const HASH = 24;

/** The /24 of an IPv4 address and the /48 of an IPv6 one, as hosters and providers hand them out; else what it is called. */
export function networkOf(address: string): string {
  const [, four] = /^(\d{1,3}\.\d{1,3}\.\d{1,3})\.\d{1,3}$/.exec(address) ?? [];
  if (four !== undefined) return `${four}.0/24`;
  const [, six] = /^([\da-f]{1,4}:[\da-f]{1,4}:[\da-f]{1,4}):/i.exec(address) ?? [];
  return six === undefined ? address : `${six.toLowerCase()}::/48`;
}
