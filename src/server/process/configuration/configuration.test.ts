import { describe, expect, test } from 'vitest';
import { configOf, faultsOf, real, sandbox, secret, warningsOf } from './configuration.support.ts';
import { readConfiguration } from './configuration.ts';

const adminKey = 'the-key-of-the-operator-of-all-forms';

test('sandbox mode is ready to use with nothing else set', () => {
  const read = readConfiguration(sandbox);
  expect(read).toMatchObject({
    ok: true,
    value: {
      port: 3000,
      host: '127.0.0.1',
      sandboxMode: true,
      trustProxy: 0,
      store: null,
      warnings: [],
      tenants: [
        {
          name: 'default',
          serviceUrl: '',
          serviceKey: 'sandbox-key',
          adminKey: 'sandbox-admin',
          origins: 'any',
          publicJobs: 'all',
          semantics: { dateOrder: 'dmy', unanswered: 'hidden' },
          fallbackUrl: null,
        },
      ],
    },
  });
});

test('a real service has no admin key, no origins and no public jobs unless they are named', () => {
  const tenant = { adminKey: null, origins: [], publicJobs: [], closedWhen: ['rejected', 'hired'] };
  expect(readConfiguration(real)).toMatchObject({
    ok: true,
    value: { sandboxMode: false, secrets: [secret], store: 'file:.data/apply.db', tenants: [tenant] },
  });
});

test('tenants use their own settings, and otherwise those of the variables', () => {
  const one = {
    serviceUrl: 'https://one.example',
    serviceKey: 'k1',
    questionsBy: 'posting',
    readBack: 'list',
  };
  const two = { serviceUrl: 'https://two.example/base', serviceKey: 'k2', publicJobs: ['1'] };
  const tenants = { one: { ...one, adminKey: `one-${adminKey}`, dateOrder: 'mdy' }, two };
  const secrets = [secret, 't'.repeat(40)];
  const read = readConfiguration({
    APPLY_SECRET: secrets.join(),
    APPLY_PUBLIC_JOBS: 'all',
    APPLY_STORE: 'postgres://db.example/apply',
    APPLY_SEND_SECONDS: '3',
    ...configOf(tenants),
  });
  expect(read).toMatchObject({
    ok: true,
    value: {
      secrets,
      store: 'postgres://db.example/apply',
      sendSeconds: 3,
      tenants: [
        { ...one, name: 'one', publicJobs: 'all', semantics: { dateOrder: 'mdy' } },
        { ...two, name: 'two', questionsBy: 'job' },
      ],
    },
  });
});

test('sandbox mode warns about a lasting store without a lasting secret', () => {
  const lasting = { ...sandbox, APPLY_STORE: 'file:a.db' };
  expect(warningsOf(lasting)).toEqual([expect.stringContaining('APPLY_SECRET')]);
  expect(warningsOf({ ...lasting, APPLY_SECRET: secret })).toEqual([]);
});

/** Invalid values, none of which a fault may show. */
const faulty: readonly (readonly [name: string, value: string, accepts?: string])[] = [
  ['APPLY_MODE', 'Sandbox', 'one of service, sandbox.'],
  ['PORT', '80a', 'a number from 0 to 65535.'],
  ['APPLY_TRUST_PROXY', '11'],
  ['APPLY_ORIGINS', 'https://b.example,https://a.example/', 'origins such as https://careers.example.com, '],
  ['APPLY_ORIGINS', 'https://*.example.com'],
  ['APPLY_ORIGINS', 'https://u:canary@a.example'],
  ['APPLY_ORIGINS', 'https://a.example?key=canary'],
  ['APPLY_SERVICE_URL', 'live_key_canary_9f8a7b'],
  ['APPLY_SERVICE_URL', 'https://a.example/recruit/api/v1/', 'without /api/v1, which is appended'],
  // A path would look like one that a gateway has cut off.
  ['APPLY_PUBLIC_URL', 'https://www.example.com/docs/forms'],
  ['APPLY_FALLBACK_URL', 'javascript:alert(1)'],
  ['APPLY_PUBLIC_JOBS', 'all,4711'],
  ['APPLY_STORE', 'mysql://u:canary@a.example', 'file:PATH or postgres://….'],
  ['APPLY_SERVICE_KEY', 'two words'],
  ['APPLY_SECRET', `${secret},short`, 'at least 32 characters'],
  ['APPLY_SCAN', 'clamdscan', 'a JSON list'],
  ['APPLY_CONFIG', '{"tenants": {\n  "a": {"origins" ["canary"]}}}', 'it is not JSON at line 2, column 19.'],
  ['APPLY_CONFIG', './config.json', 'the name of a file goes into APPLY_CONFIG_FILE'],
];

