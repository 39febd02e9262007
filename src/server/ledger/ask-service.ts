/** Each request to the service waits for the rate limiter and reports its outcome to it. */
import { failure, type Outcome } from '../../core/model/failure.ts';
import type { Service } from '../service/create-service.ts';
import type { ServiceError } from '../service/service-error.ts';
import { heldBy, type LeasedSubmission, rateLimiterOf } from './leased-submission.ts';
import type { RateLimitEvent } from './rate-limiter.ts';
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

/** What an outcome at the service means for its rate limiter; null: nothing was asked of the service. */
export function rateLimitEventOf(error: AnyError | null): RateLimitEvent | null {
  switch (error?.kind) {
    case 'file_gone':
    case 'unreadable_file':
      return null;
    case 'rate_limited':
      return { kind: 'limited', retryAfter: error.retryAfter };
    case 'unauthorized':
    case 'forbidden':
      return { kind: 'denied' };
    case 'unreachable':
      return { kind: 'unreachable' };
    case 'server_error':
    case 'interrupted':
    case 'timeout':
    case 'bad_document':
      return { kind: 'unclear' };
    // A refusal is an answer, so the service works.
    case 'impossible':
    case 'unproven':
    case 'not_found':
    case 'bad_request':
    case 'invalid':
    case undefined:
      return { kind: 'fine' };
  }
}

/** Asks a service whether it is well. */
export const probeWith =
  ({ probe }: Pick<Service, 'probe'>): (() => Promise<RateLimitEvent>) =>
  async () => {
    const reply = await probe();
    return rateLimitEventOf(reply.ok ? null : reply.error) ?? { kind: 'fine' };
  };
