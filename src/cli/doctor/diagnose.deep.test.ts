import { describe, expect, test } from 'vitest';
import { diagnose } from './diagnose.ts';
import {
  DIGEST,
  endpointFact,
  FORMS,
  formFact,
  frameFact,
  pageFacts,
  scriptFact,
  tagOf,
} from './facts.support.ts';
import type { PageFacts, Probe } from './facts.ts';
import { reportLines } from './report.ts';

const namesOf = (more: Partial<PageFacts>) => diagnose(pageFacts(more)).map(({ name }) => name);
const linesOf = (more: Partial<PageFacts>) => diagnose(pageFacts(more)).flatMap(({ fix }) => fix.lines);
const seenOf = (more: Partial<PageFacts>) => diagnose(pageFacts(more)).map(({ seen }) => seen);
const helper = scriptFact({ file: 'frame.js', address: `${FORMS}/frame.js` });
const inFrame = (frame: PageFacts['frames'][number]): Partial<PageFacts> => ({
  scripts: [helper],
  forms: [],
  frames: [frame],
});
const policy = (text: string): Partial<PageFacts> => ({ policies: [{ text, meta: null }] });
const notLoaded = { live: { state: null, codes: [], questions: null } };
const failed = (code: string) => ({ live: { state: 'error', codes: [code], questions: null } });

test('nothing is wrong with a page that works, by script, by element or by iframe', () => {
  expect(namesOf({})).toEqual([]);
  expect(namesOf({ forms: [formFact({ tag: tagOf('script', {}, { hasContent: false }) })] })).toEqual([]);
  expect(namesOf(inFrame(frameFact()))).toEqual([]);
});

describe('a security policy', () => {
  test('is told its directives as they must read, and nothing for styles', () => {
    const more = {
      ...policy("default-src 'self'; script-src 'self' https://cdn.example.com; style-src 'none'"),
      scripts: [scriptFact({ loading: 'failed' })],
      forms: [formFact(notLoaded)],
    };
    expect(namesOf(more)).toEqual(['policy']);
    expect(linesOf(more)).toEqual([
      "script-src 'self' https://cdn.example.com https://forms.example.com;",
      "connect-src 'self' https://forms.example.com;",
    ]);
  });

  test('that allows nothing loses its none', () => {
    const more = { ...policy("default-src 'none'"), forms: [formFact(notLoaded)] };
    expect(linesOf(more)).toContain('connect-src https://forms.example.com;');
  });

  test('that names the script alone blocks what the script loads later', () => {
    expect(namesOf(policy(`script-src ${FORMS}/apply-form.js`))).toEqual(['policy']);
    expect(namesOf(policy(`script-src ${FORMS}/`))).toEqual([]);
  });

  test('with a nonce and strict-dynamic needs the nonce on our script', () => {
    const strict = policy("script-src 'nonce-abc' 'strict-dynamic'");
    const blocked = { ...strict, scripts: [scriptFact({ loading: 'failed' })], forms: [formFact(notLoaded)] };
    expect(linesOf(blocked)).toEqual([`<script nonce="…" src="${FORMS}/apply-form.js" async></script>`]);
    expect(namesOf({ ...strict, scripts: [scriptFact({}, { nonce: 'abc' })] })).toEqual([]);
    // One that the page's own script has put there.
    expect(namesOf({ ...strict, scripts: [scriptFact({ loading: 'loaded' })] })).toEqual([]);
  });

  test('of several each one must allow', () => {
    const policies = [
      { text: `connect-src ${FORMS}`, meta: null },
      { text: "connect-src 'self'", meta: tagOf('meta') },
    ];
    expect(diagnose(pageFacts({ policies })).map(({ where }) => where?.name)).toEqual(['meta']);
  });

  test('that the browser reads more strictly is believed', () => {
    const text = 'connect-src *';
    const violations = [{ directive: 'connect-src', blocked: `${FORMS}/sessions`, policy: text }];
    expect(namesOf({ ...policy(text), violations })).toEqual(['policy']);
    const others = [{ directive: 'connect-src', blocked: 'https://ads.example.com/', policy: text }];
    expect(namesOf({ ...policy(text), violations: others })).toEqual([]);
  });
});

