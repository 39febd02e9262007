/** The tenants with what is made once for each. */
import { type Tenant, tenant } from '../model/ids.ts';
import { createService, type Service } from '../service/create-service.ts';
import type { ProxyOptions, TenantOptions } from './options.ts';

export interface TenantRoom extends TenantOptions {
  readonly id: Tenant;
  readonly service: Service;
}

export function createTenants(options: ProxyOptions): ReadonlyMap<string, TenantRoom> {
  const { send = fetch, sendSeconds } = options;
  return new Map(
    options.tenants.map((one) => {
      const service = createService({
        baseUrl: one.serviceUrl,
        key: one.serviceKey,
        send,
        ...(sendSeconds === undefined ? {} : { writeLimit: sendSeconds * 1000 }),
      });
      return [one.name, { ...one, id: tenant(one.name), service }];
    }),
  );
}
