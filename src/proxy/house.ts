/** Everything that the routes share, made once when the proxy is made. */
import type { Delivery, Staging } from '../model/ports.ts';
import type { Send } from '../service/send-request.ts';
import type { Authority } from './authorise.ts';
import { createFormCache, type FormCache, type FormSource } from './form-cache.ts';
import { createJobCache, type JobCache } from './job-cache.ts';
import { deriveKeys } from './keys.ts';
import { createLimits } from './limits.ts';
import { type Log, silentLog } from './log.ts';
import { createMemoryDelivery } from './memory-delivery.ts';
import { createMemoryStaging } from './memory-staging.ts';
import { createMemoryTreeStore } from './memory-tree-store.ts';
import type { ProxyOptions } from './options.ts';
import { createTenants, type TenantRoom } from './tenants.ts';
import { createTokens, type Session } from './tokens.ts';

export interface House extends Authority {
  readonly delivery: Delivery;
  readonly staging: Staging;
  readonly forms: FormCache;
  readonly jobs: JobCache;
  readonly log: Log;
  readonly send: Send;
  readonly sandbox: ProxyOptions['sandbox'];
  readonly now: () => number;
}

/** Not by the delivery's own clock: a wait that nobody waits for any more must not keep a process alive. */
const sleep = (milliseconds: number): Promise<void> =>
  new Promise((resolve) => {
    setTimeout(resolve, milliseconds);
  });

export async function createHouse(options: ProxyOptions): Promise<House> {
  const { log = silentLog, now = Date.now, send = fetch, publicOrigin, sandbox } = options;
  const [first, ...others] = await Promise.all(options.secrets.map(deriveKeys));
  if (first === undefined) throw new Error('The proxy needs a secret.');
  const tenants = createTenants(options);
  const staging = options.staging ?? createMemoryStaging(now);
  const delivery =
    options.delivery ?? createMemoryDelivery({ serviceOf: serviceOf(tenants), staging, log, now, sleep });
  return {
    tenants,
    tokens: createTokens([first, ...others], now),
    keys: first,
    limits: createLimits(),
    publicOrigin,
    delivery,
    staging,
    forms: createFormCache({ trees: options.trees ?? createMemoryTreeStore(), log, now }),
    jobs: createJobCache(now),
    log,
    send,
    sandbox,
    now,
  };
}

const serviceOf =
  (tenants: ReadonlyMap<string, TenantRoom>) =>
  ({ tenant }: { readonly tenant: string }) => {
    const room = tenants.get(tenant);
    if (room === undefined) throw new Error('A submission belongs to a tenant that is not here.');
    return room.service;
  };

export const formSource = (tenant: TenantRoom, session: Pick<Session, 'questionable'>): FormSource => ({
  tenant: tenant.id,
  service: tenant.service,
  semantics: tenant.semantics,
  filterForm: tenant.questionFilter,
  questionable: session.questionable,
});
