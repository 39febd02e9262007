/** What `APPLY_CONFIG` may say as `webhook` of a tenant, and of single jobs (`public/docs/webhooks.md`). */
import * as z from 'zod';
import type { WebhookAddress } from '../../ledger/webhooks/send-webhook.ts';
import type { TenantWebhooks } from '../../ledger/webhooks/webhook-targets.ts';
import { webAddress } from './rules.ts';
import type { Member } from './tenant-schema.ts';

/** Bytes, as Standard Webhooks has it. */
const [SHORTEST, LONGEST] = [24, 64];
const PREFIX = 'whsec_';

function isSecret(text: string): boolean {
  const encoded = text.slice(PREFIX.length);
  if (!text.startsWith(PREFIX) || !/^[A-Za-z0-9+/]+={0,2}$/.test(encoded) || encoded.length % 4 !== 0)
    return false;
  const { length } = Buffer.from(encoded, 'base64');
  return length >= SHORTEST && length <= LONGEST;
}

/** The newest first: receivers that know either can tell that it is us. */
const secrets = z
  .string()
  .max(250)
  .transform((text) => text.split(','))
  .pipe(z.array(z.string().refine(isSecret)).min(1).max(2));

/** A user in it would be sent on each try, and a fragment is none of an address that is asked. */
function isRightAddress(text: string): boolean {
  if (!URL.canParse(text)) return false;
  const { username, password, hash } = new URL(text);
  return [username, password, hash].every((part) => part === '');
}

export const webhookRule = z
  .strictObject({
    url: webAddress.refine(isRightAddress),
    secret: secrets,
    allowPrivate: z.boolean().default(false),
  })
  .refine(({ url, allowPrivate }) => allowPrivate || /^https:/i.test(url), { path: ['url'] })
  .transform(({ url, secret, allowPrivate }): WebhookAddress => ({ url, secrets: secret, allowPrivate }));

export const webhookWords =
  'a webhook as {"url": "https://…", "secret": "whsec_…"}, with "allowPrivate": true for http and addresses of inner networks';

export const webhookPartWords: ReadonlyMap<string, string> = new Map([
  ['webhook.url', 'an https address without user or fragment; http only with "allowPrivate": true'],
  [
    'webhook.secret',
    `whsec_ and ${SHORTEST} to ${LONGEST} random bytes in base64, as echo whsec_$(openssl rand -base64 32) makes one; while it is changed two as NEW,OLD`,
  ],
]);

export function webhooksOf({ webhook: own, jobs = {} }: Pick<Member, 'webhook' | 'jobs'>): TenantWebhooks {
  const ofJobs = Object.entries(jobs).flatMap(([job, { webhook }]) =>
    webhook === undefined ? [] : [[job, webhook] as const],
  );
  return { own: own ?? null, ofJobs: new Map(ofJobs) };
}

/** Of what the forms of jobs are given: a secret stays where it is used. */
export const withoutWebhooks = <Settings extends { readonly webhook?: unknown }>(
  jobs: Readonly<Record<string, Settings>>,
): Readonly<Record<string, Omit<Settings, 'webhook'>>> =>
  Object.fromEntries(
    Object.entries(jobs).map(([job, { webhook: _webhook, ...settings }]) => [job, settings]),
  );
