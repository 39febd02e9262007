/** What the routes know of one tenant, created once with the proxy. */
import { type Tenant, tenant } from '../../core/model/ids.ts';
import type { Clock } from '../clock.ts';
import { type DocumentType, documentTypes } from '../files/types.ts';
import type { FormSource } from '../forms/form-cache.ts';
import { createService, type Service } from '../service/create-service.ts';
import type { Session } from '../sessions/tokens.ts';
import { FILE_LIMIT_BYTES } from './limits.ts';
import { type ApplicationEnd, applicationEnds, type ProxyOptions, type TenantOptions } from './options.ts';

/** A tenant's options together with what is created once for it. */
export interface TenantContext extends TenantOptions {
  readonly id: Tenant;
  readonly service: Service;
  readonly closedWhen: readonly ApplicationEnd[];
  /** Limits for a file that is given as an answer. */
  readonly documents: { readonly bytes: number; readonly types: readonly DocumentType[] };
}

export function createTenantContext(one: TenantOptions, options: ProxyOptions, clock: Clock): TenantContext {
  const { send = fetch, sendSeconds, onServiceReply } = options;
  const limit = sendSeconds === undefined ? {} : { writeLimit: sendSeconds * 1000 };
  const id = tenant(one.name);
  const service = createService({
    baseUrl: one.serviceUrl,
    key: one.serviceKey,
    send,
    clock,
    onReply: (outcome) => onServiceReply?.(id, outcome),
    ...limit,
  });
  const { closedWhen = applicationEnds } = one;
  const { documentBytes: bytes = FILE_LIMIT_BYTES, documentTypes: types = documentTypes } = one;
  return { ...one, id, service, closedWhen, documents: { bytes, types } };
}

export const formSource = (tenant: TenantContext, session: Pick<Session, 'questionable'>): FormSource => ({
  tenant: tenant.id,
  service: tenant.service,
  semantics: tenant.semantics,
  filterForm: tenant.questionFilter,
  questionable: session.questionable,
});
