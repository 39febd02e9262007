/** Which address is told what, as the tenants configure it: a job's own webhook takes the place of its tenant's. */
import { type JobId, jobId, type Tenant, tenant } from '../../../core/model/ids.ts';
import type { TenantConfiguration } from '../../process/configuration/configuration.ts';
import type { WebhookAddress, WebhookSender } from './send-webhook.ts';
import type { WebhookScope } from './webhook-event.ts';
import type { WebhookTarget } from './webhook-teller.ts';

/** Of one tenant. */
export interface TenantWebhooks {
  /** null: there is none but of single jobs. */
  readonly own: WebhookAddress | null;
  readonly ofJobs: ReadonlyMap<string, WebhookAddress>;
}

type Configured = readonly Pick<TenantConfiguration, 'name' | 'webhooks'>[];

export function webhookTargets(
  tenants: Configured,
  sender: Pick<WebhookSender, 'tell'>,
): readonly WebhookTarget[] {
  const found = new Map<string, { readonly address: WebhookAddress; readonly scopes: WebhookScope[] }>();
  const add = (address: WebhookAddress, scope: WebhookScope) => {
    const name = JSON.stringify(address);
    const known = found.get(name) ?? { address, scopes: [] };
    known.scopes.push(scope);
    found.set(name, known);
  };
  for (const { name, webhooks } of tenants) {
    const except = [...webhooks.ofJobs.keys()].map(jobId);
    if (webhooks.own !== null) add(webhooks.own, { tenant: tenant(name), only: null, except });
    for (const [job, address] of webhooks.ofJobs)
      add(address, { tenant: tenant(name), only: jobId(job), except: [] });
  }
  return [...found.values()].flatMap(({ address, scopes: [first, ...others] }) =>
    first === undefined
      ? []
      : [{ scopes: [first, ...others], tell: (message) => sender.tell(address, message) }],
  );
}

/** Whether there is a webhook for the forms of this job, or of one that is not known. */
export function webhookFinder(tenants: Configured): (tenant: Tenant, job: JobId | null) => boolean {
  const all = new Map(tenants.map(({ name, webhooks }) => [tenant(name), webhooks]));
  return (name, job) => {
    const webhooks = all.get(name);
    return webhooks?.own != null || (job !== null && webhooks?.ofJobs.has(job) === true);
  };
}
