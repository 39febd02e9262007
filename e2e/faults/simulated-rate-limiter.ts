import { createRateLimiter, type RateLimiter } from '../../src/server/ledger/rate-limiter.ts';
import type { Host } from './host.ts';
import type { Network } from './network.ts';
import type { World } from './world.ts';

interface RateLimiterDependencies {
  readonly world: World;
  readonly host: Host;
  readonly network: Network;
}

/** @param learns as in production; else requests may go at once, sometimes late */
export function createSimulatedRateLimiter(
  learns: boolean,
  { world: { random }, host, network }: RateLimiterDependencies,
): RateLimiter {
  const { clock } = host;
  if (!learns) return createUnlimitedRateLimiter(random.next, clock);
  const probe = async () => {
    const reply = await host.receive(network.read(() => null));
    return { kind: reply.ok ? 'fine' : 'unclear' } as const;
  };
  return createRateLimiter({ clock, random: random.next, probe });
}

function createUnlimitedRateLimiter(random: () => number, clock: Host['clock']): RateLimiter {
  return {
    acquire: async (_subject, _kind, signal) => {
      if (random() < 0.1) await clock.sleep(random() * 5_000, signal);
    },
    report: () => undefined,
    isOpen: () => true,
    figures: () => ({ rate: 50, waiting: 0, blockedUntil: 0, breaker: 'closed' }),
  };
}
