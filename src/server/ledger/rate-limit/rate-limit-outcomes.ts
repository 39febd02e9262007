/** What an outcome at the service means for its rate limiter. */
import type { Service } from '../../service/create-service.ts';
import type { GatewayError } from '../service-gateway.ts';
import type { RateLimitEvent } from './rate-limiter.ts';

/** null: nothing was asked of the service. */
export function rateLimitEventOf(
  error: GatewayError | { readonly kind: 'file_gone' } | null,
): RateLimitEvent | null {
  if (error === null) return { kind: 'fine' };
  switch (error.kind) {
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
