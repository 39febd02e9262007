/**
 * Records the main journeys over HTTP against a server with its sandbox, freshly started from a checkout. Two checkouts
 * that behave alike give the same file.
 *   node --import tsx e2e/measure/transcripts.ts FILE [FOLDER]
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type Environment, type Program, pause, startProgram } from './checkout.ts';
import { createTranscript, type Reply, type Transcript } from './transcript.ts';

const ADMIN = 'admin-key-of-the-transcripts-long-enough';
const ORIGIN = 'https://careers.example.com';
const FORM = '/api/v1/questions?include=conditional_questions';
const CONTROL = '/sandbox/_control';
const MEDIA = 'application/vnd.api+json';

const environment: Environment = {
  PORT: '0',
  APPLY_MODE: 'sandbox',
  APPLY_SECRET: 'secret-of-the-transcripts-long-enough-for-it',
  APPLY_ADMIN_KEY: ADMIN,
  APPLY_ORIGINS: ORIGIN,
  APPLY_PUBLIC_JOBS: '4711,4712,4713,4716,4717,4718,4719',
  APPLY_PUBLIC_URL: 'https://forms.example.com',
  APPLY_FALLBACK_URL: 'https://careers.example.com/{job}',
  APPLY_SEND_SECONDS: '1',
  APPLY_QUIET_SECONDS: '1',
};

type Answer = readonly [question: string, attribute: string, value: unknown];

const resource = (type: string, attributes: object) => ({ data: { type, attributes } });

const element = ([id, attribute, value]: Answer) => ({
  type: 'answers',
  attributes: { [attribute]: value },
  relationships: { question: { data: { type: 'questions', id } } },
});

const submission = (answers: readonly Answer[], revision: unknown, details: object | null = null) => ({
  data: [
    ...(details === null ? [] : [{ type: 'applications', attributes: details }]),
    ...answers.map(element),
  ],
  meta: { revision },
});

const ada = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
const pdf = (words: string) => `%PDF-1.7\n% ${words}\n%%EOF\n`;
const uuid = (number: number) => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`;

function fileHeaders(name: string, place: string) {
  return {
    'content-disposition': `attachment; filename*=UTF-8''${encodeURIComponent(name)}`,
    'apply-for': place,
  };
}

interface Visitor {
  readonly token: string;
  readonly application: string;
  readonly revision: unknown;
}

const text = (value: unknown): string => String(value);

/** Without a word in the transcript. */
async function visit(log: Transcript, session: object, path = '/sessions'): Promise<Visitor> {
  const reply = await log.ask('POST', path, {
    body: resource('sessions', session),
    ...(path === '/sessions' ? { token: ADMIN } : {}),
  });
  const token = text(reply.at('data', 'attributes', 'token'));
  const form = await log.ask('GET', FORM, { token });
  return {
    token,
    application: text(reply.at('data', 'attributes', 'application')),
    revision: form.at('meta', 'revision'),
  };
}

const apply = (log: Transcript, form: string) => visit(log, { form }, '/demo/sessions');
const visitJob = (log: Transcript, job: string) => visit(log, { job, tenant: 'default' });

const setFaults = (log: Transcript, faults: object) => log.ask('PUT', `${CONTROL}/faults`, { body: faults });

/** Until nothing more happens to it by itself. */
async function settled(log: Transcript, { token }: Visitor, reply: Reply): Promise<void> {
  const path = `/submissions/${text(reply.at('data', 'id'))}`;
  const over: readonly unknown[] = ['complete', 'attention', 'refused'];
  for (let tries = 0; tries < 300; tries += 1) {
    const state = (await log.ask('GET', path, { token })).at('data', 'attributes', 'state');
    if (over.includes(state)) break;
    await pause(100);
  }
  await log.call('its state', 'GET', path, { token });
}

/** What the service was sent, and holds. */
async function atService(log: Transcript, application: string): Promise<void> {
  const requests = await log.ask('GET', `${CONTROL}/requests?application=${application}`);
  const seen = [...JSON.parse(requests.text)]
    .filter(({ method }) => method !== 'GET')
    .map(({ method, path, question, status }) => ({ method, path, question, status }));
  const answers = await log.ask('GET', `${CONTROL}/answers?application=${application}`);
  const held = [...JSON.parse(answers.text)].map(({ question, value }) => ({ question, value }));
  log.note('at the service', { seen, held });
}

