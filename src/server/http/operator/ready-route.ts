/**
 * `GET /readyz`: can this process be sent requests? Probes without a key get only yes or no; with an admin key the
 * reply also says why, and what is degraded.
 */
import { success } from '../../../core/model/failure.ts';
import { authoriseAdmin, readBearer } from '../../sessions/authorise.ts';
import { STORE_PAUSE } from '../../submissions/store-failure.ts';
import type { ProxyContext } from '../context.ts';
import type { Checked } from '../refusal.ts';
import { respond } from '../respond.ts';
import type { TenantContext } from '../tenant-context.ts';

export interface Probe {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
}

/** Reasons why no receipts can be given. */
type ReadyReason = 'stopping' | 'store' | 'service_refused';

/** A wrong key is refused rather than ignored, because its sender wants the details. */
export async function getReady({ context, request, address }: Probe): Promise<Checked<Response>> {
  const hasKeys = [...context.tenants.values()].some(({ adminKey }) => adminKey !== null);
  const asksMore = hasKeys && readBearer(request) !== null;
  const admin = asksMore ? await authoriseAdmin(context, request, address) : success(null);
  if (!admin.ok) return admin;
  const reasons = await findReasons(context);
  return success(reply(reasons, admin.value === null ? {} : describe(context, reasons, admin.value)));
}

/** A delivery without an `operator` is assumed to be writable. */
async function findReasons({ operator, readiness }: ProxyContext): Promise<readonly ReadyReason[]> {
  const canWrite = operator === null || (await operator.isReady());
  return [
    ...(readiness?.isStopping() === true ? (['stopping'] as const) : []),
    ...(canWrite ? [] : (['store'] as const)),
    ...(readiness?.isRefused() === true ? (['service_refused'] as const) : []),
  ];
}

const describe = ({ readiness }: ProxyContext, reasons: readonly ReadyReason[], { id }: TenantContext) => ({
  tenant: id,
  reasons,
  degraded: readiness?.degradedOf(id) ?? [],
});

function reply(reasons: readonly ReadyReason[], told: object): Response {
  if (reasons.length === 0) return respond(200, { meta: { state: 'ready', ...told } });
  const headers = { 'retry-after': String(STORE_PAUSE) };
  return respond(503, { errors: [notReady], meta: { state: 'not_ready', ...told } }, headers);
}

const notReady = {
  code: 'service_unavailable',
  status: '503',
  title: 'Service Unavailable',
  detail: 'New requests are to go elsewhere. With the admin key this address says why.',
} as const;
