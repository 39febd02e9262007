/** What concerns the operator: parked answers, the server's state, outages of the service, limits. */
import { pause } from './checkout.ts';
import type { Journey, Reply, Transcript } from './transcript.ts';
import {
  ADMIN,
  type Answer,
  ada,
  apply,
  CONTROL,
  FORM,
  ORIGIN,
  resource,
  send,
  setFaults,
  settled,
  submission,
  text,
  type Visitor,
  visitJob,
} from './visitor.ts';

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

/** An application that came through no posting. */
export async function withoutJob(log: Transcript): Promise<void> {
  log.section('Questions by postings');
  const made = await log.ask('POST', `${CONTROL}/applications`, { body: { form: 'one-of-each' } });
  await log.call('no_job', 'POST', '/sessions', {
    token: ADMIN,
    body: resource('sessions', { application: text(made.at('id')) }),
  });
}

export const operatorJourneys: readonly Journey[] = [attention, atTheServer, outages, limits];
