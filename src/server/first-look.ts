/** One quiet look at each service when the server starts: a wrong key is noticed before the first applicant is. */
import type { Outcome } from '../model/outcome.ts';
import type { ServiceError } from '../service/service-error.ts';
import type { ServerLog } from './log.ts';

export interface Looked {
  readonly tenant: string;
  probe(): Promise<Outcome<unknown, Pick<ServiceError, 'kind'>>>;
}

/** What somebody has to mend; anything else may be over in a moment. */
const telling: ReadonlySet<ServiceError['kind']> = new Set([
  'unauthorized',
  'forbidden',
  'not_found',
  'unreachable',
  'timeout',
]);

export async function lookAtServices(
  services: readonly Looked[],
  log: Pick<ServerLog, 'warn'>,
): Promise<void> {
  for (const { tenant, probe } of services) {
    const reply = await probe().catch(() => null);
    if (reply !== null && !reply.ok && telling.has(reply.error.kind))
      log.warn('service_failed', { tenant, cause: reply.error.kind });
  }
}
