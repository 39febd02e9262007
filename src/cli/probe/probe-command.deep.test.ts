import { expect, test } from 'vitest';
import { answerBody, ask, post } from '../../sandbox/client.support.ts';
import { createSandbox, type Sandbox, type SandboxOptions } from '../../sandbox/create-sandbox.ts';
import type { SampleForm } from '../../sandbox/sample-form.ts';
import { shownWhen } from '../../sandbox/sample-form.ts';
import { MOST_REQUESTS } from './asker.ts';
import { runProbe, usage } from './probe-command.ts';

const PHONE = '+447700900123';

/** Month first, as a form from the US has it. */
const american: SampleForm = {
  name: 'american',
  title: 'A form from the US',
  description: 'Dates month first',
  job: {
    id: '4799',
    title: 'Driver',
    company: 'Example',
    location: 'Boston',
    contract: 'Full time',
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

interface Service {
  /** What a service that reads otherwise answers instead, or reads instead; null: as the sandbox. */
  instead: (url: URL) => Response | URL | null;
  readonly sandbox: Sandbox;
  readonly methods: string[];
  /** Milliseconds of each pause. */
  readonly pauses: number[];
  readonly told: string[];
  probe(
    args?: readonly string[],
    environment?: Readonly<Record<string, string>>,
  ): ReturnType<typeof runProbe>;
}

/** An application of this form, with a phone and one answer. */
async function openService(form: string, options: SandboxOptions = {}): Promise<Service> {
  const sandbox = createSandbox({ basePath: '/sandbox', ...options });
  const [methods, pauses, told]: [string[], number[], string[]] = [[], [], []];
  const { job, questions } = sandbox.forms.find(({ name }) => name === form) ?? american;
  const attributes = {
    first_name: 'Canary',
    last_name: 'Applicant',
    email: 'canary@example.com',
    phone: PHONE,
  };
  const relationships = { job: { data: { type: 'jobs', id: job.id } } };
  await ask(sandbox, '/api/v1/applications', {
    method: 'POST',
    body: JSON.stringify({ data: { type: 'applications', attributes, relationships } }),
  });
  const made = await ask(sandbox, '/api/v1/applications?sort=-created_at');
  const application = /"id":"(\d+)"/.exec(made.text)?.[1] ?? '';
  const question = questions.find(({ type }) => type === 'boolean' || type === 'date');
  const value = question?.type === 'date' ? { date_answer: '2026-02-01' } : { boolean_answer: true };
  await post(sandbox, answerBody({ question: question?.id ?? '', application, attributes: value }));
  const send = (request: Request) => {
    methods.push(request.method);
    const instead = service.instead(new URL(request.url));
    if (instead instanceof Response) return Promise.resolve(instead);
    return sandbox.fetch(instead === null ? request : new Request(instead, request), {
      address: '127.0.0.1',
    });
  };
  const dependencies = {
    send,
    pause: async (milliseconds: number) => void pauses.push(milliseconds),
    tell: (step: string) => void told.push(step),
  };
  const service: Service = {
    instead: () => null,
    sandbox,
    methods,
    pauses,
    told,
    probe: (args = [], environment = {}) => runProbe(args, { environment, ...dependencies }),
  };
  return service;
}

/** Verdicts by reading, and what has to be set. */
async function read(service: Service, args: readonly string[] = [], environment = {}) {
  const { stdout, code } = await service.probe([...args, '--json'], environment);
  expect(code).toBe(0);
  const report = JSON.parse(stdout ?? '');
  const verdicts = new Map<string, string>();
  for (const one of report.readings) verdicts.set(one.reading, one.verdict);
  const verdictOf = (words: string) => {
    const found = [...verdicts].filter(
      ([reading]) => reading.includes(words) && !reading.includes(`${words}.`),
    );
    expect([words, found.length]).toEqual([words, 1]);
    return found[0]?.[1];
  };
  return { verdictOf, set: report.set, requests: report.requests };
}

const refusal = (status: number) =>
  Response.json({ errors: [{ code: 'x', status: String(status), title: 'x', detail: 'x' }] }, { status });
const isSingle = ({ pathname }: URL) => /\/applications\/./.test(pathname);
const withoutInclude = (url: URL) => {
  url.searchParams.delete('include');
  return url;
};
const plainFilterOnly = ({ searchParams }: URL) =>
  searchParams.has('filter[questionable_id][eq]') ? refusal(400) : null;

test('a service that is as we read it needs nothing to be set', async () => {
  const service = await openService('engineer');
  const { verdictOf, set } = await read(service);
  expect(set).toEqual({});
  for (const reading of [
    'filter[questionable_id][eq]',
    'belong to its job',
    'A job can be read',
    'A job says who may see it',
    'A posting says which job it advertises',
    'Pages of questions',
    'attributes of a question',
    'include=answers.question',
    'can be looked up',
    'external_system_reference',
    'stats[total]',
    'list "errors"',
  ])
    expect([reading, verdictOf(reading)]).toEqual([reading, 'seen']);
  expect(verdictOf('without an answer is hidden')).toBe('could not tell');
});

test('a service without include on one application, and without nested ones, is looked up in its list', async () => {
  const service = await openService('engineer');
  service.instead = (url) => {
    const include = url.searchParams.get('include') ?? '';
    return include.includes('.') || (isSingle(url) && include !== '') ? refusal(400) : null;
  };
  const { verdictOf, set } = await read(service);
  expect(verdictOf('include=answers.question')).toBe('not seen');
  expect(verdictOf('can be looked up')).toBe('seen');
  expect(set).toEqual({});
  const single = JSON.stringify({ tenants: { default: { readBack: 'single' } } });
  expect((await read(service, [], { APPLY_CONFIG: single })).set).toEqual({ readBack: 'auto' });
});

test('a service that reads the silences otherwise: what has to be set is said', async () => {
  const service = await openService('american', { forms: [american] });
  service.instead = (url) => {
    if (url.searchParams.has('stats[total]')) return refusal(400);
    if (/\/(jobs|applications$)/.test(url.pathname)) return refusal(403);
    return plainFilterOnly(url) ?? (isSingle(url) ? withoutInclude(url) : null);
  };
  const { verdictOf, set } = await read(service, ['--application', '90001']);
  expect(set).toEqual({ questionFilter: 'plain', dateOrder: 'mdy', readBack: 'none' });
  for (const reading of [
    'filter[questionable_id][eq]',
    'A job can be read',
    'A job says who may see it',
    'stats[total]',
    'Day first',
    'can be looked up',
  ])
    expect([reading, verdictOf(reading)]).toEqual([reading, 'not seen']);
});

test('what is set already is not to be set again, and goes into the configuration that there is', async () => {
  const service = await openService('american', { forms: [american] });
  service.instead = plainFilterOnly;
  const { stdout } = await service.probe();
  expect(stdout).toContain(
    'Set this:\n  APPLY_DATE_ORDER=mdy\n  APPLY_CONFIG=\'{"tenants":{"default":{"questionFilter":"plain"}}}\'',
  );
  const config = { tenants: { north: { questionFilter: 'plain' } } };
  const configured = await service.probe([], { APPLY_CONFIG: JSON.stringify(config) });
  expect(configured.stdout).toContain(
    'Set this in APPLY_CONFIG, with what is there:\n  {"tenants":{"north":{"dateOrder":"mdy"}}}',
  );
  const all = JSON.stringify({ tenants: { north: { questionFilter: 'plain', dateOrder: 'mdy' } } });
  expect((await service.probe([], { APPLY_CONFIG: all })).stdout).toMatch(/\nNothing to set\.$/);
});

test('it only reads, no more often than it may, names no person, and leaves a service of others time', async () => {
  const service = await openService('engineer');
  const own = { APPLY_SERVICE_URL: 'http://service.test/sandbox', APPLY_SERVICE_KEY: 'sandbox-key' };
  const { stdout } = await service.probe([], own);
  expect(new Set(service.methods)).toEqual(new Set(['GET']));
  expect(service.methods.length).toBeLessThanOrEqual(MOST_REQUESTS);
  expect(service.pauses).toEqual(Array(service.methods.length - 1).fill(500));
  expect(service.told).toHaveLength(service.methods.length);
  expect([stdout, ...service.told].join()).not.toMatch(/canary|7700900123|sandbox-key/i);
});

test.each([
  ['the key is not taken', { status: 401 }, 'does not take the key'],
  ['the integration is off', { status: 403 }, 'not enabled'],
  ['it has failed', { status: 500 }, 'has failed (500)'],
  ['it has had too many requests, twice', { status: 429 }, 'too many requests (429): try again in 3 seconds'],
])('a service cannot be read where %s', async (_, { status }, sentence) => {
  const service = await openService('engineer');
  service.sandbox.setFaults({ disturb: [{ path: '/api/v1/questions', reply: status, retry_after: 3 }] });
  expect(await service.probe()).toEqual({
    code: 2,
    stdout: null,
    stderr: [expect.stringContaining(sentence)],
  });
});

test.each([
  [
    'no environment',
    {},
    /set APPLY_SERVICE_URL and APPLY_SERVICE_KEY .*, or start `npm start` .*127\.0\.0\.1:3000/,
  ],
  [
    'a service',
    { APPLY_SERVICE_URL: 'http://service.test', APPLY_SERVICE_KEY: 'key' },
    /^Nobody answers at /,
  ],
])('no server answers with %s: that is the only thing that is said', async (_, environment, sentence) => {
  const told: string[] = [];
  const cause = Object.assign(new Error('connect'), { code: 'ECONNREFUSED' });
  const refused = new TypeError('fetch failed', { cause });
  const send = () => Promise.reject(refused);
  const tell = (step: string) => void told.push(step);
  const result = await runProbe([], { environment, send, pause: async () => undefined, tell });
  expect(result).toEqual({ code: 2, stdout: null, stderr: [expect.stringMatching(sentence)] });
  expect(told).toEqual([]);
});

test('without an application some readings stay open, and the report says how to settle them', async () => {
  const sandbox = createSandbox({ basePath: '/sandbox', forms: ['engineer'] });
  const send = (request: Request) => sandbox.fetch(request, { address: '127.0.0.1' });
  const dependencies = { environment: {}, send, pause: async () => undefined, tell: () => undefined };
  const { stdout } = await runProbe([], dependencies);
  expect(stdout).toMatch(/could not tell {2}Answers of one application.*\n.*--application ID/);
  const { stdout: ofJob } = await runProbe(['--job', '4711'], dependencies);
  expect(ofJob).toMatch(/^seen {2,}The questions of a job/m);
});

test.each([
  ['a stranger', ['--colour', 'red'], 'Unknown option --colour.'],
  ['a word', ['4711'], 'Unexpected argument 4711.'],
  ['an empty id', ['--job', ' '], 'An id is empty.'],
])('names the fault, then shows how it is used: %s', async (_, args, fault) => {
  const service = await openService('engineer');
  expect(await service.probe(args)).toEqual({ code: 2, stdout: null, stderr: [`${fault}\n${usage}`] });
  expect(await service.probe(['--help'])).toEqual({ code: 0, stdout: usage, stderr: [] });
  expect(service.methods).toEqual([]);
});

test('an application that there is not is no sign of anything', async () => {
  const service = await openService('engineer');
  const sentence = expect.stringContaining('There is no application 5 at');
  expect(await service.probe(['--application', '5'])).toEqual({ code: 2, stdout: null, stderr: [sentence] });
});
