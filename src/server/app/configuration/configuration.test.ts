import { describe, expect, test } from 'vitest';
import { readConfiguration } from './configuration.ts';

const secret = 'a secret of thirty-two characters';
const real = {
  APPLY_SERVICE_URL: 'https://company.example.com/',
  APPLY_SERVICE_KEY: 'key',
  APPLY_SECRET: secret,
};

const faultsOf = (environment: Record<string, string>) => {
  const read = readConfiguration(environment);
  return read.ok ? [] : read.error;
};

const sandbox = { APPLY_MODE: 'sandbox' };
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
      APPLY_CONFIG: JSON.stringify({ tenants }),
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
  const warningsOf = (environment: Readonly<Record<string, string>>) => {
    const read = readConfiguration(environment);
    return read.ok ? read.value.warnings.join() : '';
  };
  expect(warningsOf({ ...sandbox, APPLY_STORE: 'file:a.db' })).toContain('APPLY_SECRET');
  expect(warningsOf({ ...sandbox, APPLY_STORE: 'file:a.db', APPLY_SECRET: secret })).toBe('');
});

describe('the tag of a tenant, and what closes an application', () => {
  const configured = (member: object) =>
    readConfiguration({ ...real, APPLY_CONFIG: JSON.stringify({ tenants: { a: member } }) });
  const tag = { tag: 'Careers portal', context: 'custom_source_of_application' };

  test.each([
    [tag],
    [{ tag: 'No right to work', context: 'rejection' }],
    // Of a category of one's own, so it is none of the system's.
    [{ tag: 'internal', context: 'custom_źródło' }],
  ])('%j is taken, and a line at the start says where it has to be created', (given) => {
    const read = configured({ tag: given, adminKey });
    expect(read).toMatchObject({ ok: true, value: { tenants: [{ tag: given }] } });
    expect(read.ok && read.value.warnings).toEqual([
      `The tag "${given.tag}" (${given.context}) of the tenant "a" can be filtered by in the recruitment service only if it was first created there, in its user interface.`,
    ]);
  });

  test('one line a tenant, in sandbox mode too; without a tag none', () => {
    const config = (tenants: object) => ({ ...sandbox, APPLY_CONFIG: JSON.stringify({ tenants }) });
    const two = { one: { tag, adminKey: 'k1' }, two: { tag, adminKey: 'k2' }, three: { adminKey: 'k3' } };
    const [some, none] = [readConfiguration(config(two)), readConfiguration(config({ one: {} }))];
    expect(some.ok && some.value.warnings.map((line) => /tenant "(\w+)"/.exec(line)?.[1])).toEqual([
      'one',
      'two',
    ]);
    expect(none.ok && none.value.warnings).toEqual([]);
  });

  const words =
    'a tag of 1 to 255 characters, and the context of its category: rejection, or custom_ and the name of the category in lower case, with _ for each space';

  test.each([
    ['tag', 'Careers portal', ''],
    ['tag', { tag: 'Careers portal' }, '.context'],
    ['tag', { ...tag, tag: '' }, '.tag'],
    ['tag', { ...tag, tag: ' portal' }, '.tag'],
    ['tag', { ...tag, tag: 'x'.repeat(256) }, '.tag'],
    ['tag', { ...tag, context: 'source' }, '.context'],
    ['tag', { ...tag, context: 'custom_' }, '.context'],
    ['tag', { ...tag, context: 'custom_Source' }, '.context'],
    ['tag', { ...tag, context: 'custom_a b' }, '.context'],
    ['tag', { ...tag, context: null }, '.context'],
    ['tag', { ...tag, colour: 'red' }, '.colour'],
    ['tag', [tag], ''],
  ])('%s: %j is a fault that says what it takes', (name, value, place) => {
    const read = configured({ [name]: value });
    expect(read.ok ? [] : read.error).toContain(
      `APPLY_CONFIG is not right at tenants.a.${name}${place}: ${words}.`,
    );
  });

  test.each([[[]], [['hired']], [['rejected', 'hired']]])('closedWhen: %j is taken', (closedWhen) => {
    expect(configured({ closedWhen })).toMatchObject({ ok: true, value: { tenants: [{ closedWhen }] } });
  });

  test('closed is by default what was rejected or hired', () => {
    const read = configured({});
    expect(read).toMatchObject({ value: { tenants: [{ tag: null, closedWhen: ['rejected', 'hired'] }] } });
  });

  test.each([['rejected'], [['withdrawn']], [['hired', 'hired']]])(
    'closedWhen: %j is a fault',
    (closedWhen) => {
      const read = configured({ closedWhen });
      expect(read.ok ? '' : read.error.join()).toContain(
        'a list of none or some, each once, of rejected, hired.',
      );
    },
  );
});

