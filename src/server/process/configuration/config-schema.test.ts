/** The documented example of a configuration is valid and shows every member. */
import { readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { askedNames } from '../../../core/model/details.ts';
import { formMembers } from '../../forms/form-settings.ts';
import { sampleSettings } from '../sandbox-mode.ts';
import { jobsRule } from './config-schema.ts';
import { configOf, faultsOf, sandbox } from './configuration.support.ts';
import { readConfiguration } from './configuration.ts';

const page = readFileSync(new URL('../../../../public/docs/deploying.md', import.meta.url), 'utf8');
const example = readFileSync(
  new URL('../../../../public/docs/operating/config.example.json', import.meta.url),
  'utf8',
);

const service = {
  APPLY_SERVICE_URL: 'https://company.example.com',
  APPLY_SERVICE_KEY: 'key',
  APPLY_SECRET: 'an-own-secret-of-thirty-two-letters-and-more',
  APPLY_ADMIN_KEY: 'an-own-admin-key-of-thirty-two-letters',
};

test('the documented example is a valid configuration that shows every member', () => {
  const read = readConfiguration({ ...service, APPLY_CONFIG: example });
  if (!read.ok) throw new Error(read.error.join('\n'));
  const { jobs, ...form } = JSON.parse(example).tenants.default;
  expect(read.value.tenants[0]).toMatchObject({ form, jobs });
  expect(Object.keys({ ...form, ...jobs['4711'] }).sort()).toEqual([...formMembers].sort());
});

test('the table of the page names every member and every detail', () => {
  const section = page.slice(
    page.indexOf('\n## What a form asks'),
    page.indexOf('\n## Which jobs visitors see'),
  );
  const rows = [...section.matchAll(/^\| (.+?) \|/gm)].map(([, cell = '']) => cell).join();
  expect(formMembers.filter((name) => !rows.includes(`\`${name}\``))).toEqual([]);
  expect(askedNames.filter((name) => !section.includes(`\`${name}\``))).toEqual([]);
});

const consent = { id: 'process', version: '1', required: true, text: { en: 'I agree.' } };
const secretOf = (bytes: number) => `whsec_${Buffer.alloc(bytes, 'k').toString('base64')}`;
const webhook = { url: 'https://hooks.example.com/apply?from=form', secret: secretOf(24) };
const asks = (more: object) => ({ consent: [{ ...consent, ...more }] });
const sentence = (text: string) => asks({ text: { en: text } });

const faultsOfMember = (member: object) => faultsOf({ ...sandbox, ...configOf({ a: member }) });

test.each<readonly [member: object, path: string, accepts: string]>([
  [{ closeWhen: [] }, 'closeWhen', 'is unknown: the known names are serviceUrl, '],
  [{ origins: ['https://a.example/x'] }, 'origins.0', 'must be origins such as '],
  [{ adminKey: 12345678 }, 'adminKey', 'must be a key without spaces'],
  [{ tag: 'Careers portal' }, 'tag', 'must be a tag'],
  [{ details: { phone: 'yes' } }, 'details.phone', 'must be any of first_name, '],
  [asks({ text: { english: 'I agree.' } }), 'consent.0.text.english', 'must be a sentence'],
  [sentence('I read [it](javascript:alert(1)).'), 'consent.0.text', 'must be a sentence'],
  [asks({ ticked: true }), 'consent.0.ticked', 'is unknown: the known names are id, version, '],
  [{ privacyUrl: 'javascript:alert(1)' }, 'privacyUrl', 'must be an http or https address'],
  [{ jobs: { '47/11': {} } }, 'jobs.47/11', 'must be settings of single jobs'],
  [{ webhook: { url: webhook.url } }, 'webhook.secret', 'must be whsec_'],
  [{ webhook: { ...webhook, url: 'http://hooks.example.com/' } }, 'webhook.url', 'must be an https address'],
  [{ webhook: { ...webhook, url: 'https://me:pw@hooks.example.com/' } }, 'webhook.url', 'must be an https'],
  [{ webhook: { ...webhook, secret: secretOf(23) } }, 'webhook.secret.0', 'must be whsec_'],
])('%j is a fault that names its path and what is accepted', (member, path, accepts) => {
  const faults = faultsOfMember(member);
  expect(faults).toEqual([expect.stringContaining(`APPLY_CONFIG at tenants.a.${path} ${accepts}`)]);
  expect(faults.join()).not.toMatch(/kkkk|a2tra/);
});

test.each([
  ['{}', 'APPLY_CONFIG at tenants must be one or more tenants'],
  ['{"tenants": {"a b": {}}}', 'APPLY_CONFIG at tenants.a b must be '],
  ['{"tenants": {"a": null}}', 'APPLY_CONFIG at tenants.a must be the settings of a tenant'],
])('APPLY_CONFIG=%s is a fault that says what is required', (text, fault) => {
  expect(faultsOf({ ...sandbox, APPLY_CONFIG: text })).toEqual([expect.stringContaining(fault)]);
});

test('reads the webhooks of a tenant and its jobs, and gives no secret to the forms', () => {
  const inner = {
    url: 'http://hooks.internal/',
    secret: `${webhook.secret},${secretOf(64)}`,
    allowPrivate: true,
  };
  const read = readConfiguration({
    ...sandbox,
    ...configOf({ a: { webhook, jobs: { '7': { employer: 'Acme', webhook: inner } } } }),
  });
  if (!read.ok) throw new Error(read.error.join());
  const [tenant] = read.value.tenants;
  expect(tenant?.webhooks.own).toEqual({ url: webhook.url, secrets: [webhook.secret], allowPrivate: false });
  expect(tenant?.webhooks.ofJobs.get('7')).toMatchObject({ allowPrivate: true, secrets: { length: 2 } });
  expect(tenant?.jobs?.['7']).toEqual({ employer: 'Acme' });
});

test('the sample jobs of the sandbox have valid settings', () => {
  expect(jobsRule.safeParse(sampleSettings(null)).success).toBe(true);
});
