/** Each request to the service waits for the rate limiter and reports its outcome to it. */
import { failure, type Outcome } from '../../core/model/failure.ts';
import type { ServiceError } from '../service/service-error.ts';
import { heldBy, type LeasedSubmission, rateLimiterOf } from './leased-submission.ts';
import { rateLimitEventOf } from './rate-limit/rate-limit-outcomes.ts';
import type { GatewayError } from './service-gateway.ts';

/** null: stopped before the rate limiter let it through. */
export async function askToRead<Value>(
  leased: LeasedSubmission,
  ask: () => Promise<Outcome<Value, GatewayError>>,
): Promise<Outcome<Value, GatewayError> | null> {
  if (!(await hasAcquired(leased, 'read'))) return null;
  const reply = await ask().catch(interrupted);
  tellOf(leased, 'read', reply);
  return reply;
}

/** It is unknown whether the request was sent. */
export const interrupted = () => failure<ServiceError>({ kind: 'interrupted' });

/** false: the process is stopping, another worker has the submission, or the wait was too long. */
export async function hasAcquired(leased: LeasedSubmission, kind: 'read' | 'write'): Promise<boolean> {
  leased.waitsSince = leased.dependencies.clock.monotonic();
  await rateLimiterOf(leased).acquire(kind, leased.record.isVisitor, leased.stop.signal);
  leased.waitsSince = null;
  return !leased.stop.signal.aborted;
}

type AnyError = GatewayError | { readonly kind: 'file_gone' };

export function tellOf(
  leased: LeasedSubmission,
  kind: 'read' | 'write',
  reply: Outcome<unknown, AnyError>,
): void {
  const event = rateLimitEventOf(reply.ok ? null : reply.error);
  if (event !== null) rateLimiterOf(leased).report(kind, event);
}

/** Nothing more can be done for it now, so its lease is given back until `dueAt`. */
export async function giveBack(leased: LeasedSubmission, dueAt: number | null): Promise<void> {
  if (leased.isLost) return;
  await leased.dependencies.store.release(heldBy(leased), { version: leased.record.version, dueAt });
  leased.isLost = true;
}
