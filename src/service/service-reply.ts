/** How an operation is asked and how its reply becomes a value. */
import { failure, type Outcome, success } from '../model/outcome.ts';
import type { Reply as Received } from './read-reply.ts';
import type { ServiceRequest } from './send-request.ts';
import type { ServiceError } from './service-error.ts';

/** What an operation gives back. */
export type Reply<Value> = Promise<Outcome<Value, ServiceError>>;

/** Sends a read. */
export type Get = (
  request: Omit<ServiceRequest, 'limit' | 'body'>,
) => Promise<Outcome<Received, ServiceError>>;

interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

/** A 2xx whose body is not what the operation answers. */
const unreadable: ServiceError = { kind: 'bad_document', status: 200 };

export function parseReply<Value>(
  reply: Outcome<Received, ServiceError>,
  schema: Schema<Value>,
): Outcome<Value, ServiceError> {
  if (!reply.ok) return reply;
  const parsed = schema.safeParse(reply.value.document);
  return parsed.success ? success(parsed.data) : failure(unreadable);
}
