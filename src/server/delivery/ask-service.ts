/** Each request to the service waits for its turn, and tells what became of it. */
import { failure, type Outcome } from '../../core/model/outcome.ts';
import type { ServiceError } from '../service/service-error.ts';
import { heldBy, type Lane, paceOf } from './leased-submission.ts';
import { paceNewsOf } from './rate-limit/rate-limit-outcomes.ts';
import type { CarrierError } from './service-gateway.ts';

/** null: no turn came before everything was to end. */
export async function askToRead<Value>(
  lane: Lane,
  ask: () => Promise<Outcome<Value, CarrierError>>,
): Promise<Outcome<Value, CarrierError> | null> {
  if (!(await haveTurn(lane, 'read'))) return null;
  const reply = await ask().catch(interrupted);
  tellOf(lane, 'read', reply);
  return reply;
}

/** Nobody knows whether it went. */
export const interrupted = () => failure<ServiceError>({ kind: 'interrupted' });

/** false: everything is to end, somebody else has the submission, or it took too long. */
export async function haveTurn(lane: Lane, kind: 'read' | 'write'): Promise<boolean> {
  lane.waitsSince = lane.means.clock.monotonic();
  await paceOf(lane).turn(lane.record.key.subject, kind, lane.stop.signal);
  lane.waitsSince = null;
  return !lane.stop.signal.aborted;
}

type AnyError = CarrierError | { readonly kind: 'file_gone' };

export function tellOf(lane: Lane, kind: 'read' | 'write', reply: Outcome<unknown, AnyError>): void {
  const news = paceNewsOf(reply.ok ? null : reply.error);
  if (news !== null) paceOf(lane).tell(kind, news);
}

/** Nothing more can be done for it now: given back, to be looked at again then. */
export async function giveBack(lane: Lane, dueAt: number | null): Promise<void> {
  if (lane.isLost) return;
  await lane.means.store.release(heldBy(lane), { version: lane.record.version, dueAt });
  lane.isLost = true;
}
