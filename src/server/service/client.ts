/**
 * The recruitment service's documented operations, one method each, typed by its document. A failure is a value that
 * names its cause; the service's own words are not handed on. Nothing is sent twice: only the caller knows whether
 * it may be.
 */
import { type Clock, systemClock } from '../clock.ts';
import { type ClientReads, createReads } from './client-reads.ts';
import { type ClientWrites, createWrites } from './client-writes.ts';
import { connectService } from './connect-service.ts';
import type { Send } from './send-request.ts';

/** Of the service's document that this client was written from. */
export const describedVersion = 'v1.0.27';

export interface ClientOptions {
  /** `{base_url}` of the service, with or without a path. */
  readonly baseUrl: string;
  /** Goes out as the header `X-API-KEY`, and nowhere else. */
  readonly key: string;
  /** Carries a request; the runtime's `fetch` unless given. It must not repeat one, nor follow a redirect. */
  readonly send?: Send;
  /** Milliseconds until the whole reply of a read must be there; 10,000 unless given. */
  readonly readLimit?: number;
  /** The same of a write, to which a file adds its time; 15,000 unless given. */
  readonly writeLimit?: number;
  /** The runtime's own unless given. */
  readonly clock?: Clock;
}

export interface Client extends ClientReads, ClientWrites {}

/** Throws where `baseUrl` is no address or `key` is none that a header can hold: no request could ever be sent. */
export function createClient(options: ClientOptions): Client {
  if (!isWebAddress(options.baseUrl)) throw new TypeError('baseUrl is no http or https address.');
  if (!isHeaderValue(options.key)) throw new TypeError('key is no value of a header.');
  const { baseUrl, key, send = (request) => fetch(request), clock = systemClock } = options;
  const { get, write } = connectService({ baseUrl, key, send, clock }, options);
  return { ...createReads(get), ...createWrites(write) };
}

const isWebAddress = (text: string): boolean => /^https?:\/\//i.test(text) && URL.canParse(text);

/** ASCII that can be seen: what else is in no key, and `Headers` would quote it in its error. It trims what is around. */
const isHeaderValue = (text: string): boolean => /^[\x20-\x7e]+$/.test(text.trim());