async function sessions(log: Transcript): Promise<void> {
  log.section('Sessions');
  const open = (title: string, attributes: object, more: object = { token: ADMIN }) =>
    log.call(title, 'POST', '/sessions', { body: resource('sessions', attributes), ...more });
  const { application } = await apply(log, 'one-of-each');
  const made = await open('of an application', { application });
  await open('that lives an hour', { application, expires_in: 3600, show_details: true });
  const linked = await open('with a link', { application, link: true });
  await open('with an invitation', { application, link: 'invitation' });
  const code = /code=([^&]+)/.exec(text(linked.at('data', 'attributes', 'link')))?.[1] ?? '';
  await open('for a code', { code }, {});
  await open('for the same code again', { code }, {});
  await open('of a job, by the host', { job: '4712', tenant: 'default' });
  await open('of a job, by a page', { job: '4712', tenant: 'default' }, { headers: { origin: ORIGIN } });
  await open('of a job with a member that is none', { job: '4712', tenant: 'default', nonsense: true });
  const short = await open('of a job for a second', { job: '4712', tenant: 'default', expires_in: 1 });
  const token = text(short.at('data', 'attributes', 'token'));
  while ((await log.ask('GET', FORM, { token })).status !== 401) await pause(100);
  await log.call('token_expired', 'GET', FORM, { token });
  await open('renewed', {}, { token });
  await open(
    'renewed by its job',
    { job: '4712', tenant: 'default' },
    { token, headers: { origin: ORIGIN } },
  );
  await open('unauthorized', { application }, {});
  await open('unauthorized, a wrong key', { application }, { token: 'wrong' });
  await open(
    'origin_not_allowed',
    { job: '4712', tenant: 'default' },
    { headers: { origin: 'https://evil.example' } },
  );
  await open('job_not_public', { job: '4714', tenant: 'default' }, { headers: { origin: ORIGIN } });
  await open('no such job', { job: '999999', tenant: 'default' });
  await open('no such application', { application: '999999' });
  await open('no such tenant', { job: '4712', tenant: 'nowhere' });
  await open('bad_request', { nonsense: true });
  await log.call('no JSON', 'POST', '/sessions', {
    token: ADMIN,
    headers: { 'content-type': MEDIA },
    body: '{',
  });
  const id = text(made.at('data', 'id'));
  await log.call('revoked', 'DELETE', `/sessions/${id}`, { token: ADMIN });
  await log.call('revoked without a key', 'DELETE', `/sessions/${id}`);
  await log.call('a demo form', 'POST', '/demo/sessions', {
    body: resource('sessions', { form: 'one-of-each' }),
  });
  await log.call('no such demo form', 'POST', '/demo/sessions', {
    body: resource('sessions', { form: 'none' }),
  });
}

async function questions(log: Transcript): Promise<void> {
  log.section('Questions');
  const visitor = await apply(log, 'one-of-each');
  await log.call('of an application', 'GET', FORM, visitor);
  await log.call('of a job', 'GET', FORM, { token: (await visitJob(log, '4712')).token });
  await log.call('in German', 'GET', `${FORM}&locale=de`, await apply(log, 'translated'));
  await log.call('unauthorized', 'GET', FORM);
  await log.call('token_invalid', 'GET', FORM, { token: 'nonsense' });
  await log.call('to a page of ours', 'GET', FORM, { ...visitor, headers: { origin: ORIGIN } });
  await log.call('to a page of others', 'GET', FORM, {
    ...visitor,
    headers: { origin: 'https://evil.example' },
  });
  const asking = {
    'access-control-request-method': 'POST',
    'access-control-request-headers': 'authorization',
  };
  for (const origin of [ORIGIN, 'https://evil.example'])
    await log.call(`before a request of ${origin}`, 'OPTIONS', '/submissions', {
      headers: { origin, ...asking },
    });
}

