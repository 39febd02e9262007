import { describe, expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';
import { webhookRule } from './webhook-schema.ts';

const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'k').toString('base64')}`;
const SECRET = secretOf(24);
const url = 'https://hooks.example.com/apply?from=form';

const read = (tenant: object) =>
  readConfiguration({ APPLY_MODE: 'sandbox', APPLY_CONFIG: JSON.stringify({ tenants: { a: tenant } }) });

test('a webhook is read, of a tenant and of single jobs', () => {
  const configuration = read({
    webhook: { url, secret: `${SECRET},${secretOf(64)}` },
    jobs: { '7': { employer: 'Acme', webhook: { url, secret: SECRET } } },
  });
  if (!configuration.ok) throw new Error(configuration.error.join());
  const [tenant] = configuration.value.tenants;
  expect(tenant?.webhooks.own).toEqual({ url, secrets: [SECRET, secretOf(64)], allowPrivate: false });
  expect(tenant?.webhooks.ofJobs.get('7')).toEqual({ url, secrets: [SECRET], allowPrivate: false });
  // What the forms are given has no secret in it.
  expect(tenant?.jobs?.['7']).toEqual({ employer: 'Acme' });
});

describe('what is wrong with a webhook is said, and never its secret', () => {
  test.each<readonly [string, unknown, string]>([
    ['no secret', { url }, 'webhook.secret'],
    ['no address', { secret: SECRET }, 'webhook.url'],
    ['http', { url: 'http://hooks.example.com/', secret: SECRET }, 'webhook.url'],
    ['a user in it', { url: 'https://me:pw@hooks.example.com/', secret: SECRET }, 'webhook.url'],
    ['a fragment', { url: `${url}#x`, secret: SECRET }, 'webhook.url'],
    ['a short secret', { url, secret: secretOf(23) }, 'webhook.secret'],
    ['a long secret', { url, secret: secretOf(65) }, 'webhook.secret'],
    ['a secret without whsec_', { url, secret: SECRET.slice(6) }, 'webhook.secret'],
    ['no base64', { url, secret: `whsec_${'?'.repeat(32)}` }, 'webhook.secret'],
    ['three secrets', { url, secret: [SECRET, SECRET, SECRET].join(',') }, 'webhook.secret'],
    ['an unknown member', { url, secret: SECRET, retry: true }, 'webhook.retry'],
  ])('%s', (_what, webhook, place) => {
    for (const tenant of [{ webhook }, { jobs: { '7': { webhook } } }]) {
      const configuration = read(tenant);
      const faults = configuration.ok ? [] : configuration.error;
      expect(faults).toHaveLength(1);
      expect(faults[0]).toContain(place);
      expect(faults[0]).not.toContain(SECRET.slice(6));
    }
  });
});

test.each(['http://127.0.0.1:4000/told', 'http://hooks.internal/'])(
  '%s is allowed where inner addresses are',
  (inner) => {
    expect(webhookRule.safeParse({ url: inner, secret: SECRET, allowPrivate: true }).success).toBe(true);
    expect(webhookRule.safeParse({ url: inner, secret: SECRET }).success).toBe(false);
  },
);
