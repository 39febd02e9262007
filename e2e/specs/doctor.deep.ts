/**
 * The doctor on pages with one fault each (`broken-hosts`): it names that fault and no other. The pages are examined
 * side by side before the tests, since most of that time is waiting for pages to rest.
 */
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import type { Browser } from 'playwright/test';
import { collectFacts, type Examiner } from '../../src/cli/doctor/collect-facts.ts';
import { diagnose } from '../../src/cli/doctor/diagnose.ts';
import type { FindingName } from '../../src/cli/doctor/finding.ts';
import { reportLines } from '../../src/cli/doctor/report.ts';
import { type Server, startServer } from '../support/apply-form-server.ts';
import {
  type BrokenHosts,
  type Names,
  readPage,
  serveBrokenHosts,
  withWrongClock,
} from '../support/broken-hosts.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

const findings: Readonly<Record<string, readonly FindingName[]>> = {
  'healthy-element': [],
  'healthy-script': [],
  'healthy-frame': [],
  'healthy-pinned': [],
  'healthy-late': [],
  'healthy-two-forms': [],
  'policy-script': ['policy'],
  redirect: ['policy'],
  'policy-meta': ['policy'],
  'policy-frame': ['policy'],
  'policy-nonce': ['policy'],
  'integrity-mismatch': ['integrity_mismatch'],
  'integrity-without-crossorigin': ['integrity_without_crossorigin'],
  'integrity-on-evergreen': ['integrity_on_evergreen'],
  'origin-not-allowed': ['origin_not_allowed'],
  'origin-not-allowed-token': ['origin_not_allowed'],
  'frame-refused': ['frame_refused'],
  'frame-of-the-form-page': ['frame_refused'],
  'frame-sandboxed': ['frame_sandboxed'],
  'frame-token-in-query': ['no_token_or_job'],
  'frame-without-helper': ['frame_without_helper'],
  'frame-not-marked': ['frame_not_marked'],
  // Where the helper runs, it names the iframe itself.
  'missing-title': ['missing_title', 'frame_without_helper'],
  'unknown-tenant': ['unknown_tenant'],
  'script-held-back': ['script_blocked'],
  'script-not-found': ['script_not_found'],
  'script-missing': ['script_missing'],
  'script-misspelt': ['script_not_found'],
  'not-closed': ['not_closed'],
  'two-versions': ['two_versions'],
  'wrong-endpoint': ['wrong_endpoint'],
  'no-token-or-job': ['no_token_or_job'],
  'token-invalid': ['token_invalid'],
  'token-expired': ['token_expired'],
  'job-not-found': ['job_not_found'],
  'job-not-public': ['job_not_found'],
  'job-closed': ['job_closed'],
  clock: ['clock'],
  'mixed-content': ['mixed_content'],
  'missing-fallback': ['missing_fallback'],
  'missing-viewport': ['missing_viewport'],
  'unknown-attributes': ['unknown_attribute', 'unknown_value', 'language_without_words'],
  'no-form': ['no_form'],
  'several-faults': [
    'no_token_or_job',
    'frame_refused',
    'missing_title',
    'missing_fallback',
    'frame_without_helper',
    'missing_viewport',
  ],
};

const policies: Names = {
  'healthy-element':
    "default-src 'none'; script-src __FORMS__; connect-src __FORMS__; style-src 'none'; require-trusted-types-for 'script'",
  'healthy-frame': "default-src 'none'; script-src __FORMS__; frame-src __FORMS__",
  'policy-script': "default-src 'self'; style-src 'self'",
  'policy-frame': "default-src 'self'; script-src __FORMS__",
  'policy-nonce': "script-src 'nonce-R4nd0m' 'strict-dynamic'",
};

/** What the source of a page and its servers tell. */
const withoutBrowser: Readonly<Record<string, readonly FindingName[]>> = {
  'healthy-element': [],
  'healthy-script': [],
  'healthy-frame': [],
  'policy-script': ['policy'],
  'policy-meta': ['policy'],
  'integrity-mismatch': ['integrity_mismatch'],
  'origin-not-allowed': ['origin_not_allowed'],
  'frame-refused': ['frame_refused'],
  'job-not-public': ['job_not_found'],
  'job-closed': ['job_closed'],
  'script-misspelt': ['script_not_found'],
  'not-closed': ['not_closed'],
  'wrong-endpoint': ['wrong_endpoint'],
  clock: ['clock'],
};

/** Those that the server shows itself. */
const shown = ['careers-site', 'partner-portal', 'brand-bank', 'brand-hospital', 'brand-studio'].map(
  (name) => `/hosts/${name}.html`,
);

interface Reading {
  readonly names: readonly FindingName[];
  readonly lines: readonly string[];
}

/** Pages that are looked at at the same time: two cores do most of the waiting for ten. */
const SIDE_BY_SIDE = 6;

const hosts: BrokenHosts[] = [];
const servers: Server[] = [];
const readings = new Map<string, Reading>();
let host = '';

test.describe.configure({ mode: 'default' });