async function files(log: Transcript): Promise<void> {
  log.section('Files');
  const { token } = await apply(log, 'one-of-each');
  const put = (title: string, number: number, body: string, name: string, place = 'question 2009') =>
    log.call(title, 'PUT', `/files/${uuid(number)}`, { token, body, headers: fileHeaders(name, place) });
  await put('a file', 1, pdf('one'), 'Zeugnis ä.pdf');
  await put('the same again', 1, pdf('one'), 'Zeugnis ä.pdf');
  await put('already_submitted: other bytes', 1, pdf('two'), 'Zeugnis ä.pdf');
  await put('file_type', 2, 'MZ program', 'program.exe');
  await put('file_type: not what it says', 3, 'words', 'words.pdf');
  await put('file_empty', 4, '', 'empty.pdf');
  await put('file_too_large', 5, `%PDF-1.7\n${'x'.repeat(10 * 1_048_576)}`, 'large.pdf');
  await put('foreign_question', 6, pdf('x'), 'a.pdf', 'question 999');
  await put('for no file', 7, pdf('x'), 'a.pdf', 'question 2002');
  await put('bad_request: for nothing', 8, pdf('x'), 'a.pdf', 'nothing');
  for (let number = 10; number < 29; number += 1) {
    const headers = fileHeaders(`${number}.pdf`, 'question 2010');
    await log.ask('PUT', `/files/${uuid(number)}`, { token, body: pdf(text(number)), headers });
  }
  await put('too_many', 29, pdf('x'), 'a.pdf', 'question 2010');
  await log.call('forgotten', 'DELETE', `/files/${uuid(1)}`, { token });
  await log.call('forgotten again', 'DELETE', `/files/${uuid(1)}`, { token });
  await log.call('no id', 'PUT', '/files/none', {
    token,
    body: pdf('x'),
    headers: fileHeaders('a.pdf', 'cv'),
  });
}

const some: readonly Answer[] = [
  ['2001', 'boolean_answer', true],
  ['2101', 'text_answer', 'a follow-up'],
  ['2104', 'text_answer', 'another'],
  ['2002', 'text_answer', 'Midwife'],
  ['2004', 'url_answer', 'https://example.com/cv'],
  ['2005', 'multiple_choice_answer', ['Part time']],
  ['2006', 'multiple_choice_answer', ['Days', 'Weekends']],
  ['2007', 'number_answer', '12'],
  ['2008', 'date_answer', '2026-02-28'],
];

const WAIT = { prefer: 'wait=20' };

function send(
  log: Transcript,
  title: string,
  { token, revision }: Visitor,
  answers: readonly Answer[],
  details: object | null = null,
) {
  const body = submission(answers, revision, details);
  return log.call(title, 'POST', '/submissions', { token, headers: WAIT, body });
}

async function submissions(log: Transcript): Promise<void> {
  log.section('Submissions of an application');
  const visitor = await apply(log, 'one-of-each');
  const { token, application } = visitor;
  for (const [number, place] of [
    [40, '2009'],
    [41, '2010'],
    [42, '2010'],
  ] as const) {
    const headers = fileHeaders(`${number}.pdf`, `question ${place}`);
    await log.call('its file', 'PUT', `/files/${uuid(number)}`, { token, body: pdf(text(number)), headers });
  }
  const answers: readonly Answer[] = [
    ...some,
    ['2009', 'document', uuid(40)],
    ['2010', 'document', uuid(41)],
    ['2010', 'document', uuid(42)],
  ];
  const sent = await send(log, 'sent', visitor, answers);
  await settled(log, visitor, sent);
  await send(log, 'the same again', visitor, answers);
  await send(log, 'already_submitted: other content', visitor, some);
  await log.call('its form afterwards', 'GET', FORM, { token });
  await log.call('not_found: of another visitor', 'GET', `/submissions/${text(sent.at('data', 'id'))}`, {
    token: (await apply(log, 'one-of-each')).token,
  });
  await atService(log, application);
}

async function jobSubmissions(log: Transcript): Promise<void> {
  log.section('Submissions of a visitor without an application');
  const visitor = await visitJob(log, '4712');
  const sent = await send(log, 'sent', visitor, some, ada);
  await settled(log, visitor, sent);
  await send(log, 'the same again', visitor, some, ada);
  await send(log, 'invalid_details', await visitJob(log, '4712'), some, { ...ada, email: 'nowhere' });
  await send(log, 'no details', await visitJob(log, '4712'), some);
  log.section('What the service demands of an application');
  await log.ask('PUT', `${CONTROL}/demands`, {
    body: { jobs: { '4712': ['phone'] }, tells: 'pointer' },
  });
  const demanded = await visitJob(log, '4712');
  await settled(log, demanded, await send(log, 'sent', demanded, some, ada));
  await log.ask('PUT', `${CONTROL}/demands`, { body: { jobs: {}, tells: 'detail' } });
  const other = { ...ada, email: 'other@example.com' };
  await settled(log, demanded, await send(log, 'sent with other details', demanded, some, other));
  await log.call('the form of the next visitor', 'GET', FORM, { token: (await visitJob(log, '4712')).token });
}

