/** What a failed look says: that the service is away, that it cannot be asked so, or nothing. */
import { isObject } from '../../core/jsonapi/json.ts';
import { failure, type Outcome } from '../../core/model/failure.ts';
import type { Reply } from './read-reply.ts';
import type { ServiceError, ServiceErrorKind } from './service-error.ts';

/** Not this way. `application`: only this one cannot be found so. `service`: it does not do it for any. */
export interface Impossible {
  readonly kind: 'impossible';
  readonly of: 'service' | 'application';
}

/** The service is well, and its reply does not show what was asked for: nothing follows from it, and another look may. */
export interface Unproven {
  readonly kind: 'unproven';
}

export type NotShown = ServiceError | Impossible | Unproven;

export const notThisWay = failure<Impossible>({ kind: 'impossible', of: 'service' });
export const unproven = failure<Unproven>({ kind: 'unproven' });
export const unreadable = { kind: 'bad_document', status: 200 } as const satisfies ServiceError;

/** Whatever else is asked now gets the same answer. */
const away: readonly ServiceErrorKind[] = ['unreachable', 'unauthorized', 'rate_limited'];
/** The word of a service that is well. */
const words: readonly ServiceErrorKind[] = ['not_found', 'invalid', 'bad_request'];

/** @param readPlain what any service answers that is well and lets the key read at all */
export async function judgeFailure(
  error: ServiceError,
  readPlain: () => Promise<Outcome<Reply, ServiceError>>,
): Promise<Outcome<never, NotShown>> {
  if (error.kind === 'bad_request') return notThisWay;
  if (away.includes(error.kind)) return failure(error);
  const plain = await readPlain();
  if (!plain.ok) return words.includes(plain.error.kind) ? unproven : failure(plain.error);
  // A page of something in between may be JSON, too.
  if (!isObject(plain.value.document) || !('data' in plain.value.document)) return failure(unreadable);
  return error.kind === 'forbidden' ? notThisWay : unproven;
}
