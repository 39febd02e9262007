import { expect, test } from 'vitest';
import { answerBody, ask, post } from '../sandbox/client.support.ts';
import { createSandbox } from '../sandbox/create-sandbox.ts';
import { type SampleForm, shownWhen } from '../sandbox/sample-form.ts';
import { probe } from './probe.ts';
import { type Around, runCommand } from './run-command.support.ts';

/** A form from the US, whose dates have the month first. */
const american: SampleForm = {
  name: 'american',
  title: 'A form from the US',
  description: 'Dates month first',
  job: {
    ...{ id: '4799', title: 'Driver', company: 'Example', location: 'Boston', contract: 'Full time' },
    state: 'open',
    paragraphs: [],
  },
  questions: [
    { id: '9901', title: 'When can you start?', type: 'date' },
    {
      id: '9902',
      title: 'Why so late?',
      type: 'long_text',
      conditional: shownWhen('9901', 'greater_than', '06/25/2026'),
    },
  ],
};

/** Decides by the address which requests the service refuses. */
type Refusal = (address: string) => boolean;

/** A sandbox with one application to the form's job, which has a phone and one answer. */
async function openService(form: string | SampleForm, refuses: Refusal = () => false) {
  const sandbox = createSandbox({ basePath: '/sandbox', forms: [form] });
  const { job, questions } = sandbox.forms[0] ?? american;
  const attributes = {
    ...{ first_name: 'Canary', last_name: 'Applicant', email: 'canary@example.com' },
    phone: '+447700900123',
  };
  const data = {
    type: 'applications',
    attributes,
    relationships: { job: { data: { type: 'jobs', id: job.id } } },
  };
  await ask(sandbox, '/api/v1/applications', { method: 'POST', body: JSON.stringify({ data }) });
  const { text } = await ask(sandbox, '/api/v1/applications?sort=-created_at');
  const question = questions.find(({ type }) => type === 'boolean' || type === 'date');
  const value = question?.type === 'date' ? { date_answer: '2026-02-01' } : { boolean_answer: true };
  const application = /"id":"(\d+)"/.exec(text)?.[1] ?? '';
  await post(sandbox, answerBody({ question: question?.id ?? '', application, attributes: value }));
  const requests: Request[] = [];
  const send = async (request: Request) => {
    requests.push(request);
    if (refuses(decodeURIComponent(request.url))) return refusal(400);
    return sandbox.fetch(request, { address: '127.0.0.1' });
  };
  return { requests, run: (line = '', more: Around = {}) => runCommand(probe, line, { send, ...more }) };
}

const refusal = (status: number) =>
  Response.json({ errors: [{ code: 'no', status: String(status), title: 'No', detail: '' }] }, { status });

/** Returns a search for the verdict on a reading, and the settings that are needed. */
async function judge(form: string | SampleForm, refuses?: Refusal, environment = {}) {
  const { run } = await openService(form, refuses);
  const { code, stdout } = await run('--json', { environment });
  expect(code).toBe(0);
  const { readings, set } = JSON.parse(stdout);
  const verdicts: Readonly<Record<string, string>> = Object.fromEntries(
    readings.map((entry: { reading: string; verdict: string }) => [entry.reading, entry.verdict]),
  );
  const verdictOf = (words: string) =>
    Object.entries(verdicts).find(([reading]) => reading.includes(words))?.[1];
  return { verdictOf, set };
}

test('a service that behaves as we expect needs no settings', async () => {
  const { verdictOf, set } = await judge('engineer');
  expect(set).toEqual({});
  for (const reading of [
    '[questionable_id][eq]',
    'belong to jobs',
    'A job shows its title',
    'A posting names its job',
    'Pages of questions',
    'A question has title',
    'include=answers.question',
    'An application includes its answers',
    'The list of applications includes answers',
    'external_system_reference',
  ])
    expect([reading, verdictOf(reading)]).toEqual([reading, 'seen']);
});

const configured = (members: object) => ({ APPLY_CONFIG: JSON.stringify({ tenants: { default: members } }) });

test.each<readonly [string, Refusal, object, object]>([
  ['accepts only the plain filter', (url) => url.includes('[eq]'), {}, { questionFilter: 'plain' }],
  [
    'accepts only the plain filter, which is set already',
    (url) => url.includes('[eq]'),
    configured({ questionFilter: 'plain' }),
    {},
  ],
  ['refuses to read one posting', (url) => url.includes('job_postings/'), {}, { readPosting: 'list' }],
  [
    'refuses to read a single application, although readBack is "single"',
    (url) => /applications\/\d+/.test(url),
    configured({ readBack: 'single' }),
    { readBack: 'list' },
  ],
  [
    'refuses to include answers in a single application, although readBack is "single"',
    (url) => url.includes('include=answers') && !url.includes('sort'),
    configured({ readBack: 'single' }),
    { readBack: 'list' },
  ],
])('suggests the right settings for a service that %s', async (_, refuses, environment, expected) => {
  expect((await judge('engineer', refuses, environment)).set).toEqual(expected);
});

test('suggests APPLY_CONFIG for dates with the month first, until it is set', async () => {
  const { run } = await openService(american);
  const { stdout } = await run();
  expect(stdout).toContain('Set in APPLY_CONFIG: {"tenants":{"default":{"dateOrder":"mdy"}}}');
  expect(stdout).toMatch(/^not seen +dateOrder: dmy +Day first/m);
  const set = await run('', { environment: configured({ dateOrder: 'mdy' }) });
  expect(set.stdout).toMatch(/\nNothing to set\.$/);
});

test('only reads, at most 32 times, and prints no personal data', async () => {
  const { run, requests } = await openService('engineer');
  const { stdout, stderr } = await run();
  expect(new Set(requests.map(({ method }) => method))).toEqual(new Set(['GET']));
  expect(requests.length).toBeLessThanOrEqual(32);
  expect(stdout).toContain(`by ${requests.length} requests`);
  expect(stdout + stderr).not.toMatch(/canary|7700900123|sandbox-key/i);
});

const own = { APPLY_SERVICE_URL: 'http://service.test', APPLY_SERVICE_KEY: 'key' };
const notConnected = () =>
  Promise.reject(
    new TypeError('fetch failed', { cause: Object.assign(new Error(), { code: 'ECONNREFUSED' }) }),
  );

test.each<readonly [string, Around, string]>([
  ['--colour red', {}, 'Unknown option --colour.\nUsage:'],
  ['4711', {}, 'Unexpected argument 4711.'],
  ['--job=', {}, 'An id is empty.\nUsage:'],
  ['--application 5', {}, 'There is no application 5 at'],
  ['', { send: notConnected }, 'Set APPLY_SERVICE_URL and APPLY_SERVICE_KEY'],
  ['', { send: notConnected, environment: own }, 'does not answer: check APPLY_SERVICE_URL'],
  ['', { send: async () => refusal(401), environment: own }, 'refuses the key (401)'],
  ['', { send: async () => refusal(403) }, 'disabled there'],
  ['', { send: async () => refusal(429) }, 'too many requests (429)'],
  ['', { send: async () => refusal(500) }, 'failed (5xx)'],
])('"%s" exits with 2 and a sentence: %j', async (line, around, sentence) => {
  const { run } = await openService('engineer');
  expect(await run(line, around)).toMatchObject({
    code: 2,
    stdout: '',
    stderr: expect.stringContaining(sentence),
  });
});