async function refusedSubmissions(log: Transcript): Promise<void> {
  log.section('Submissions that are not taken');
  const visitor = await apply(log, 'one-of-each');
  const each: readonly (readonly [string, readonly Answer[]])[] = [
    [
      'hidden_answer',
      [
        ['2001', 'boolean_answer', false],
        ['2101', 'text_answer', 'x'],
      ],
    ],
    ['foreign_question', [['1', 'text_answer', 'x']]],
    ['invalid_answer: no such choice', [['2005', 'multiple_choice_answer', ['Never']]]],
    ['invalid_answer: no day', [['2008', 'date_answer', '2026-02-30']]],
    ['invalid_answer: no number', [['2007', 'number_answer', 'many']]],
    ['file_missing', [['2009', 'document', uuid(60)]]],
    [
      'too_many',
      [
        ['2002', 'text_answer', 'x'],
        ['2002', 'text_answer', 'y'],
      ],
    ],
  ];
  for (const [title, answers] of each) await send(log, title, visitor, answers);
  await send(log, 'missing_answer', await apply(log, 'engineer'), []);
  await send(log, 'form_changed', { ...visitor, revision: 'another' }, some);
  await send(log, 'token_invalid', { ...visitor, token: 'nonsense' }, some);
  const { token } = visitor;
  const headers = { 'content-type': MEDIA };
  await log.call('bad_request', 'POST', '/submissions', { token, headers, body: '{"data": 1}' });
  await log.call('bad_request: no JSON', 'POST', '/submissions', { token, headers, body: '{' });
  await log.call('body_too_large', 'POST', '/submissions', { token, headers, body: ' '.repeat(1_048_577) });
  await log.call('not_found', 'GET', '/submissions/0000-0000-0000', { token });
  await log.call('not_found: no such address', 'GET', '/nothing', { token });
  await log.call('not_found: a method that is none', 'PATCH', '/submissions', { token });
}

async function corrections(log: Transcript): Promise<void> {
  log.section('Answers that the service refuses');
  await setFaults(log, { refuse: ['2002'] });
  const visitor = await apply(log, 'one-of-each');
  await settled(log, visitor, await send(log, 'sent', visitor, some));
  await log.call('its form meanwhile', 'GET', FORM, visitor);
  await setFaults(log, {});
  const changed = (question: string, value: unknown): readonly Answer[] =>
    some.map(([id, attribute, before]) => [id, attribute, id === question ? value : before]);
  await send(log, 'already_submitted: another answer changed', visitor, changed('2007', '13'));
  await settled(log, visitor, await send(log, 'corrected', visitor, changed('2002', 'Nurse')));
  await atService(log, visitor.application);
}

async function attention(log: Transcript): Promise<void> {
  log.section('What needs an operator');
  const visitor = await apply(log, 'one-of-each');
  const drop = { path: '/api/v1/answers', method: 'POST', reply: 'drop', commit: 'none', requests: 1 };
  await setFaults(log, { disturb: [drop] });
  const one: readonly Answer[] = [['2003', 'text_answer', 'ours']];
  const sent = await log.ask('POST', '/submissions', {
    token: visitor.token,
    headers: { prefer: 'wait=0' },
    body: submission(one, visitor.revision),
  });
  await unclear(log, visitor, sent);
  await log.ask('POST', '/sandbox/api/v1/answers', {
    headers: { 'x-api-key': 'sandbox-key' },
    body: {
      data: {
        type: 'answers',
        attributes: { text_answer: 'of another program' },
        relationships: {
          question: { data: { type: 'questions', id: '2003' } },
          answerable: { data: { type: 'applications', id: visitor.application } },
        },
      },
    },
  });
  await setFaults(log, {});
  await settled(log, visitor, sent);
  const token = ADMIN;
  await log.call('the list', 'GET', '/attention', { token });
  await log.call('the list with answers', 'GET', '/attention?include=answers', { token });
  await log.call('unauthorized', 'GET', '/attention');
  const path = `/attention/${text(sent.at('data', 'id'))}`;
  const act = (title: string, action: string, to = path) =>
    log.call(title, 'POST', to, { token, body: resource('attention', { action }) });
  await act('bad_request', 'nonsense');
  await act('not_found', 'retry', '/attention/0000-0000-0000');
  await act('given up', 'give_up');
  await settled(log, visitor, sent);
  await act('nothing is parked', 'retry');
  await log.call('the list afterwards', 'GET', '/attention', { token });
  const person = (action: string) => ({
    token,
    body: resource('people', { action, application: visitor.application }),
  });
  for (const action of ['find', 'export', 'erase', 'find'])
    await log.call(`a person: ${action}`, 'POST', '/people', person(action));
}

