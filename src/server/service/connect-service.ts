/** Requests to one service within their times: what the client and the proxy's view of the service are made of. */
import type { Outcome } from '../../core/model/failure.ts';
import type { Reply } from './read-reply.ts';
import { type ServiceAddress, type ServiceRequest, sendRequest } from './send-request.ts';
import type { ServiceError } from './service-error.ts';
import { READ_LIMIT, writeLimitOf } from './time-limits.ts';
import type { WrittenQuery } from './write-query.ts';

type Received = Promise<Outcome<Reply, ServiceError>>;

/** Sends a read. */
export type Get = (request: Omit<ServiceRequest, 'limit' | 'body'>) => Received;

/** Sends a write, once. `bytes`: of the file that it carries, for which it is given longer. */
export type Write = (request: Omit<ServiceRequest, 'limit'>, bytes: number) => Received;

export interface Connection {
  readonly get: Get;
  readonly write: Write;
  /** Milliseconds after which a write that carries so many bytes is given up. */
  limitOf(bytes: number): number;
}

/** In milliseconds. */
export interface Limits {
  readonly readLimit?: number;
  readonly writeLimit?: number;
}

export function connectService(
  address: ServiceAddress,
  { readLimit = READ_LIMIT, writeLimit }: Limits,
): Connection {
  const limitOf = (bytes: number) => writeLimitOf(bytes, writeLimit);
  return {
    get: (request) => sendRequest(address, { ...request, limit: readLimit }),
    write: (request, bytes) => sendRequest(address, { ...request, limit: limitOf(bytes) }),
    limitOf,
  };
}

/** Sends nothing for a query that the service could only refuse. */
export const getList = async (get: Get, path: string, query: WrittenQuery): Received =>
  query.ok ? await get({ path, query: query.value }) : query;
