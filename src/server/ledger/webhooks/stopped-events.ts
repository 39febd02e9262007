/** What webhooks could not be told, for the operator. */

import type { Tenant } from '../../../core/model/ids.ts';
import type { AttentionWebhook } from '../../ports.ts';
import type { LedgerDependencies } from '../dependencies.ts';
import type { StoppedSubject, WebhookEvent } from './webhook-event.ts';
import { typeOf } from './webhook-message.ts';

export async function listStoppedSubjects(
  { store, clock }: Pick<LedgerDependencies, 'store' | 'clock'>,
  tenant: Tenant,
): Promise<readonly StoppedSubject[]> {
  const all: StoppedSubject[] = [];
  for (;;) {
    const some = await store.webhooks.listSubjects(tenant, all.at(-1)?.subject ?? null);
    all.push(...some);
    if (some.length === 0) return all;
    await clock.sleep(0);
  }
}

export const toAttentionWebhook = (event: WebhookEvent): AttentionWebhook => ({
  id: event.id,
  type: typeOf(event.state),
  code: event.stoppedFor ?? 'expired',
  happenedAt: new Date(event.happenedAt).toISOString(),
});
