/** The ledger of a proxy that is given no delivery: over its store, as the server's own. */
import type { Tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import type { Cipher } from '../ledger/cipher.ts';
import { defaultRules, silentMetrics, timesOf } from '../ledger/dependencies.ts';
import { createHttpGateway } from '../ledger/http-gateway.ts';
import { probeWith } from '../ledger/leased-submission.ts';
import { createLedger, type Ledger } from '../ledger/ledger.ts';
import { createRateLimiter } from '../ledger/rate-limiter.ts';
import type { Log } from '../log.ts';
import type { Staging } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import { newReference } from '../submissions/new-reference.ts';
import type { ProxyStore } from './proxy-store.ts';

export interface DeliveryWish {
  readonly store: Pick<ProxyStore, 'ledger' | 'lessons' | 'allowanceOf'>;
  readonly services: ReadonlyMap<Tenant, Service>;
  readonly staging: Staging;
  readonly cipher: Cipher;
  readonly clock: Clock;
  readonly log: Log;
  /** Seconds for one POST. */
  readonly sendSeconds: number;
  /** Requests a second at the beginning, for a service that is known to take more than usual. */
  readonly firstRateOf: (tenant: Tenant) => number | undefined;
}

/** Not started yet. */
export function openDelivery({ store, services, sendSeconds, ...wish }: DeliveryWish): Ledger {
  const { staging, clock, firstRateOf } = wish;
  const opened = new Map(
    [...services].map(([tenant, service]) => {
      const firstRate = firstRateOf(tenant);
      const rate = firstRate === undefined ? {} : { firstRate };
      const shared = store.allowanceOf(tenant);
      const rules = { clock, random: Math.random, probe: probeWith(service), shared, ...rate };
      const gateway = createHttpGateway({ service, staging, readBack: 'auto', clock });
      return [tenant, { gateway, rateLimiter: createRateLimiter(rules) }] as const;
    }),
  );
  const of = (tenant: Tenant) => {
    const found = opened.get(tenant);
    if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
    return found;
  };
  return createLedger({
    ...wish,
    store: store.ledger,
    lessons: store.lessons,
    tenants: [...opened.keys()],
    gatewayOf: (tenant) => of(tenant).gateway,
    rateLimiterOf: (tenant) => of(tenant).rateLimiter,
    ledgerMetrics: silentMetrics,
    owner: crypto.randomUUID(),
    newReference,
    random: Math.random,
    rules: { ...defaultRules, ...timesOf(sendSeconds) },
  });
}