const faulty: readonly (readonly [string, string])[] = [
  ['APPLY_MODE', 'sandbx'],
  ['APPLY_MODE', 'Service'],
  ['APPLY_SANDBOX_PUBLIC', 'true'],
  ['PORT', 'eighty'],
  ['PORT', '70000'],
  ['PORT', '-1'],
  ['HOST', 'a b'],
  ['APPLY_SERVICE_URL', 'company.example.com'],
  ['APPLY_SERVICE_URL', 'ftp://company.example.com'],
  ['APPLY_SERVICE_URL', 'https://user:pass@company.example.com'],
  ['APPLY_SERVICE_URL', 'https://company.example.com/?x=1'],
  ['APPLY_SERVICE_KEY', 'two words'],
  ['APPLY_SECRET', 'short'],
  ['APPLY_SECRET', `${secret},short`],
  ['APPLY_SECRET', `${secret},${secret},${secret}`],
  ['APPLY_ADMIN_KEY', 'two words'],
  ['APPLY_ADMIN_KEY', adminKey.slice(0, 31)],
  ['APPLY_ORIGINS', '*'],
  ['APPLY_ORIGINS', 'null'],
  ['APPLY_ORIGINS', 'https://a.example/'],
  ['APPLY_ORIGINS', 'https://*.example.com'],
  ['APPLY_ORIGINS', 'https://a.example,,https://b.example'],
  ['APPLY_ORIGINS', 'a.example'],
  ['APPLY_PUBLIC_JOBS', '4711;4712'],
  ['APPLY_STORE', 'mysql://x'],
  ['APPLY_PUBLIC_URL', 'forms'],
  ['APPLY_PUBLIC_URL', 'https://www.example.com/forms?to=us'],
  ['APPLY_PUBLIC_URL', 'https://www.example.com/forms#top'],
  ['APPLY_PUBLIC_URL', 'https://ada:secret@www.example.com/forms'],
  // It could not be told from what a gateway has cut off.
  ['APPLY_PUBLIC_URL', 'https://www.example.com/form/'],
  ['APPLY_PUBLIC_URL', 'https://www.example.com/docs/forms'],
  ['APPLY_PUBLIC_URL', 'https://www.example.com/careers/frame'],
  ['APPLY_FALLBACK_URL', 'javascript:alert(1)'],
  ['APPLY_DATE_ORDER', 'ymd'],
  ['APPLY_UNANSWERED', 'shown'],
  ['APPLY_TRUST_PROXY', 'yes'],
  ['APPLY_SEND_SECONDS', '0'],
  ['APPLY_QUIET_SECONDS', '1.5'],
  ['APPLY_DRAIN_SECONDS', '301'],
  ['APPLY_CONFIG', '{'],
  ['APPLY_CONFIG', '{"tenants": {}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"colour": "red"}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a b": {}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"origins": ["*"]}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"readBack": "sometimes"}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"withoutReadBack": "drop"}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"documentBytes": 0}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"documentBytes": 104857601}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"documentBytes": "10 MB"}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"documentTypes": []}}}'],
  ['APPLY_CONFIG', '{"tenants": {"a": {"documentTypes": ["pdf", "exe"]}}}'],
];

const members =
  'a tenant takes serviceUrl, serviceKey, adminKey, origins, publicJobs, fallbackUrl, dateOrder, unanswered, beacons, questionsBy, questionFilter, readPosting, documentBytes, documentTypes, readBack, withoutReadBack, tag, closedWhen, caps, webhook, details, learnDetails, consent, equality, sections, privacyUrl, nextUrl, nextText, employer, place, logo, challenge, jobs';
const top = '{"tenants": {"default": {…}}} is wanted';
const list = 'one or more tenants are wanted, each by its name: {"default": {…}}';
const address = 'an http or https address without user, query or fragment';

