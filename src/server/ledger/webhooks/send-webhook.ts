/**
 * One try to tell a webhook: signed as Standard Webhooks says, over a connection that reaches public addresses alone, which
 * is decided by the address that is connected to.
 */
import { type LookupAddress, lookup } from 'node:dns';
import type { LookupFunction } from 'node:net';
import { Webhook } from 'standardwebhooks';
import { Agent, request } from 'undici';
import { type Clock, withLimit } from '../../clock.ts';
import { untilAborted } from '../../process/undici-send.ts';
import { isPublicAddress, numberOf } from './public-address.ts';
import type { WebhookMessage } from './webhook-message.ts';
import type { TellFailure, TellOutcome } from './webhook-teller.ts';

export interface WebhookAddress {
  readonly url: string;
  /** The first is the newest: each signs, and the receiver knows one of them. */
  readonly secrets: readonly string[];
  /** http, and addresses of inner networks, are allowed. */
  readonly allowPrivate: boolean;
}

export interface WebhookSender {
  tell(address: WebhookAddress, message: WebhookMessage): Promise<TellOutcome>;
  close(): Promise<void>;
}

interface SenderDependencies {
  /** The receiver compares its time with its own. */
  readonly clock: Clock;
  /** Milliseconds for all of a try; 10,000 by default. */
  readonly limit?: number;
  /** Which addresses a name has; the system's resolver by default. */
  readonly resolve?: (name: string) => Promise<readonly LookupAddress[]>;
}

/** Milliseconds. */
const LIMIT = 10_000;
/** Bytes of a reply that are read, so that its connection can be used again. */
const REPLY_READ = 512;

export function createWebhookSender({
  clock,
  limit = LIMIT,
  resolve = resolveAll,
}: SenderDependencies): WebhookSender {
  // No time limits of undici's own: the signal of the request bounds all of it.
  const limits = { headersTimeout: 0, bodyTimeout: 0, maxHeaderSize: 16_384 };
  const guarded = new Agent({ ...limits, connect: { lookup: publicOnly(resolve) } });
  const free = new Agent(limits);
  return {
    async tell({ url, secrets, allowPrivate }, message) {
      const number = numberOf(new URL(url));
      // A number is never looked up.
      if (!allowPrivate && number !== null && !isPublicAddress(number)) return failed('private_address');
      const headers = headersOf(message, secrets, clock.now());
      const dispatcher = allowPrivate ? free : guarded;
      return withLimit(clock, limit, async (signal) => {
        try {
          const asked = request(url, { method: 'POST', headers, body: message.body, signal, dispatcher });
          const reply = await untilAborted(signal, asked);
          // What it says is of no interest, and neither is how it ends.
          await reply.body.dump({ limit: REPLY_READ, signal }).catch(() => undefined);
          return outcomeOf(reply.statusCode);
        } catch (error) {
          return failed(signal.aborted ? 'timeout' : causeOf(error));
        }
      });
    },
    async close() {
      await Promise.all([guarded.destroy(), free.destroy()]);
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

const failed = (cause: TellFailure): TellOutcome => ({ kind: 'failed', cause });

function outcomeOf(status: number): TellOutcome {
  if (status >= 200 && status < 300) return { kind: 'told' };
  if (status === 410) return { kind: 'gone' };
  return failed(status >= 300 && status < 400 ? 'redirect' : `status_${status}`);
}

class PrivateAddress extends Error {
  override readonly name = 'PrivateAddress';
}

const causeOf = (error: unknown): TellFailure =>
  error instanceof PrivateAddress ? 'private_address' : 'no_connection';

const resolveAll = (name: string): Promise<readonly LookupAddress[]> =>
  new Promise((resolve, reject) =>
    lookup(name, { all: true }, (error, addresses) => (error === null ? resolve(addresses) : reject(error))),
  );

/** Gives the connection only what it may reach: there is no second lookup that could say something else. */
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
