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
    expect(read.ok ? '' : read.error.join()).toContain(
      `APPLY_CONFIG is not right at tenants.a.${name}${place}: ${words}`,
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
        'a list of none or some, each once, of rejected, hired',
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
  // It would look like what a gateway has cut off.
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
  'a tenant takes serviceUrl, serviceKey, adminKey, origins, publicJobs, fallbackUrl, dateOrder, unanswered, questionsBy, questionFilter, readPosting, documentBytes, documentTypes, readBack, withoutReadBack, tag, closedWhen, caps, webhook, details, learnDetails, consent, equality, sections, privacyUrl, nextUrl, nextText, employer, place, logo, challenge, jobs';
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
  ['{"tenants": {"a": {"serviceUrl": null}}}', [`tenants.a.serviceUrl: ${address}; null is none`]],
  [
    '{"tenants": {"a": {"questionsBy": "role"}}}',
    ['tenants.a.questionsBy: one of job, posting, all; "role" is none'],
  ],
])('APPLY_CONFIG=%s is a fault that says what is wanted', (text, faults) => {
  expect(faultsOf({ ...real, APPLY_CONFIG: text })).toEqual(
    faults.map((fault) => `APPLY_CONFIG is not right at ${fault}.`),
  );
});

test('a member that stands twice is a fault that says where, and nothing else is said to be missing', () => {
  const member = '"serviceUrl": "https://a.example.com/", "serviceKey": "k", "dateOrder": "dmy"';
  const config = `{"tenants": {"acme": {${member}, "jobs": {"4720": {}, "4720": {"details": {}}}, "dateOrder": "mdy"}}}`;
  expect(faultsOf({ APPLY_SECRET: secret, APPLY_CONFIG: config })).toEqual([
    'APPLY_CONFIG is not right at tenants.acme.jobs.4720: it stands there more than once, and only the last one would count.',
    'APPLY_CONFIG is not right at tenants.acme.dateOrder: it stands there more than once, and only the last one would count.',
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
    'APPLY_CONFIG is not right at tenants.a.documentBytes: a whole number of bytes from 1 to 104857600; 0.5 is none.',
    'APPLY_CONFIG is not right at tenants.a.documentTypes.1: a list of one or more of pdf, doc, docx, png, jpeg, xls, xlsx, pptx, mp4, mov, txt; "html" is none.',
  ]);
});

const secrets = /SECRET|KEY|CONFIG|STORE/;

