/** Wires the ledger to the services of its tenants: for the server, and for a proxy that is used by itself. */
import type { Tenant } from '../../core/model/ids.ts';
import type { Staging } from '../ports.ts';
import type { Service } from '../service/create-service.ts';
import {
  defaultRules,
  type LedgerDependencies,
  type LedgerRules,
  silentMetrics,
  timesOf,
} from './dependencies.ts';
import { createHttpGateway, type ReadBack } from './http-gateway.ts';
import { probeWith } from './leased-submission.ts';
import { createLedger, type Ledger } from './ledger.ts';
import type { LedgerStore } from './ledger-store.ts';
import { newReference } from './new-reference.ts';
import { type Allowance, createRateLimiter, type RateLimiter } from './rate-limiter.ts';

export interface DeliveryTenant {
  readonly id: Tenant;
  readonly service: Service;
  readonly readBack?: ReadBack;
  readonly withoutReadBack?: ReturnType<LedgerRules['withoutReadBack']>;
  /** Requests a second at the beginning, for a service that is known to take more than usual. */
  readonly firstRate?: number;
}

type Given = 'cipher' | 'clock' | 'log' | 'lessons';
type Optional = 'ledgerMetrics' | 'webhooks' | 'newReference' | 'taggerOf' | 'consentTagOf';

export interface DeliveryWish
  extends Pick<LedgerDependencies, Given>,
    Partial<Pick<LedgerDependencies, Optional>> {
  readonly store: LedgerStore;
  readonly staging: Staging;
  readonly tenants: readonly DeliveryTenant[];
  /** The turns to ask a service that all processes share; null: the store is of one process. */
  allowanceOf(tenant: Tenant): Allowance | null;
  /** Seconds for one POST. */
  readonly sendSeconds: number;
  /** Seconds after that until a look at the service counts. */
  readonly quietSeconds?: number;
}

export interface OpenDelivery extends Ledger {
  rateLimiterOf(tenant: Tenant): RateLimiter;
}

const QUIET_SECONDS = defaultRules.quiet / 1000;

/** Not started yet. */
export function openDelivery(wish: DeliveryWish): OpenDelivery {
  const { tenants, allowanceOf, sendSeconds, quietSeconds = QUIET_SECONDS, staging, clock } = wish;
  const opened = new Map(
    tenants.map(({ id, service, readBack = 'auto', withoutReadBack = 'park', firstRate }) => {
      const rateLimiter = createRateLimiter({
        clock,
        random: Math.random,
        probe: probeWith(service),
        // An operator who shortens the wait for late answers wants this one shorter too.
        rest: quietSeconds * 500,
        ...(firstRate === undefined ? {} : { firstRate }),
        shared: allowanceOf(id),
      });
      const gateway = createHttpGateway({ service, staging, readBack, clock });
      return [id, { gateway, rateLimiter, withoutReadBack }] as const;
    }),
  );
  const of = (tenant: Tenant) => {
    const found = opened.get(tenant);
    if (found === undefined) throw new Error('A submission belongs to a tenant that is not here.');
    return found;
  };
  const rateLimiterOf = (tenant: Tenant) => of(tenant).rateLimiter;
  const ledger = createLedger({
    ledgerMetrics: silentMetrics,
    newReference,
    ...wish,
    tenants: [...opened.keys()],
    gatewayOf: (tenant) => of(tenant).gateway,
    rateLimiterOf,
    owner: crypto.randomUUID(),
    random: Math.random,
    rules: {
      ...defaultRules,
      ...timesOf(sendSeconds),
      quiet: quietSeconds * 1000,
      withoutReadBack: (tenant) => of(tenant).withoutReadBack,
    },
  });
  return { ...ledger, rateLimiterOf };
}
