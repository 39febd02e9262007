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
      sendSeconds: 15,
      quietSeconds: 60,
      drainSeconds: 0,
      warnings: [],
      tenants: [
        {
          name: 'default',
          serviceUrl: null,
          serviceKey: 'sandbox-key',
          adminKey: 'sandbox-admin',
          origins: 'any',
          semantics: { dateOrder: 'dmy', unanswered: 'hidden' },
          fallbackUrl: null,
          questionsBy: 'job',
          readBack: 'auto',
          withoutReadBack: 'park',
        },
      ],
    },
  });
});

test('a real service has no admin key and no origins unless they are named', () => {
  const read = readConfiguration(real);
  expect(read).toMatchObject({
    ok: true,
    value: {
      sandboxMode: false,
      secrets: [secret],
      store: 'file:.data/apply.db',
      drainSeconds: 5,
      warnings: [expect.stringContaining('Nobody can open a form')],
      tenants: [
        { serviceUrl: 'https://company.example.com', serviceKey: 'key', adminKey: null, origins: [] },
      ],
    },
  });
});

test('the store, the limits of time and what becomes of unclear answers are as they are named', () => {
  const tenants = { one: { readBack: 'list', withoutReadBack: 'resend' } };
  expect(
    readConfiguration({
      ...real,
      APPLY_STORE: 'postgres://db.example/apply',
      APPLY_SEND_SECONDS: '3',
      APPLY_QUIET_SECONDS: '4',
      APPLY_DRAIN_SECONDS: '30',
      ...configOf(tenants),
    }),
  ).toMatchObject({
    ok: true,
    value: {
      store: 'postgres://db.example/apply',
      sendSeconds: 3,
      quietSeconds: 4,
      drainSeconds: 30,
      tenants: [{ readBack: 'list', withoutReadBack: 'resend' }],
    },
  });
});

test('a store that stays needs a secret that stays: in sandbox mode a warning says so', () => {
  const lasting = { ...sandbox, APPLY_STORE: 'file:a.db' };
  expect(warningsOf(lasting)).toEqual([expect.stringContaining('APPLY_SECRET')]);
  expect(warningsOf({ ...lasting, APPLY_SECRET: secret })).toEqual([]);
});

describe('the tag of a tenant, and what closes an application', () => {
  const configured = (member: object) => readConfiguration({ ...real, ...configOf({ a: member }) });
  const tag = { tag: 'Careers portal', context: 'custom_source_of_application' };

  test.each([[tag], [{ tag: 'No right to work', context: 'rejection' }]])(
    '%j is taken, and a line at the start says where it has to be created',
    (given) => {
      const read = configured({ tag: given, adminKey });
      expect(read).toMatchObject({ ok: true, value: { tenants: [{ tag: given }] } });
      expect(read.ok && read.value.warnings).toEqual([
        `The tag "${given.tag}" (${given.context}) of the tenant "a" can be filtered by in the recruitment service only if it was first created there, in its user interface.`,
      ]);
    },
  );

  test.each([
    ['tag', 'Careers portal', ''],
    ['tag', { ...tag, tag: ' portal' }, '.tag'],
    ['tag', { ...tag, tag: 'x'.repeat(256) }, '.tag'],
    ['tag', { ...tag, context: 'source' }, '.context'],
    ['tag', { ...tag, context: 'custom_Source' }, '.context'],
    ['closedWhen', ['withdrawn'], '.0'],
    ['closedWhen', ['hired', 'hired'], ''],
  ])('%s: %j is a fault that says where', (name, value, place) => {
    const faults = faultsOf({ ...real, ...configOf({ a: { [name]: value } }) });
    expect(faults.join()).toContain(`APPLY_CONFIG is not right at tenants.a.${name}${place}: a `);
  });

  test('closed is by default what was rejected or hired', () => {
    const closedWhen = ['rejected', 'hired'];
    expect(configured({})).toMatchObject({ value: { tenants: [{ tag: null, closedWhen }] } });
    expect(configured({ closedWhen: [] })).toMatchObject({ value: { tenants: [{ closedWhen: [] }] } });
  });
});