describe('integrity', () => {
  const pinned = (integrity: string, more: Partial<PageFacts> = {}) => ({
    scripts: [
      scriptFact(
        { address: `${FORMS}/1.2.0/apply-form.js`, version: '1.2.0', loading: 'failed' },
        { integrity, crossorigin: '' },
      ),
    ],
    forms: [formFact(notLoaded)],
    ...more,
  });

  test.each([
    `sha384-${DIGEST}`,
    `sha384-${'B'.repeat(64)} sha384-${DIGEST}`,
    `sha256-wrong sha384-${DIGEST}`,
    'md5-old',
    '',
  ])('%s lets the script run', (integrity) => {
    const { scripts } = pinned(integrity);
    expect(namesOf({ scripts: scripts.map((script) => ({ ...script, loading: 'loaded' })) })).toEqual([]);
  });

  test('of several hashes the strongest kind decides', () => {
    expect(namesOf(pinned(`sha384-${DIGEST} sha512-${'B'.repeat(86)}`))).toEqual(['integrity_mismatch']);
  });

  test('that is wrong is told the right hash', () => {
    expect(linesOf(pinned(`sha384-${'B'.repeat(64)}`))).toEqual([`integrity="sha384-${DIGEST}"`]);
  });

  test('of a script that was changed on its way is never to be copied', () => {
    const published = { version: '1.2.0', files: { '/1.2.0/apply-form.js': `sha384-${'B'.repeat(64)}` } };
    const more = pinned(`sha384-${'B'.repeat(64)}`, { endpoints: [endpointFact({ published })] });
    expect(namesOf(more)).toEqual(['integrity_mismatch']);
    expect(linesOf(more)).toEqual([]);
  });

  test('without a version is told the pinned tag, wrong or right', () => {
    const tag = `<script src="${FORMS}/1.2.0/apply-form.js" integrity="sha384-${DIGEST}" crossorigin="anonymous" async></script>`;
    const evergreen = (integrity: string) => ({
      scripts: [scriptFact({}, { integrity, crossorigin: '' })],
    });
    expect(namesOf(evergreen(`sha384-${DIGEST}`))).toEqual(['integrity_on_evergreen']);
    expect(linesOf(evergreen(`sha384-${DIGEST}`))).toEqual([tag]);
    expect(linesOf(evergreen(`sha384-${'B'.repeat(64)}`))).toEqual([tag]);
  });
});

describe('a script', () => {
  const forms = [formFact(notLoaded)];

  test.each([
    [{ kind: 'none', reason: 'there is no server of this name' }, 'does not answer: there is no server'],
    [{ kind: 'other', status: 404, type: 'text/html' }, 'answers 404'],
    [{ kind: 'other', status: 200, type: 'text/html' }, 'is no script: it comes as text/html'],
  ] as const)('that comes as %j is not found', (answer, words) => {
    const more = { scripts: [scriptFact({ loading: 'failed', answer })], forms };
    expect(namesOf(more)).toEqual(['script_not_found']);
    expect(seenOf(more)[0]).toContain(words);
  });

  test('that is there and does not run is blocked by something else', () => {
    expect(namesOf({ scripts: [scriptFact({ loading: 'failed' })], forms })).toEqual(['script_blocked']);
  });

  test.each(['text/javascript', 'module', ''])('of the type "%s" runs', (type) => {
    expect(namesOf({ scripts: [scriptFact({}, { type })] })).toEqual([]);
  });

  test('twice with the same content does no harm', () => {
    const pinnedCopy = scriptFact({ address: `${FORMS}/1.2.0/apply-form.js`, version: '1.2.0' });
    expect(namesOf({ scripts: [scriptFact(), pinnedCopy] })).toEqual([]);
  });

  test('is not missed where a bundle has registered the element', () => {
    expect(namesOf({ scripts: [], isDefined: true })).toEqual([]);
    expect(namesOf({ scripts: [], isDefined: false, forms })).toEqual(['script_missing']);
    expect(namesOf({ scripts: [], isDefined: false, forms, examinedBy: 'fetch' })).toEqual([]);
  });

  test('whose name is misspelt is named, in the place of what it leaves undone', () => {
    const at = (address: string) =>
      scriptFact({ address, loading: 'failed', answer: { kind: 'other', status: 404, type: 'text/html' } });
    const misspelt = [at(`${FORMS}/aply-form.js`)];
    const alone = { scripts: [], isDefined: false, misspelt };
    expect(namesOf({ ...alone, forms: [formFact(notLoaded)] })).toEqual(['script_not_found']);
    expect(namesOf({ ...alone, forms: [] })).toEqual(['script_not_found']);
    expect(namesOf({ ...alone, misspelt: [], forms: [] })).toEqual(['no_form']);
    expect(seenOf({ ...alone, forms: [] })[0]).toContain(`${FORMS}/aply-form.js answers 404.`);
    expect(linesOf({ ...alone, forms: [] })).toEqual([`src="${FORMS}/apply-form.js"`]);
    const pinned = { ...alone, misspelt: [at(`${FORMS}/1.2.0/applyform.js`)], forms: [] };
    expect(linesOf(pinned)).toEqual([`src="${FORMS}/1.2.0/apply-form.js"`]);
  });

  test('whose attribute is misspelt makes no form, and is told the right name', () => {
    const scripts = [scriptFact({}, { 'data-aply-job': '4711' })];
    const found = diagnose(pageFacts({ scripts, forms: [] }));
    expect(found.map(({ name }) => name)).toEqual(['no_form', 'unknown_attribute']);
    expect(found[0]?.fix.say).toBe('Write data-apply-job instead.');
    expect(found[1]?.fix.lines).toEqual(['data-apply-job="4711"']);
  });

  test('whose attribute is misspelt beside others is told so with the form that it makes', () => {
    const tag = tagOf('script', { 'data-aply-job': '4711', 'data-apply-lang': 'de' });
    const found = seenOf({ forms: [formFact({ ...notLoaded, tag, attributes: { lang: 'de' } })] });
    expect(found[0]).toContain('does not know data-aply-job: data-apply-job is its name.');
  });

  test('may come over http where the page asks for https first', () => {
    const scripts = [scriptFact({ address: 'http://forms.example.com/apply-form.js', loading: 'unknown' })];
    expect(namesOf({ scripts })).toEqual(['mixed_content']);
    expect(namesOf({ scripts, ...policy('upgrade-insecure-requests') })).toEqual([]);
  });

  test('may come over http from this machine itself', () => {
    const scripts = [scriptFact({ address: 'http://localhost:3000/apply-form.js', loading: 'unknown' })];
    expect(namesOf({ scripts })).toEqual([]);
  });
});