test.each<readonly [string, readonly string[]]>([
  ['[]', [`its top: ${top}`]],
  ['{}', [`tenants: ${list}`]],
  ['{"tenants": {}}', [`tenants: ${list}`]],
  ['{"tenants": []}', [`tenants: ${list}`]],
  ['{"tenants": {"a": {}}, "port": 1}', [`port: unknown; ${top}`]],
  ['{"tenants": {"a b": {}}}', ['tenants.a b: the name of a tenant is 1 to 40 letters, digits, _ and -']],
  ['{"tenants": {"a": null}}', [`tenants.a: ${members}`]],
  [
    '{"tenants": {"a": {"closeWhen": [], "foo": 1}}}',
    [`tenants.a.closeWhen: unknown; ${members}`, `tenants.a.foo: unknown; ${members}`],
  ],
  ['{"tenants": {"a": {"serviceUrl": "company.example"}}}', [`tenants.a.serviceUrl: ${address}`]],
  ['{"tenants": {"a": {"serviceUrl": null}}}', [`tenants.a.serviceUrl: ${address}`]],
  ['{"tenants": {"a": {"questionsBy": "role"}}}', ['tenants.a.questionsBy: one of job, posting, all']],
])('APPLY_CONFIG=%s is a fault that says what is wanted', (text, faults) => {
  expect(faultsOf({ ...real, APPLY_CONFIG: text })).toEqual(
    faults.map((fault) => `APPLY_CONFIG is not right at ${fault}.`),
  );
});

test('a member that stands twice is a fault that says where, and nothing else is said to be missing', () => {
  const member = '"serviceUrl": "https://a.example.com/", "serviceKey": "k", "beacons": "on"';
  const config = `{"tenants": {"acme": {${member}, "jobs": {"4720": {}, "4720": {"details": {}}}, "beacons": "off"}}}`;
  expect(faultsOf({ APPLY_SECRET: secret, APPLY_CONFIG: config })).toEqual([
    'APPLY_CONFIG is not right at tenants.acme.jobs.4720: it stands there more than once, and only the last one would count.',
    'APPLY_CONFIG is not right at tenants.acme.beacons: it stands there more than once, and only the last one would count.',
  ]);
});

test('the name of a file in the place of the JSON text is a fault that says so', () => {
  expect(faultsOf({ ...real, APPLY_CONFIG: './config.json' })).toEqual([
    'APPLY_CONFIG must be the JSON text itself, {"tenants": {"default": {…}}}; the name of a file goes into APPLY_CONFIG_FILE.',
  ]);
});

test('a fault in the limits of files says what they take', () => {
  const tenants = { a: { documentBytes: 0.5, documentTypes: ['pdf', 'html'] } };
  expect(faultsOf({ ...real, APPLY_CONFIG: JSON.stringify({ tenants }) })).toEqual([
    'APPLY_CONFIG is not right at tenants.a.documentBytes: a whole number of bytes from 1 to 104857600.',
    'APPLY_CONFIG is not right at tenants.a.documentTypes.1: a list of one or more of pdf, doc, docx, png, jpeg, xls, xlsx, pptx, mp4, mov, txt.',
  ]);
});

test.each(faulty)('%s=%s is a fault that names the variable and not the value', (name, value) => {
  const faults = faultsOf({ ...real, [name]: value });
  expect(faults).toHaveLength(1);
  expect(faults[0]).toContain(name);
  if (value.length > 6) expect(faults[0]).not.toContain(value);
});

test('every fault is named at once', () => {
  const faults = faultsOf(Object.fromEntries(faulty.slice(0, 33).reverse())).join('\n');
  for (const name of new Set(faulty.slice(0, 33).map(([variable]) => variable)))
    expect(faults).toContain(name);
});

