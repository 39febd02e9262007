/** Each request to the service waits for its turn, and tells what became of it. */
import { failure, type Outcome } from '../../core/model/outcome.ts';
import type { ServiceError } from '../service/service-error.ts';
import { heldBy, type LeasedSubmission, rateLimiterOf } from './leased-submission.ts';
import { rateLimitEventOf } from './rate-limit/rate-limit-outcomes.ts';
import type { GatewayError } from './service-gateway.ts';

/** null: no turn came before everything was to end. */
export async function askToRead<Value>(
  leased: LeasedSubmission,
  ask: () => Promise<Outcome<Value, GatewayError>>,
): Promise<Outcome<Value, GatewayError> | null> {
  if (!(await hasAcquired(leased, 'read'))) return null;
  const reply = await ask().catch(interrupted);
  tellOf(leased, 'read', reply);
  return reply;
}

/** Nobody knows whether it went. */
export const interrupted = () => failure<ServiceError>({ kind: 'interrupted' });

/** false: everything is to end, somebody else has the submission, or it took too long. */
export async function hasAcquired(leased: LeasedSubmission, kind: 'read' | 'write'): Promise<boolean> {
  leased.waitsSince = leased.dependencies.clock.monotonic();
  await rateLimiterOf(leased).turn(leased.record.key.subject, kind, leased.stop.signal);
  leased.waitsSince = null;
  return !leased.stop.signal.aborted;
}

type AnyError = GatewayError | { readonly kind: 'file_gone' };

export function tellOf(
  leased: LeasedSubmission,
  kind: 'read' | 'write',
  reply: Outcome<unknown, AnyError>,
): void {
  const news = rateLimitEventOf(reply.ok ? null : reply.error);
  if (news !== null) rateLimiterOf(leased).tell(kind, news);
}

/** Nothing more can be done for it now: given back, to be looked at again then. */
export async function giveBack(leased: LeasedSubmission, dueAt: number | null): Promise<void> {
  if (leased.isLost) return;
  await leased.dependencies.store.release(heldBy(leased), { version: leased.record.version, dueAt });
  leased.isLost = true;
}