describe('an endpoint', () => {
  const at = (endpoint: string | null, written: string) =>
    formFact({ ...notLoaded, endpoint, attributes: { job: '4711', endpoint: written } });

  test('that does not answer is wrong, and the one of the script is better', () => {
    const address = 'https://old.example.com';
    const silent = endpointFact({ address, health: { kind: 'none', reason: 'nothing listens there' } });
    const found = diagnose(pageFacts({ forms: [at(address, address)], endpoints: [silent, endpointFact()] }));
    expect(found.map(({ name, seen }) => `${name}: ${seen}`)).toEqual([
      'wrong_endpoint: https://old.example.com does not answer: nothing listens there.',
    ]);
    expect(found[0]?.fix.say).toContain('Remove the attribute endpoint');
  });

  test('that leads elsewhere is wrong, since a browser does not follow there', () => {
    const moved = endpointFact({ movedTo: 'https://www.forms.example.com' });
    expect(linesOf({ forms: [at(FORMS, FORMS)], endpoints: [moved] })).toEqual([
      'endpoint="https://www.forms.example.com"',
    ]);
  });

  test('with a path too many is told the one without', () => {
    const address = `${FORMS}/api`;
    const other = endpointFact({ address, health: { kind: 'other', status: 404 } });
    const more = { scripts: [], forms: [at(address, address)], endpoints: [other, endpointFact()] };
    expect(linesOf(more)).toEqual([`endpoint="${FORMS}"`]);
  });

  test.each([
    ['forms.example.com', 'endpoint="https://forms.example.com"'],
    ['htp:/forms.example.com/', 'endpoint="https://forms.example.com"'],
    ['the server', 'endpoint="https://forms.example.com"'],
  ])('"%s" is no address', (written, line) => {
    const more = { forms: [at(null, written)] };
    expect(namesOf(more)).toEqual(['wrong_endpoint']);
    expect(linesOf(more)).toEqual([line]);
  });

  test('is not named again where its script was not found', () => {
    const silence = { kind: 'none', reason: 'nothing listens there' } as const;
    const more = {
      scripts: [scriptFact({ loading: 'failed', answer: silence })],
      forms: [formFact({ ...notLoaded, probe: silence })],
      endpoints: [endpointFact({ health: silence })],
    };
    expect(namesOf(more)).toEqual(['script_not_found']);
  });
});