test.each<readonly [string, readonly string[]]>([
  ['[]', ['its top: {"tenants"']],
  ['{}', ['tenants: one or more tenants are wanted']],
  ['{"tenants": {"a": {}}, "port": 1}', ['port: unknown; {"tenants"']],
  ['{"tenants": {"a b": {}}}', ['tenants.a b: the name of a tenant is ']],
  ['{"tenants": {"a": null}}', ['tenants.a: a tenant takes serviceUrl, ']],
  [
    '{"tenants": {"a": {"closeWhen": [], "foo": 1}}}',
    ['tenants.a.closeWhen: unknown; a tenant takes ', 'tenants.a.foo: unknown; '],
  ],
])('APPLY_CONFIG=%s is a fault that says what is wanted', (text, faults) => {
  expect(faultsOf({ ...real, APPLY_CONFIG: text })).toEqual(
    faults.map((fault) => expect.stringContaining(`APPLY_CONFIG is not right at ${fault}`)),
  );
});

test('a repeated member is a fault that says where, and no other member is called missing', () => {
  const member = '"serviceUrl": "https://a.example.com/", "serviceKey": "k", "dateOrder": "dmy"';
  const config = `{"tenants": {"acme": {${member}, "jobs": {"4720": {}, "4720": {"details": {}}}, "dateOrder": "mdy"}}}`;
  expect(faultsOf({ APPLY_SECRET: secret, APPLY_CONFIG: config })).toEqual(
    ['jobs.4720', 'dateOrder'].map((place) =>
      expect.stringContaining(`tenants.acme.${place}: it stands there more than once`),
    ),
  );
});

const isNone = (value: string) => `: "${value}" is none.`;

/** Each wrong value with what the sentence says of it, which shows no secret. */
const faulty: readonly (readonly [name: string, value: string, says: string])[] = [
  ['APPLY_MODE', 'Sandbox', isNone('Sandbox')],
  ['APPLY_SANDBOX_PUBLIC', 'true', isNone('true')],
  ['PORT', '80a', isNone('80a')],
  ['PORT', '70000', isNone('70000')],
  ['HOST', 'a b', isNone('a b')],
  ['APPLY_TRUST_PROXY', '11', isNone('11')],
  ['APPLY_SEND_SECONDS', '0', isNone('0')],
  ['APPLY_DRAIN_SECONDS', '301', isNone('301')],
  ['APPLY_DATE_ORDER', 'ymd', isNone('ymd')],
  ['APPLY_UNANSWERED', 'shown', isNone('shown')],
  [
    'APPLY_ORIGINS',
    'https://b.example,https://a.example/',
    '"https://a.example/" is not as browsers send it',
  ],
  ['APPLY_ORIGINS', 'https://*.example.com', '"https://*.example.com" has a *'],
  ['APPLY_ORIGINS', 'a.example', '"a.example" does not begin with https:// or http://'],
  ['APPLY_ORIGINS', 'https://a.example"', 'ends in a quote, a bracket or a blank'],
  ['APPLY_ORIGINS', 'https://a.example,,https://b.example', '"" is empty'],
  ['APPLY_ORIGINS', 'https://a%', '"https://a%" has a host or a port that there cannot be'],
  ['APPLY_ORIGINS', 'https://a.example:0', 'has a host or a port that there cannot be'],
  ['APPLY_ORIGINS', 'https://u:pass@a.example', '"https://…@a.example" has a user or a password in it'],
  ['APPLY_ORIGINS', 'https://a.example?key=canary', '"https://a.example?…" has a query'],
  ['APPLY_ORIGINS', 'https://a.example/#canary', '"https://a.example/#…" has a fragment'],
  ['APPLY_SERVICE_URL', 'live_key_canary_9f8a7b', 'it does not begin with https:// or http://'],
  ['APPLY_SERVICE_URL', 'https://a.example:{job}', 'has a host or a port that there cannot be'],
  // It would look like what a gateway has cut off.
  ['APPLY_PUBLIC_URL', 'https://www.example.com/docs/forms', 'has a path of the server itself'],
  ['APPLY_PUBLIC_URL', 'https://www.example.com/careers/frame', 'has a path of the server itself'],
  ['APPLY_FALLBACK_URL', 'javascript:alert(1)', '"javascript:alert(1)" does not begin with'],
  ['APPLY_PUBLIC_JOBS', 'all,4711', '"all" is no id'],
  ['APPLY_PUBLIC_JOBS', '4711;4712', '"4711;4712" is no id, which is 1 to 64 letters, digits, _ and -'],
  ['APPLY_STORE', 'mysql://u:pass@a.example/canary', 'must be file:PATH or postgres://….'],
  ['APPLY_STORE', 'file:', 'must be file:PATH or postgres://….'],
  ['APPLY_SERVICE_KEY', 'two words', ': there is a blank, or no ASCII, in it'],
  ['APPLY_ADMIN_KEY', 'two words', ': there is a blank, or no ASCII, in it'],
  ['APPLY_SECRET', 'short', ': it is shorter'],
  ['APPLY_SECRET', `${secret},short`, ': the second is shorter'],
  ['APPLY_SECRET', `${secret},${secret},${secret}`, ': there are 3'],
  ['APPLY_SCAN', 'clamdscan', 'must be a JSON list'],
  ['APPLY_CONFIG', '{"tenants": {\n  "a": {"origins" ["x"]}}}', ': it is no JSON at line 2, column 19'],
  ['APPLY_CONFIG', './config.json', 'the name of a file goes into APPLY_CONFIG_FILE.'],
];

