/** How the reply to an operation becomes a value. */
import { failure, type Outcome, success } from '../../core/model/failure.ts';
import type { Reply as Received } from './read-reply.ts';
import type { ServiceError } from './service-error.ts';

/** What an operation gives back. */
export type Reply<Value> = Promise<Outcome<Value, ServiceError>>;

interface Schema<Value> {
  safeParse(value: unknown): { success: true; data: Value } | { success: false };
}

export function parseReply<Value>(
  reply: Outcome<Received, ServiceError>,
  schema: Schema<Value>,
): Outcome<Value, ServiceError> {
  if (!reply.ok) return reply;
  const { document, status } = reply.value;
  const parsed = schema.safeParse(document);
  return parsed.success ? success(parsed.data) : failure({ kind: 'bad_document', status });
}

/** An update may be answered by a 204: done as it was asked for, and no document (JSON:API, 9.2.4). */
export function parseUpdate<Value>(
  reply: Outcome<Received, ServiceError>,
  schema: Schema<Value>,
): Outcome<Value | null, ServiceError> {
  const isBare = !reply.ok && reply.error.kind === 'bad_document' && reply.error.status === 204;
  return isBare ? success(null) : parseReply(reply, schema);
}
