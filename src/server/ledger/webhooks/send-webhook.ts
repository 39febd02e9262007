/**
 * Makes one attempt to send a webhook event, signed according to Standard Webhooks. The connection reaches only public
 * addresses, checked on the address that is really connected to.
 */
import type { LookupAddress } from 'node:dns';
import { lookup } from 'node:dns/promises';
import { BlockList, isIP, isIPv4, isIPv6, type LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { type Clock, untilAborted, withLimit } from '../../clock.ts';
import type { WebhookMessage } from './outbox.ts';

export interface WebhookAddress {
  readonly url: string;
  /** Newest first. Each one signs, so that a receiver may know any of them. */
  readonly secrets: readonly string[];
  /** Allows http and addresses of private networks. */
  readonly allowPrivate: boolean;
}

export interface TenantWebhooks {
  /** null if only single jobs have webhooks. */
  readonly own: WebhookAddress | null;
  readonly ofJobs: ReadonlyMap<string, WebhookAddress>;
}

/** Why an attempt failed; a status is the receiver's own. */
type SendFailure = 'no_connection' | 'private_address' | 'redirect' | 'timeout' | `status_${number}`;

export type SendOutcome =
  | { readonly kind: 'delivered' }
  /** A 410: the receiver wants no more events. */
  | { readonly kind: 'gone' }
  | { readonly kind: 'failed'; readonly cause: SendFailure };

interface SenderDependencies {
  /** Gives the timestamp, which the receiver compares with its own time. */
  readonly clock: Clock;
  /** Resolves a name to addresses; the system's resolver by default. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}

/** Milliseconds for a whole attempt. */
const LIMIT = 10_000;
/** Bytes of a reply that are read, so that its connection can be used again. */
const REPLY_READ = 512;

export function createWebhookSender({ clock, resolve = resolveAll }: SenderDependencies) {
  // No time limits by undici: the signal of the request bounds everything.
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 };
  const guarded = new Agent({ ...limits, connect: { lookup: publicOnly(resolve) } });
  const unguarded = new Agent(limits);
  return {
    async send(
      { url, secrets, allowPrivate }: WebhookAddress,
      message: WebhookMessage,
    ): Promise<SendOutcome> {
      const number = numberOf(new URL(url));
      // A numeric address is never looked up.
      if (!allowPrivate && number !== null && !isPublicAddress(number)) return failed('private_address');
      const headers = headersOf(message, secrets, clock.now());
      const dispatcher = allowPrivate ? unguarded : guarded;
      return withLimit(clock, LIMIT, async (signal) => {
        try {
          const response = request(url, { method: 'POST', headers, body: message.body, signal, dispatcher });
          const reply = await untilAborted(signal, response);
          // Neither the content of the reply nor its end matters.
          await reply.body.dump({ limit: REPLY_READ, signal }).catch(() => undefined);
          return outcomeOf(reply.statusCode);
        } catch (error) {
          return failed(signal.aborted ? 'timeout' : causeOf(error));
        }
      });
    },
    async close(): Promise<void> {
      await Promise.all([guarded.destroy(), unguarded.destroy()]);
    },
  };
}

export function headersOf(
  { id, body }: WebhookMessage,
  secrets: readonly string[],
  now: number,
): Readonly<Record<string, string>> {
  const at = new Date(now);
  return {
    'content-type': 'application/json',
    'user-agent': 'apply-form',
    'webhook-id': id,
    'webhook-timestamp': String(Math.floor(now / 1000)),
    'webhook-signature': secrets.map((secret) => new Webhook(secret).sign(id, at, body)).join(' '),
  };
}

const failed = (cause: SendFailure): SendOutcome => ({ kind: 'failed', cause });

function outcomeOf(status: number): SendOutcome {
  if (status >= 200 && status < 300) return { kind: 'delivered' };
  if (status === 410) return { kind: 'gone' };
  return failed(status >= 300 && status < 400 ? 'redirect' : `status_${status}`);
}

/**
 * Networks that IANA lists for special purposes: this network, private, shared, loopback, link-local (with metadata
 * services), and the like. Of IPv6 only 2000::/3 is allocated; embedded IPv4 addresses and documentation addresses are
 * not public either.
 */
const notPublic =
  '0.0.0.0/8 10.0.0.0/8 100.64.0.0/10 127.0.0.0/8 169.254.0.0/16 172.16.0.0/12 192.0.0.0/24 192.0.2.0/24 192.88.99.0/24 192.168.0.0/16 198.18.0.0/15 198.51.100.0/24 203.0.113.0/24 224.0.0.0/4 240.0.0.0/4 2001::/23 2001:db8::/32 2002::/16 3fff::/20';

const blocked = new BlockList();
for (const [network = '', prefix] of notPublic.split(' ').map((subnet) => subnet.split('/')))
  blocked.addSubnet(network, Number(prefix), isIPv4(network) ? 'ipv4' : 'ipv6');
const allocated = new BlockList();
allocated.addSubnet('2000::', 3, 'ipv6');

/** @param address from a lookup or a URL, without brackets; false if it is no address */
export function isPublicAddress(address: string): boolean {
  if (isIPv4(address)) return !blocked.check(address, 'ipv4');
  // A mapped IPv4 address lies outside the allocated range.
  return isIPv6(address) && allocated.check(address, 'ipv6') && !blocked.check(address, 'ipv6');
}

/** The host of a URL if it is numeric; null if it is a name. */
export function numberOf({ hostname }: URL): string | null {
  const bare = hostname.replace(/^\[|\]$/g, '');
  return isIP(bare) === 0 ? null : bare;
}

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

const causeOf = (error: unknown): SendFailure =>
  error instanceof PrivateAddress ? 'private_address' : 'no_connection';

const resolveAll = (name: string): Promise<readonly LookupAddress[]> => lookup(name, { all: true });

/** Gives the connection only public addresses. There is no second lookup that could give others. */
export const publicOnly =
  (resolve: (name: string) => Promise<readonly LookupAddress[]>): LookupFunction =>
  (name, { all }, callback) => {
    resolve(name).then(
      (addresses) => {
        const allowed = addresses.filter(({ address }) => isPublicAddress(address));
        const [first] = allowed;
        if (first === undefined) return callback(new PrivateAddress(), '', 4);
        if (all === true) callback(null, [...allowed]);
        else callback(null, first.address, first.family);
      },
      (error: Error) => callback(error, '', 4),
    );
  };