describe('what the forms server answers', () => {
  const refused = (status: number, code: string): Probe => ({ kind: 'refused', status, code });

  test.each([
    [refused(403, 'origin_not_allowed'), 'origin_not_allowed'],
    [refused(403, 'job_not_public'), 'job_not_public'],
    [refused(404, 'not_found'), 'job_not_found'],
    [refused(400, 'bad_request'), 'job_not_found'],
    [refused(401, 'token_expired'), 'token_expired'],
    [refused(401, 'token_invalid'), 'token_invalid'],
    [refused(401, 'unauthorized'), 'token_invalid'],
    [refused(503, 'service_unavailable'), 'service_unavailable'],
    [refused(502, 'bad_document'), 'service_unavailable'],
    [refused(422, 'no_job'), 'form_failed'],
    [refused(429, 'rate_limited'), 'form_failed'],
    [refused(409, 'of_next_year'), 'form_failed'],
    [{ kind: 'none', reason: 'the connection failed' }, 'form_failed'],
    [{ kind: 'form', state: 'closed', questions: 3 }, 'job_closed'],
  ] as const)('%j is named %s', (probe, name) => {
    expect(namesOf({ forms: [formFact({ ...failed('offline'), probe })] })).toEqual([name]);
    expect(namesOf(inFrame(frameFact({ ...failed('offline'), probe })))).toEqual([name]);
  });

  test.each([
    ['not_found', 404, { posting: '64711' }, 'for posting 64711, asked', '<apply-form job="…">'],
    ['no_job', 422, { posting: '64711' }, 'for posting 64711, asked', undefined],
    ['no_job', 422, { job: '4711' }, 'for job 4711, asked', undefined],
  ] as const)(
    '%s (%i) of %j names what was asked for, and what to write',
    (code, status, attributes, seen, line) => {
      const form = formFact({ ...failed('offline'), attributes, probe: refused(status, code) });
      expect(diagnose(pageFacts({ forms: [form] }))).toMatchObject([{ seen: expect.stringContaining(seen) }]);
      expect(linesOf({ forms: [form] })[0]).toBe(line);
    },
  );

  test('a posting beside a job has no effect, and beside a token neither has', () => {
    const both = formFact({ attributes: { job: '4711', posting: '64711' } });
    const all = formFact({ attributes: { token: 'abc', job: '4711', posting: '64711' } });
    expect(namesOf({ forms: [both] })).toEqual(['unknown_attribute']);
    expect(namesOf({ forms: [all] })).toEqual(['unknown_attribute', 'unknown_attribute']);
    expect(namesOf({ forms: [formFact({ attributes: { posting: '64711' } })] })).toEqual([]);
  });

  test('tells of the public address where the page, or the frame, is under another name of the server', () => {
    const probe = refused(403, 'origin_not_allowed');
    const { origin } = new URL(FORMS);
    expect(linesOf(inFrame(frameFact({ ...failed('offline'), probe })))).toEqual([
      `APPLY_PUBLIC_URL=${origin}`,
    ]);
    expect(linesOf({ forms: [formFact({ ...failed('offline'), probe })] })).toEqual([
      `APPLY_ORIGINS=${new URL(pageFacts({}).url).origin}`,
    ]);
  });

  test('is said once of two forms, but for what is each one’s own', () => {
    const two = (probe: Probe) => {
      const form = { ...failed('offline'), probe };
      return { forms: [formFact(form), formFact({ ...form, attributes: { job: '4712' } })] };
    };
    expect(namesOf(two(refused(404, 'not_found')))).toEqual(['job_not_found', 'job_not_found']);
    const same = formFact({ ...failed('offline'), probe: refused(403, 'origin_not_allowed') });
    expect(namesOf({ forms: [same, same] })).toEqual(['origin_not_allowed']);
  });
});

