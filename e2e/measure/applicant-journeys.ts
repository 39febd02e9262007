/** What applicants and their pages ask: sessions, questions, files, submissions and corrections. */
import { pause } from './checkout.ts';
import type { Journey, Transcript } from './transcript.ts';
import {
  ADMIN,
  type Answer,
  ada,
  apply,
  atService,
  CONTROL,
  FORM,
  fileHeaders,
  MEDIA,
  ORIGIN,
  pdf,
  resource,
  send,
  setFaults,
  settled,
  some,
  text,
  uuid,
  visitJob,
} from './visitor.ts';

async function sessions(log: Transcript): Promise<void> {
  log.section('Sessions');
  const open = (title: string, attributes: object, more: object = { token: ADMIN }) =>
    log.call(title, 'POST', '/sessions', { body: resource('sessions', attributes), ...more });
  const { application } = await apply(log, 'one-of-each');
  const made = await open('of an application', { application });
  await open('that lives an hour', { application, expires_in: 3600 });
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

export const applicantJourneys: readonly Journey[] = [
  sessions,
  questions,
  files,
  submissions,
  jobSubmissions,
  refusedSubmissions,
  corrections,
];
