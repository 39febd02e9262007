/** The part of the process that tells webhooks what the store holds for them. */
import { tenant } from '../../../core/model/ids.ts';
import type { Clock } from '../../clock.ts';
import type { WebhookMetrics } from '../../delivery/metrics.ts';
import type { WebhookOutbox } from '../../delivery/webhooks/webhook-event.ts';
import { createWebhookTeller, type WebhookTeller } from '../../delivery/webhooks/webhook-teller.ts';
import type { TenantConfiguration } from '../configuration/tenant-configuration.ts';
import type { ServerLog } from '../log.ts';
import { createWebhookSender } from './send-webhook.ts';
import { webhookTargets } from './webhook-targets.ts';

interface Dependencies {
  readonly tenants: readonly Pick<TenantConfiguration, 'name' | 'webhooks'>[];
  readonly log: ServerLog;
  readonly clock: Clock;
}

export function openWebhooks(
  outbox: WebhookOutbox,
  { tenants, log, clock }: Dependencies,
  metrics: WebhookMetrics,
): WebhookTeller {
  const sender = createWebhookSender({ clock });
  const teller = createWebhookTeller({
    outbox,
    targets: webhookTargets(tenants, sender),
    tenants: tenants.map(({ name }) => tenant(name)),
    clock,
    log,
    metrics,
    random: Math.random,
  });
  return {
    ...teller,
    async drain() {
      await teller.drain();
      await sender.close();
    },
  };
}
