/** The part of the process that tells webhooks what the store holds for them. */
import { tenant } from '../../../core/model/ids.ts';
import type { Clock } from '../../clock.ts';
import type { TenantConfiguration } from '../../process/configuration/configuration.ts';
import type { ServerLog } from '../../process/log.ts';
import type { WebhookMetrics } from '../metrics.ts';
import { createWebhookSender } from './send-webhook.ts';
import type { WebhookOutbox } from './webhook-event.ts';
import { webhookTargets } from './webhook-targets.ts';
import { createWebhookTeller, type WebhookTeller } from './webhook-teller.ts';

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