test.each([
  ['APPLY_SERVICE_KEY', { APPLY_SERVICE_URL: 'https://a.example', APPLY_SECRET: secret }],
  ['APPLY_SECRET', { APPLY_SERVICE_URL: 'https://a.example', APPLY_SERVICE_KEY: 'k' }],
  [
    'APPLY_SERVICE_URL',
    {
      APPLY_SECRET: secret,
      APPLY_CONFIG:
        '{"tenants": {"a": {"serviceUrl": "https://a.example", "serviceKey": "k"}, "b": {"serviceKey": "k"}}}',
    },
  ],
  [
    'APPLY_SERVICE_KEY',
    {
      APPLY_SECRET: secret,
      APPLY_SERVICE_KEY: 'k',
      APPLY_CONFIG: '{"tenants": {"a": {"serviceUrl": "https://a.example"}}}',
    },
  ],
  ['APPLY_ADMIN_KEY', { ...sandbox, APPLY_ADMIN_KEY: 'k', APPLY_CONFIG: '{"tenants": {"a": {}, "b": {}}}' }],
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
  const tenants = {
    one: {
      serviceUrl: 'https://one.example',
      serviceKey: 'k1',
      adminKey: `one-${adminKey}`,
      dateOrder: 'mdy',
      questionsBy: 'posting',
    },
    two: {
      serviceUrl: 'https://two.example/base',
      serviceKey: 'k2',
      adminKey: `two-${adminKey}`,
      questionFilter: 'plain',
    },
  };
  expect(
    readConfiguration({
      APPLY_SECRET: `${secret},${'t'.repeat(40)}`,
      APPLY_CONFIG: JSON.stringify({ tenants }),
    }),
  ).toMatchObject({
    ok: true,
    value: {
      secrets: [secret, 't'.repeat(40)],
      tenants: [
        {
          name: 'one',
          serviceUrl: 'https://one.example',
          serviceKey: 'k1',
          questionsBy: 'posting',
          questionFilter: 'eq',
          semantics: { dateOrder: 'mdy' },
        },
        {
          name: 'two',
          serviceUrl: 'https://two.example/base',
          serviceKey: 'k2',
          questionsBy: 'job',
          questionFilter: 'plain',
        },
      ],
    },
  });
});

test.each<readonly [string, Readonly<Record<string, string>>, unknown]>([
  ['in sandbox mode all', sandbox, 'all'],
  ['in sandbox mode those that are named', { ...sandbox, APPLY_PUBLIC_JOBS: '4711, 4712' }, ['4711', '4712']],
  ['before a service none', real, []],
  ['before a service all, when it says so', { ...real, APPLY_PUBLIC_JOBS: 'all' }, 'all'],
  ['before a service those that are named', { ...real, APPLY_PUBLIC_JOBS: '4711' }, ['4711']],
])('public jobs: %s', (_name, environment, publicJobs) => {
  expect(readConfiguration(environment)).toMatchObject({ ok: true, value: { tenants: [{ publicJobs }] } });
});

test('each tenant has its own public jobs, else those of the variable', () => {
  const tenants = {
    one: { publicJobs: ['1'] },
    two: { publicJobs: [] },
    three: {},
  };
  const read = readConfiguration({
    ...real,
    APPLY_PUBLIC_JOBS: 'all',
    APPLY_CONFIG: JSON.stringify({ tenants }),
  });
  expect(read.ok && read.value.tenants.map(({ publicJobs }) => publicJobs)).toEqual([['1'], [], 'all']);
});

describe('an address that ends in /api/v1 is refused with the right one', () => {
  test.each([
    ['https://company.example.com/api/v1', 'https://company.example.com'],
    ['https://company.example.com/api/v1/', 'https://company.example.com'],
    ['https://gateway.example.com/recruit/api/v1', 'https://gateway.example.com/recruit'],
  ])('%s', (wrong, right) => {
    const sentence = (place: string) => `${place} ends in /api/v1, which is added to it: write ${right}`;
    expect(faultsOf({ ...real, APPLY_SERVICE_URL: wrong })).toEqual([sentence('APPLY_SERVICE_URL')]);
    const tenants = { one: { serviceUrl: wrong, serviceKey: 'key' } };
    expect(faultsOf({ ...real, APPLY_CONFIG: JSON.stringify({ tenants }) })).toEqual([
      sentence('APPLY_CONFIG at tenants.one.serviceUrl'),
    ]);
  });

  test.each([
    'https://company.example.com/api',
    'https://company.example.com/myapi/v1',
    'https://api.example.com/v1',
  ])('%s is taken as it is (control)', (url) => {
    expect(faultsOf({ ...real, APPLY_SERVICE_URL: url })).toEqual([]);
  });
});