test.each(faulty.map(([name, value, accepts = '']) => ({ name, value, accepts })))(
  '$name=$value is one fault that says what is accepted',
  ({ name, value, accepts }) => {
    const faults = faultsOf({ ...real, [name]: value });
    expect(faults).toEqual([expect.stringMatching(new RegExp(`^${name}( at tenants)? must be `))]);
    expect(faults[0]).toContain(accepts);
    for (const canary of ['canary', secret, 'two words']) expect(faults[0]).not.toContain(canary);
  },
);

test.each([
  ['APPLY_ORIGINS', 'https://a.example, http://[::1]:3000,https://xn--bcher-kva.example'],
  ['APPLY_PUBLIC_JOBS', '4711, a_b-c'],
  ['APPLY_PUBLIC_URL', 'https://forms.example.com/'],
  ['APPLY_FALLBACK_URL', 'https://{job}.example.com/apply?job={job}#x'],
  ['APPLY_SERVICE_URL', 'https://gateway.example.com/myapi/v1/'],
])('control: %s=%s is valid', (name, value) => {
  expect(faultsOf({ ...real, [name]: value })).toEqual([]);
});

test('the start fails and names every unknown variable that begins with APPLY_', () => {
  const names = ['APPLY_SERVICE_ULR', 'APPLY_SECRET_FIEL', 'APPLY_Public_Jobs'];
  const given = Object.fromEntries(names.map((name) => [name, 'canary']));
  expect(faultsOf({ ...sandbox, ...given })).toEqual(
    names.map((name) => `${name} is not a variable of Apply Form.`),
  );
});

test.each([
  ['APP_SECRET', 'canary'],
  ['APPLY_SERVICE_HOST', 'canary'],
  ['APPLY_COLOUR', ''],
])('%s="%s" belongs to another program or is empty, and is ignored', (name, value) => {
  expect(warningsOf({ ...sandbox, [name]: value })).toEqual([]);
});

const own = { serviceUrl: 'https://a.example', serviceKey: 'k' };
test.each([
  ['APPLY_SERVICE_KEY', { APPLY_SERVICE_URL: 'https://a.example', APPLY_SECRET: secret }],
  ['APPLY_SECRET', { APPLY_SERVICE_URL: 'https://a.example', APPLY_SERVICE_KEY: 'k' }],
  ['APPLY_SERVICE_URL', { APPLY_SECRET: secret, ...configOf({ a: own, b: { serviceKey: 'k' } }) }],
  [
    'APPLY_SERVICE_KEY',
    { APPLY_SECRET: secret, APPLY_SERVICE_KEY: 'k', ...configOf({ a: { serviceUrl: own.serviceUrl } }) },
  ],
  ['APPLY_ADMIN_KEY', { ...sandbox, APPLY_ADMIN_KEY: 'k', ...configOf({ a: {}, b: {} }) }],
])('a missing or shared %s is a fault', (name, environment) => {
  expect(faultsOf(environment).some((fault) => fault.startsWith(name))).toBe(true);
});

test.each([
  [{}, 'No one can open a form'],
  [{ APPLY_PUBLIC_JOBS: 'all' }, 'Only our own pages'],
  [{ APPLY_ADMIN_KEY: 'a'.repeat(32) }, ''],
])('a server that no one can use gives one warning: %j', (environment, sentence) => {
  const warnings = warningsOf({ ...real, APPLY_ADMIN_KEY: '', ...environment });
  expect(warnings).toHaveLength(sentence === '' ? 0 : 1);
  expect(warnings.join()).toContain(sentence);
});

describe('a key of a server with a real service', () => {
  test.each<readonly [string, Readonly<Record<string, string>>]>([
    ['that is published', { APPLY_ADMIN_KEY: 'sandbox-admin' }],
    ['that is too short', { APPLY_ADMIN_KEY: 'k'.repeat(31) }],
    ['of a tenant that is too short', configOf({ a: { adminKey: 'k'.repeat(31) } })],
    ['that is also the secret', { APPLY_ADMIN_KEY: adminKey, APPLY_SECRET: `${secret},${adminKey}` }],
    ['that is given twice', { APPLY_SECRET: `${secret},${secret}` }],
    ['that is also the key of the service', { APPLY_ADMIN_KEY: adminKey, APPLY_SERVICE_KEY: adminKey }],
  ])('%s is a fault that does not show it', (_name, given) => {
    const faults = faultsOf({ ...real, ...given });
    expect(faults).toEqual([expect.stringContaining('openssl rand -hex 32 makes one.')]);
    for (const key of [secret, adminKey, 'kkkk', 'sandbox-admin']) expect(faults[0]).not.toContain(key);
  });
});