describe('a form without an explanation', () => {
  const open: Probe = { kind: 'form', state: 'open', questions: 14 };

  test('is never passed over', () => {
    expect(namesOf({ forms: [formFact({ ...failed('offline'), probe: open })] })).toEqual(['form_failed']);
    const loading = { live: { state: 'loading', codes: [], questions: null }, probe: open };
    expect(namesOf({ forms: [formFact(loading)] })).toEqual(['form_not_ready']);
    expect(namesOf({ forms: [formFact({ ...notLoaded, probe: open })] })).toEqual(['form_not_ready']);
  });

  test('is not hidden by what is wrong with another one', () => {
    const forms = [
      formFact({ ...notLoaded, attributes: {} }),
      formFact({ ...failed('offline'), probe: open }),
    ];
    expect(namesOf({ forms })).toEqual(['no_token_or_job', 'form_failed']);
  });

  test('has said itself in the console what to do', () => {
    const said = ['<apply-form> lost its request to https://forms.example.com.'];
    expect(linesOf({ said, forms: [formFact({ ...failed('offline'), probe: open })] })).toEqual(said);
  });

  test('cannot be told from a good one without a browser', () => {
    const form = formFact({ live: null, probe: open });
    expect(namesOf({ examinedBy: 'fetch', forms: [form] })).toEqual([]);
  });
});

describe('an iframe', () => {
  test.each([
    [[["'self'", 'https://portal.example.com']], ['frame_refused']],
    [[["'none'"]], ['frame_refused']],
    [[['*'], ["'self'"]], ['frame_refused']],
    [[["'self'", 'https://careers.example.com']], []],
    [[['https://*.example.com']], []],
  ])('under frame-ancestors %j: %j', (ancestors, names) => {
    const answer = { kind: 'page', status: 200, ancestors, frameOptions: null } as const;
    expect(namesOf(inFrame(frameFact({ answer })))).toEqual(names);
  });

  test('is refused by X-Frame-Options only where no policy says who may frame the page', () => {
    const answer = { kind: 'page', status: 200, frameOptions: 'SAMEORIGIN' } as const;
    expect(namesOf(inFrame(frameFact({ answer: { ...answer, ancestors: [] } })))).toEqual(['frame_refused']);
    expect(namesOf(inFrame(frameFact({ answer: { ...answer, ancestors: [['*']] } })))).toEqual([]);
  });

  test.each([{ title: '' }, { title: '  ' }])('with %j has no name', (attributes) => {
    expect(namesOf(inFrame(frameFact({}, attributes)))).toEqual(['missing_title']);
  });

  test.each([
    { title: '', 'aria-label': 'Apply' },
    { title: '', 'aria-labelledby': 'heading' },
  ])('with %j has one', (attributes) => {
    expect(namesOf(inFrame(frameFact({}, attributes)))).toEqual([]);
  });

  test('may be sandboxed as long as it can run, speak to its server and send', () => {
    const sandbox = 'allow-scripts allow-same-origin allow-forms';
    expect(namesOf(inFrame(frameFact({}, { sandbox })))).toEqual([]);
    expect(linesOf(inFrame(frameFact({}, { sandbox: 'allow-scripts' })))).toEqual([`sandbox="${sandbox}"`]);
  });

  test('without an address is told one', () => {
    expect(namesOf(inFrame(frameFact({ address: '', live: null })))).toEqual(['wrong_endpoint']);
  });

  test.each([
    [`${FORMS}/form#token=SECRET`, 'frame_refused', ''],
    [`${FORMS}/frame/default?token=SECRET`, 'no_token_or_job', ''],
    [`${FORMS}/frame/default#token=SECRET`, 'policy', "frame-src 'self'"],
    ['http://forms.example.com/frame/default#token=SECRET', 'mixed_content', ''],
  ])('at %s keeps its token out of what is printed', (address, name, text) => {
    const frame = frameFact({ address, live: null, probe: { kind: 'none', reason: 'no' } });
    const facts = pageFacts({ ...inFrame(frame), ...policy(text) });
    const lines = reportLines(facts, diagnose(facts)).join();
    expect(lines).toContain(name);
    expect(lines).not.toContain('SECRET');
  });
});