test.beforeAll(async ({ browser, server }) => {
  test.setTimeout(90_000);
  const names = await startEverything(server);
  const waiting = [...Object.keys(findings), ...shown.map((path) => server.origin + path)];
  const examine = async (): Promise<void> => {
    for (let name = waiting.shift(); name !== undefined; name = waiting.shift())
      readings.set(name, await read(browser, name, names));
  };
  await Promise.all(Array.from({ length: SIDE_BY_SIDE }, examine));
  for (const name of Object.keys(withoutBrowser))
    readings.set(`${name} without a browser`, await read(null, name, names));
});

test.afterAll(async () => {
  await Promise.all([...hosts, ...servers].map((each) => each.stop()));
});

async function startEverything(server: Server): Promise<Names> {
  const [strict, few, late] = await Promise.all([
    startServer({ APPLY_ORIGINS: 'https://elsewhere.example' }),
    startServer({ APPLY_PUBLIC_JOBS: '4711,4712' }),
    withWrongClock(server.origin, -600),
  ]);
  servers.push(strict, few);
  // Of a server of this file's own: what is known of a job is kept for minutes.
  await new Sandbox(few.origin).faults({ closed_jobs: ['4712'] });
  const published = await (await fetch(`${server.origin}/integrity.json`)).json();
  const version = String(published.version);
  const names: Names = {
    FORMS: server.origin,
    STRICT: strict.origin,
    STRICT_TOKEN: (await new Sandbox(strict.origin).apply('engineer')).token,
    FEW: few.origin,
    LATE: late.origin,
    VERSION: version,
    HASH: String(published.files[`/${version}/apply-form.js`]),
    EXPIRED: await shortToken(server.origin),
  };
  const own = await serveBrokenHosts(policies, names);
  hosts.push(late, own);
  names['HERE'] = own.origin;
  host = own.origin;
  return names;
}

/** It has expired when it is looked at: the pages before it take longer than a second. */
async function shortToken(origin: string): Promise<string> {
  const attributes = { form: 'engineer', expires_in: 1 };
  const reply = await fetch(`${origin}/demo/sessions`, {
    method: 'POST',
    headers: { 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'sessions', attributes } }),
  });
  return String((await reply.json()).data.attributes.token);
}

const SECURE = 'https://careers.example.test';

async function read(browser: Browser | null, name: string, names: Names): Promise<Reading> {
  const isSecure = name === 'mixed-content';
  const url = new URL(name.startsWith('http') ? name : `${isSecure ? SECURE : host}/${name}.html`);
  const examiner: Examiner = {
    fetch,
    now: Date.now,
    tell: () => {},
    openPage:
      browser &&
      (async () => {
        const page = await browser.newPage();
        // No certificate is needed for a page that never leaves the browser.
        await page.route(`${SECURE}/**`, (route) =>
          route.fulfill({ contentType: 'text/html', body: readPage(name, names) }),
        );
        return page;
      }),
  };
  const facts = await collectFacts(examiner, { url, waitSeconds: name === 'no-form' ? 1 : 20 });
  if (!facts.ok) return { names: [], lines: [facts.error] };
  const found = diagnose(facts.value);
  return { names: found.map((each) => each.name), lines: reportLines(facts.value, found) };
}

const cases = [
  ...Object.entries(findings),
  ...Object.entries(withoutBrowser).map(([name, names]) => [`${name} without a browser`, names] as const),
];

for (const [name, expected] of cases) {
  test(`${name}: ${expected.join(', ') || 'nothing is wrong'}`, () => {
    const { names, lines } = readings.get(name) ?? { names: null, lines: [] };
    expect(names, lines.join('\n')).toEqual(expected);
  });
}

test('the pages that the server shows itself have no fault', ({ server }) => {
  for (const path of shown) {
    const { names, lines } = readings.get(server.origin + path) ?? { names: null, lines: [] };
    expect(names, lines.join('\n')).toEqual([]);
  }
});

const command = fileURLToPath(new URL('../../src/cli/doctor.ts', import.meta.url));

/** As `npm run --silent doctor` does, in a process of its own. */
function run(...parameters: string[]): Promise<{ code: number | null; output: string; errors: string }> {
  return new Promise((resolve) => {
    // These are our own pages, and the specs run as root in most places.
    const child = spawn(process.execPath, ['--import', 'tsx', command, '--no-sandbox', ...parameters]);
    let output = '';
    let errors = '';
    child.stdout.on('data', (chunk: Buffer) => {
      output += chunk.toString();
    });
    child.stderr.on('data', (chunk: Buffer) => {
      errors += chunk.toString();
    });
    child.once('close', (code) => resolve({ code, output, errors }));
  });
}

test('the command says of the pages that we show that nothing is wrong, of a broken one what, and of none why', async ({
  server,
}) => {
  test.setTimeout(60_000);
  const [careers, portal, broken, none] = await Promise.all([
    run(`${server.origin}/hosts/careers-site.html`),
    run(`${server.origin}/hosts/partner-portal.html`),
    run('--json', `${host}/missing-title.html`),
    run(`${server.origin}/hosts/nothing.html`),
  ]);
  const fine = { code: 0, output: 'No problem found: 1 form, ready, 14 questions.\n' };
  expect([careers, portal]).toEqual([expect.objectContaining(fine), expect.objectContaining(fine)]);
  const document = JSON.parse(broken.output);
  expect([broken.code, document.problems, document.findings[0].name]).toEqual([1, 1, 'missing_title']);
  expect(none).toEqual({ code: 2, output: '', errors: expect.stringContaining('answers 404') });
});