test.each(faulty)('%s=%j: the sentence says what is wrong with it', (name, value, says) => {
  const faults = faultsOf({ ...real, [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toMatch(new RegExp(`^${name} must be `));
  expect(faults[0]).toContain(says);
  for (const canary of ['pass@', 'canary', secret, 'two words']) expect(faults[0]).not.toContain(canary);
});

test.each<readonly [member: object, place: string, says: string]>([
  [{ origins: ['https://a.example/x'] }, 'origins.0', '"https://a.example/x" is not as browsers send it'],
  [{ origins: 'https://a.example' }, 'origins', '"https://a.example" is none'],
  [{ publicJobs: [4711] }, 'publicJobs', '4711 is none'],
  [{ serviceUrl: 'https://u:hidden@a.example' }, 'serviceUrl', '"https://…@a.example" has a user'],
  [{ serviceKey: 'hidden word' }, 'serviceKey', 'there is a blank, or no ASCII, in it'],
  [{ adminKey: 12345678 }, 'adminKey', 'a key without spaces.'],
  [{ questionsBy: 'role' }, 'questionsBy', 'one of job, posting, all; "role" is none'],
  [
    { documentBytes: 104857601 },
    'documentBytes',
    'a whole number of bytes from 1 to 104857600; 104857601 is none',
  ],
  [
    { documentTypes: ['pdf', 'html'] },
    'documentTypes.1',
    'jpeg, xls, xlsx, pptx, mp4, mov, txt; "html" is none',
  ],
  [
    { webhook: { url: 'a.example/hidden', secret: 'hidden' } },
    'webhook.url',
    'it does not begin with https://',
  ],
])('of a member that is wrong, %j, the sentence says what is wrong with it', (member, place, says) => {
  const faults = faultsOf({ ...real, ...configOf({ a: member }) });
  const own = faults.find((fault) => fault.startsWith(`APPLY_CONFIG is not right at tenants.a.${place}: `));
  expect(own).toContain(says);
  expect(faults.join()).not.toMatch(/hidden|12345678/);
});

test.each([
  [
    'APPLY_ORIGINS',
    'https://a.example, http://localhost:3000,http://[::1]:3000,https://xn--bcher-kva.example',
  ],
  ['APPLY_PUBLIC_JOBS', 'all'],
  ['APPLY_PUBLIC_JOBS', '4711, a_b-c'],
  ['APPLY_PUBLIC_URL', 'https://forms.example.com/'],
  ['APPLY_FALLBACK_URL', 'https://{job}.example.com/apply?job={job}#x'],
])('%s=%s is right (control)', (name, value) => {
  expect(faultsOf({ ...real, [name]: value })).toEqual([]);
});

test('every fault is named at once', () => {
  const faults = faultsOf(Object.fromEntries(faulty)).join('\n');
  for (const [name] of faulty) expect(faults).toContain(name);
});

test.each([
  ['APPLY_SERVICE_KEY', { APPLY_SERVICE_URL: 'https://a.example', APPLY_SECRET: secret }],
  ['APPLY_SECRET', { APPLY_SERVICE_URL: 'https://a.example', APPLY_SERVICE_KEY: 'k' }],
  [
    'APPLY_SERVICE_URL',
    {
      APPLY_SECRET: secret,
      ...configOf({ a: { serviceUrl: 'https://a.example', serviceKey: 'k' }, b: { serviceKey: 'k' } }),
    },
  ],
  [
    'APPLY_SERVICE_KEY',
    {
      APPLY_SECRET: secret,
      APPLY_SERVICE_KEY: 'k',
      ...configOf({ a: { serviceUrl: 'https://a.example' } }),
    },
  ],
  ['APPLY_ADMIN_KEY', { ...sandbox, APPLY_ADMIN_KEY: 'k', ...configOf({ a: {}, b: {} }) }],
])('%s missing or shared is a fault', (name, environment) => {
  expect(faultsOf(environment).some((fault) => fault.includes(name))).toBe(true);
});

test('a secret that would be published is a fault', () => {
  expect(faultsOf({ ...real, VITE_KEY: 'key' }).join()).toContain('VITE_KEY');
});

test('an empty variable counts as unset', () => {
  expect(readConfiguration({ ...sandbox, APPLY_SERVICE_URL: '', PORT: '' })).toMatchObject({
    ok: true,
    value: { sandboxMode: true, port: 3000 },
  });
});

test('two tenants have their own service, key and way of reading', () => {
  const one = { serviceUrl: 'https://one.example', serviceKey: 'k1', questionsBy: 'posting' };
  const two = { serviceUrl: 'https://two.example/base', serviceKey: 'k2', questionFilter: 'plain' };
  const tenants = {
    one: { ...one, adminKey: `one-${adminKey}`, dateOrder: 'mdy' },
    two: { ...two, adminKey: `two-${adminKey}` },
  };
  expect(
    readConfiguration({
      APPLY_SECRET: `${secret},${'t'.repeat(40)}`,
      ...configOf(tenants),
    }),
  ).toMatchObject({
    ok: true,
    value: {
      secrets: [secret, 't'.repeat(40)],
      tenants: [
        { ...one, name: 'one', questionFilter: 'eq', semantics: { dateOrder: 'mdy' } },
        { ...two, name: 'two', questionsBy: 'job' },
      ],
    },
  });
});

test.each<readonly [string, Readonly<Record<string, string>>, unknown]>([
  ['in sandbox mode all', sandbox, 'all'],
  ['before a service none', real, []],
  ['before a service those that are named', { ...real, APPLY_PUBLIC_JOBS: '4711' }, ['4711']],
])('public jobs: %s', (_name, environment, publicJobs) => {
  expect(readConfiguration(environment)).toMatchObject({ ok: true, value: { tenants: [{ publicJobs }] } });
});

test('each tenant has its own public jobs, else those of the variable', () => {
  const tenants = { one: { publicJobs: ['1'] }, two: { publicJobs: [] }, three: {} };
  const read = readConfiguration({
    ...real,
    APPLY_PUBLIC_JOBS: 'all',
    ...configOf(tenants),
  });
  expect(read.ok && read.value.tenants.map(({ publicJobs }) => publicJobs)).toEqual([['1'], [], 'all']);
});

test('an address that ends in /api/v1, which is added to it, is a fault', () => {
  const url = 'https://gateway.example.com/recruit/api/v1/';
  const sentence = (place: string) => `${place} ends in /api/v1, which is added to it.`;
  expect(faultsOf({ ...real, APPLY_SERVICE_URL: url })).toEqual([sentence('APPLY_SERVICE_URL')]);
  const tenants = { one: { serviceUrl: url, serviceKey: 'key' } };
  expect(faultsOf({ ...real, ...configOf(tenants) })).toEqual([
    sentence('APPLY_CONFIG at tenants.one.serviceUrl'),
  ]);
  expect(faultsOf({ ...real, APPLY_SERVICE_URL: url.replace('/api', '/myapi') })).toEqual([]);
});