describe('an attribute', () => {
  const withAttributes = (attributes: Record<string, string>) => ({
    forms: [formFact({ attributes: { job: '4711', ...attributes } })],
  });

  test.each([
    { id: 'form', class: 'wide', style: 'width: 50%', 'data-state': 'ready', 'aria-label': 'Form' },
    { _ngcontent: '', 'v-if': 'x', '@click': 'y', ':job': 'z', 'hx-get': '/' },
    { lang: 'pt-BR', theme: 'dark', isolation: 'light', draft: 'off', 'heading-level': '3', source: 'site' },
    { lang: '', theme: '' },
  ])('of %j all is well', (attributes) => {
    expect(namesOf(withAttributes(attributes))).toEqual([]);
  });

  test.each([
    [{ language: 'de' }, 'unknown_attribute', ['lang="de"']],
    [{ headinglevel: '3' }, 'unknown_attribute', ['heading-level="3"']],
    [{ 'data-apply-theme': 'dark' }, 'unknown_attribute', ['theme="dark"']],
    [{ colour: 'red' }, 'unknown_attribute', []],
    [{ messages: '{}' }, 'unknown_attribute', ["document.querySelector('apply-form').messages = …"]],
    [{ theme: 'drak' }, 'unknown_value', ['theme="dark"']],
    [{ isolation: 'none' }, 'unknown_value', ['isolation="shadow"']],
    [{ 'heading-level': '7' }, 'unknown_value', ['heading-level="2"']],
    [{ lang: 'nl' }, 'language_without_words', []],
    [{ token: 'abc' }, 'unknown_attribute', []],
    // Beside a job that is there.
    [{ 'job-id': '3' }, 'unknown_attribute', []],
  ])('of %j is told: %s', (attributes, name, lines) => {
    expect(namesOf(withAttributes(attributes))).toEqual([name]);
    expect(linesOf(withAttributes(attributes))).toEqual(lines);
  });

  test('is told the numbers that it takes in their order', () => {
    const [wrong] = diagnose(pageFacts(withAttributes({ 'heading-level': '9' })));
    expect(wrong?.fix.say).toBe('heading-level takes 1 to 6.');
  });

  test('of the script tag is told with its prefix', () => {
    const onScript = (attributes: Record<string, string>) => ({ scripts: [scriptFact({}, attributes)] });
    expect(linesOf(onScript({ 'data-apply-language': 'de' }))).toEqual(['data-apply-lang="de"']);
    expect(linesOf(onScript({ 'data-job': '4711' }))).toEqual(['data-apply-job="4711"']);
    expect(namesOf(onScript({ 'data-apply-theme': 'blue' }))).toEqual(['unknown_value']);
    expect(namesOf(onScript({ 'data-turbo-track': 'reload', nonce: 'a', id: 'x' }))).toEqual([]);
  });

  test('of a link is told as well', () => {
    const linked = (link: string) => inFrame(frameFact({ address: `${FORMS}/frame/default#job=1&${link}` }));
    expect(namesOf(linked('lang=de&theme=dark&source=x'))).toEqual([]);
    expect(namesOf(linked('endpoint=https://evil.example'))).toEqual(['unknown_attribute']);
    expect(namesOf(linked('theme=blue'))).toEqual(['unknown_value']);
  });
});

test('a form whose tag has no end swallows what follows, and that alone', () => {
  const unclosed = (name: 'apply-form' | 'iframe', hasContent: boolean) =>
    tagOf(name, { job: '4711', title: 'Form', 'data-apply-frame': '' }, { isUnclosed: true, hasContent });
  const element = (hasContent: boolean) => [formFact({ tag: unclosed('apply-form', hasContent) })];
  expect(diagnose(pageFacts({ forms: element(true) }))[0]?.name).toBe('not_closed');
  expect(namesOf({ forms: element(false) })).not.toContain('not_closed');
  expect(namesOf(inFrame(frameFact({ tag: unclosed('iframe', true) })))).toEqual(['not_closed']);
  const dead = formFact({ ...notLoaded, tag: unclosed('apply-form', true) });
  expect(namesOf({ forms: [dead] })).toContain('form_not_ready');
});

test.each([
  [61, '1 minute ahead of'],
  [-600, '10 minutes behind'],
  [-7_300, '2 hours behind'],
  [200_000, '2 days ahead of'],
])('a clock that is %d seconds off is named', (secondsAhead, words) => {
  const more = { endpoints: [endpointFact({ secondsAhead })] };
  expect(namesOf(more)).toEqual(['clock']);
  expect(seenOf(more)[0]).toContain(words);
});

test.each([0, 59, -60, null])('a clock that is %s seconds off is not', (secondsAhead) => {
  expect(namesOf({ endpoints: [endpointFact({ secondsAhead })] })).toEqual([]);
});

test('problems come before advice', () => {
  const severities = diagnose(
    pageFacts({ hasViewport: false, forms: [formFact({ ...notLoaded, attributes: { colour: 'red' } })] }),
  ).map(({ severity }) => severity);
  expect(severities).toEqual(['problem', 'advice', 'advice']);
});