/** Until the first request went wrong. */
async function unclear(log: Transcript, visitor: Visitor, sent: Reply): Promise<void> {
  const path = `/submissions/${text(sent.at('data', 'id'))}`;
  for (let tries = 0; tries < 100; tries += 1) {
    const reply = await log.ask('GET', path, visitor);
    if (reply.at('data', 'attributes', 'answers', 0, 'state') === 'checking') return;
    await pause(50);
  }
}

async function atTheServer(log: Transcript): Promise<void> {
  log.section('The server');
  await log.call('alive', 'GET', '/healthz');
  await log.call('ready', 'GET', '/readyz');
  await log.call('ready, for the operator', 'GET', '/readyz', { token: ADMIN });
  await log.call('no metrics', 'GET', '/metrics');
  const { text: metrics } = await log.ask('GET', '/metrics', { token: ADMIN });
  const described = metrics.split('\n').filter((line) => /^# TYPE apply/.test(line));
  log.note('what is measured', described.sort());
}

async function outages(log: Transcript): Promise<void> {
  log.section('A service in trouble');
  const open = (title: string, job: string) =>
    log.call(title, 'POST', '/sessions', {
      headers: { origin: ORIGIN },
      body: resource('sessions', { job, tenant: 'default' }),
    });
  const read = async (title: string, job: string, faults: object) => {
    const session = resource('sessions', { job, tenant: 'default' });
    const reply = await log.ask('POST', '/sessions', { token: ADMIN, body: session });
    await setFaults(log, faults);
    await log.call(title, 'GET', FORM, { token: text(reply.at('data', 'attributes', 'token')) });
    await setFaults(log, {});
  };
  await setFaults(log, { closed_jobs: ['4716'] });
  await open('a closed job', '4716');
  const closed = await visitJob(log, '4716');
  await log.call('the form of a closed job', 'GET', FORM, closed);
  await send(log, 'job_closed', closed, [], ada);
  await setFaults(log, {});
  const down = { status: [{ path: '/api/v1', status: 503, requests: 1000, retry_after: null }] };
  await read('bad_document', '4718', { bad_document: 'html' });
  await read('service_unavailable', '4719', down);
  await read('a key that is refused', '4713', { integration_disabled: true });
  await read('a form that is known already', '4712', down);
  await setFaults(log, down);
  await log.call('service_unavailable, of an application', 'POST', '/sessions', {
    token: ADMIN,
    body: resource('sessions', { application: '123456' }),
  });
  await setFaults(log, {});
}

async function limits(log: Transcript): Promise<void> {
  log.section('Too many requests');
  const body = resource('sessions', { application: '1' });
  const guess = { token: 'wrong', body };
  for (let tries = 0; tries < 70; tries += 1) await log.ask('POST', '/sessions', guess);
  const reply = await log.ask('POST', '/sessions', guess);
  log.note('rate_limited', { status: reply.status, errors: reply.at('errors') });
}

const journeys = [
  sessions,
  questions,
  files,
  submissions,
  jobSubmissions,
  refusedSubmissions,
  corrections,
  attention,
  atTheServer,
  outages,
  limits,
];

/** An application that came through no posting. */
async function withoutJob(log: Transcript): Promise<void> {
  log.section('Questions by postings');
  const made = await log.ask('POST', `${CONTROL}/applications`, { body: { form: 'one-of-each' } });
  await log.call('no_job', 'POST', '/sessions', {
    token: ADMIN,
    body: resource('sessions', { application: text(made.at('id')) }),
  });
}

async function record(folder: string): Promise<string> {
  const stores = mkdtempSync(join(tmpdir(), 'apply-transcripts-'));
  let server: Program | null = null;
  const log = createTranscript(() => server?.address ?? '');
  const run = async (
    name: string,
    more: Environment,
    all: readonly ((log: Transcript) => Promise<void>)[],
  ) => {
    const own = { ...environment, ...more, APPLY_STORE: `file:${join(stores, `${name}.db`)}` };
    server = await startProgram(folder, { script: 'dev', environment: own });
    try {
      for (const journey of all) await journey(log);
    } finally {
      await server.stop();
    }
  };
  try {
    await run('main', {}, journeys);
    await run('postings', { APPLY_CONFIG: '{"tenants":{"default":{"questionsBy":"posting"}}}' }, [
      withoutJob,
    ]);
  } finally {
    rmSync(stores, { recursive: true, force: true });
  }
  return log.text();
}

const [file, folder = '.'] = process.argv.slice(2);
if (file === undefined) {
  process.stderr.write('transcripts.ts FILE [FOLDER]\n');
  process.exit(2);
}
writeFileSync(file, await record(resolve(folder)));