test.each(faulty)(
  '%s=%s is a fault that names the variable, and the value unless it is secret',
  (name, value) => {
    const faults = faultsOf({ ...real, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toContain(name);
    if (!secrets.test(name)) expect(faults[0]).toMatch(/: "[^"]*" .+\.$/);
    else if (value.length > 6) expect(faults[0]).not.toContain(value);
    expect(faults[0]).not.toContain('pass@');
  },
);

/** Each wrong value with what the sentence says of it. */
const reasons: Readonly<Record<string, readonly (readonly [value: string, says: string])[]>> = {
  APPLY_ORIGINS: [
    ['https://a.example/jobs', '"https://a.example/jobs" has a path, write "https://a.example"'],
    ['https://a.example/', '"https://a.example/" has a slash at its end, write "https://a.example"'],
    ['https://b.example,https://a.example/', '"https://a.example/" has a slash at its end'],
    ['a.example', '"a.example" has no https:// in front, write "https://a.example"'],
    ['//a.example', '"//a.example" has no https:// in front, write "https://a.example"'],
    ['a.example:8443', '"a.example:8443" has no https:// in front, write "https://a.example:8443"'],
    ['localhost:3000', '"localhost:3000" has no http:// in front, write "http://localhost:3000"'],
    ['*', '"*" has a *, which stands for nothing here: name each origin'],
    ['https://*.example.com', '"https://*.example.com" has a *'],
    ['"https://a.example"', 'has quotes, brackets or blanks around it, write "https://a.example"'],
    ['‘https://a.example’', 'has quotes, brackets or blanks around it, write "https://a.example"'],
    ['["https://a.example"]', 'has quotes, brackets or blanks around it, write "https://a.example"'],
    ['https://a.example;https://b.example', 'write "https://a.example,https://b.example"'],
    ['https://a.example https://b.example', 'write "https://a.example,https://b.example"'],
    ['https://a.example\nhttps://b.example', 'write "https://a.example,https://b.example"'],
    ['null', '"null" is what browsers send of pages that cannot be told apart'],
    ['http:/a.example', 'has not "://" after its beginning, write "http://a.example"'],
    ['https:a.example', 'has not "://" after its beginning, write "https://a.example"'],
    ['https//a.example', 'has not "://" after its beginning, write "https://a.example"'],
    ['https:///a.example', 'has not "://" after its beginning, write "https://a.example"'],
    ['https://', '"https://" names no host'],
    [
      'https://u:pass@a.example',
      '"https://…@a.example" has a user or a password in it, write "https://a.example"',
    ],
    ['https://a.example?key=hidden', '"https://a.example?…" has a query, write "https://a.example"'],
    ['https://a.example/#top', '"https://a.example/#…" has a fragment, write "https://a.example"'],
    ['HTTPS://A.example', 'is sent by browsers in another form, write "https://a.example"'],
    ['https://a.example:443', 'is sent by browsers in another form, write "https://a.example"'],
    ['https://bücher.example', 'is sent by browsers in another form, write "https://xn--bcher-kva.example"'],
    ['https://a.example:0', '"https://a.example:0" has a port that is not from 1 to 65535'],
    ['https://a.example:99999', '"https://a.example:99999" has a port that is not from 1 to 65535'],
    ['https://a example', 'has ; or blanks in it'],
    ['https://a%', '"https://a%" has no host that there can be'],
    ['file:///a.html', '"file:///a.html" begins with "file:"'],
    ['https://a.example,,https://b.example', '"" is empty, by a comma too many'],
    ['https://a.example,', '"" is empty, by a comma too many'],
    [
      'a.example,https://b.example/x',
      '"a.example" has no https:// in front, write "https://a.example"; "https://b.example/x" has a path',
    ],
  ],
  APPLY_SERVICE_URL: [
    ['live_key_hidden_9f8a7b', 'it has no https:// in front'],
    ['https://a.example:{job}', 'has no host that there can be'],
    ['a.example', 'has no https:// in front, write "https://a.example"'],
    ['ftp://a.example', 'begins with "ftp:", and not with https:// or http://'],
    [
      'https://u:pass@a.example/x',
      '"https://…@a.example/x" has a user or a password in it, write "https://a.example/x"',
    ],
    ['https://a.example/?key=hidden', 'has a query, write "https://a.example"'],
    ["'https://a.example'", 'has quotes, brackets or blanks around it, write "https://a.example"'],
    ['https:/a.example', 'has not "://" after its beginning, write "https://a.example"'],
  ],
  APPLY_PUBLIC_URL: [
    ['[::1]:3000', 'has no http:// in front, write "http://[::1]:3000"'],
    ['forms.example.com', 'has no https:// in front, write "https://forms.example.com"'],
    ['https://forms.example.com:70000', 'has a port that is not from 1 to 65535'],
    ['https://forms.example.com#x', 'has a fragment, write "https://forms.example.com"'],
  ],
  APPLY_FALLBACK_URL: [
    ['"https://u:pass@a.example/{job}"', 'has quotes, brackets or blanks around it'],
    ['javascript:alert(1)', 'begins with "javascript:"'],
    ['careers.example.com/{job}', 'has no https:// in front, write "https://careers.example.com/{job}"'],
  ],
  APPLY_PUBLIC_JOBS: [
    ['ALL', '"ALL" is no id: "all" stands alone, in lower case'],
    ['all,4711', '"all" is no id: "all" stands alone'],
    ['4711;4712', '"4711;4712" is no id, which is 1 to 64 letters, digits, _ and -, write "4711,4712"'],
    ['4711 4712', 'write "4711,4712"'],
    ['["4711"]', 'write "4711"'],
    ['4711,,4712', '"" is empty, by a comma too many'],
    ['https://a.example/4711', 'is no id'],
  ],
  APPLY_STORE: [
    ['mysql://u:pass@a.example/x', ': it begins with "mysql://"'],
    ['/data/apply.db', ': it has neither of them in front'],
    ['file:', ': nothing follows "file:"'],
    ['"file:apply.db"', ': there are quotes or blanks around it'],
  ],
  PORT: [
    ['80a', ': "80a" is none'],
    ['70000', ': "70000" is none'],
    ['"3000"', 'is none, write "3000"'],
    ['3000 ', ': "3000 " is none, write "3000"'],
  ],
  APPLY_MODE: [['Sandbox', ': "Sandbox" is none, write "sandbox"']],
  APPLY_SANDBOX_PUBLIC: [['YES', ': "YES" is none, write "yes"']],
  APPLY_TRUST_PROXY: [['11', ': "11" is none']],
  APPLY_SEND_SECONDS: [['15s', ': "15s" is none']],
  HOST: [['http://0.0.0.0/', ': "http://0.0.0.0/" is none']],
  APPLY_SERVICE_KEY: [
    ['two words', ': there is a blank in it'],
    ['schlüssel', ': there is a character in it that is none of ASCII'],
    ['one\ntwo', ': there is a line break in it'],
  ],
  APPLY_SECRET: [
    ['short', ': it is shorter'],
    [`${secret},short`, ': the second is shorter'],
    [`${secret},${secret},${secret}`, ': there are 3'],
  ],
  APPLY_CONFIG: [
    ['{"tenants": {\n  "a": {"origins" ["x"]}}}', ': it is no JSON at line 2, column 19'],
    ['{"tenants": {}', ': it ends too soon'],
  ],
};

describe.each(Object.entries(reasons))('a wrong value of %s', (name, table) => {
  test.each(table)('%j: the sentence says what is wrong with it', (value, says) => {
    const faults = faultsOf({ ...real, [name]: value });
    expect(faults).toHaveLength(1);
    expect(faults[0]).toMatch(new RegExp(`^${name} must be `));
    expect(faults[0]).toContain(says);
    for (const hidden of ['pass@', 'hidden', secret, 'two words', 'schlüssel'])
      expect(faults[0]).not.toContain(hidden);
  });
});

test.each<readonly [member: object, place: string, says: string]>([
  [
    { origins: ['https://a.example/x'] },
    'origins.0',
    '"https://a.example/x" has a path, write "https://a.example"',
  ],
  [{ origins: 'https://a.example' }, 'origins', '"https://a.example" is none'],
  [{ publicJobs: ['4711', 'all'] }, 'publicJobs.1', '"all" is no id: "all" stands alone'],
  [{ publicJobs: [4711] }, 'publicJobs', '4711 is none'],
  [{ publicJobs: '4711' }, 'publicJobs', '"4711" is none'],
  [
    { serviceUrl: 'https://u:hidden@a.example' },
    'serviceUrl',
    '"https://…@a.example" has a user or a password in it',
  ],
  [{ serviceKey: 'hidden word' }, 'serviceKey', 'there is a blank in it'],
  [{ adminKey: 12345678 }, 'adminKey', 'a key without spaces.'],
  [{ dateOrder: 'ymd' }, 'dateOrder', '"ymd" is none'],
  [{ documentBytes: '10 MB' }, 'documentBytes', '"10 MB" is none'],
  [{ caps: { queued: 0 } }, 'caps.queued', '0 is none'],
  [{ logo: 'http://a.example/x.png' }, 'logo', '"http://a.example/x.png" begins with "http:"'],
  [{ webhook: { url: 'a.example/hidden', secret: 'hidden' } }, 'webhook.url', 'it has no https:// in front'],
])('of a member that is wrong, %j, the sentence says what is wrong with it', (member, place, says) => {
  const faults = faultsOf({ ...real, APPLY_CONFIG: JSON.stringify({ tenants: { a: member } }) });
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
  ['APPLY_STORE', 'file:/a b.db'],
])('%s=%s is right (control)', (name, value) => {
  expect(faultsOf({ ...real, [name]: value })).toEqual([]);
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
