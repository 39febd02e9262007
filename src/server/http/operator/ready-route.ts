/**
 * `GET /readyz`: may this process be sent requests? Open to probes, which are told yes or no alone; the holder of an
 * admin key is told why, and what is degraded.
 */
import { success } from '../../../core/model/outcome.ts';
import type { ProxyContext, TenantContext } from '../context.ts';
import type { Checked } from '../refusal.ts';
import { respond } from '../respond.ts';
import { authoriseAdmin, readBearer } from '../sessions/authorise.ts';
import { STORE_PAUSE } from '../submissions/store-failure.ts';

export interface Probe {
  readonly context: ProxyContext;
  readonly request: Request;
  readonly address: string | undefined;
}

/** What keeps receipts from being given. */
type ReadyReason = 'stopping' | 'store' | 'service_refused';

/** A wrong key is refused, not answered like none: who has one wants to know more. */
export async function getReady({ context, request, address }: Probe): Promise<Checked<Response>> {
  const hasKeys = [...context.tenants.values()].some(({ adminKey }) => adminKey !== null);
  const asksMore = hasKeys && readBearer(request) !== null;
  const admin = asksMore ? await authoriseAdmin(context, request, address) : success(null);
  if (!admin.ok) return admin;
  const reasons = await findReasons(context);
  return success(reply(reasons, admin.value === null ? {} : describe(context, reasons, admin.value)));
}

/** A delivery that names no operator is taken to be writable. */
async function findReasons({ operator, readiness }: ProxyContext): Promise<readonly ReadyReason[]> {
  const canWrite = operator === null || (await operator.isReady());
  return [
    ...(readiness?.isStopping() === true ? (['stopping'] as const) : []),
    ...(canWrite ? [] : (['store'] as const)),
    ...(readiness?.isRefused() === true ? (['service_refused'] as const) : []),
  ];
}

const describe = ({ readiness }: ProxyContext, reasons: readonly ReadyReason[], { id }: TenantContext) => ({
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
