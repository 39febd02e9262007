import { beforeEach, describe, expect, test } from 'vitest';
import { detailId } from '../../core/model/details.ts';
import { questionId } from '../../core/model/ids.ts';
import type { Entry } from '../../form/contract.ts';
import { quiet } from '../settle.support.ts';
import * as support from './session.support.ts';
import {
  arrivals,
  events,
  formOf,
  page,
  phaseOf,
  plain,
  question,
  questionsPath as questions,
  type Reply,
  refusal,
  replies,
  send,
  submissions as sent,
  submitPath as submissions,
  textAnswer as text,
} from './session.support.ts';
import type { Session } from './session.ts';

const token = (value: string): Reply => ({
  status: 201,
  body: { data: { type: 'sessions', attributes: { token: value, expires_in: 86_400 } } },
});

const details = ['first_name', 'last_name', 'email'].map((name) => ({ name, required: true }));

const documentOf = (list: readonly object[], meta: object = {}) =>
  support.documentOf(list, { details, ...meta });

const receipt = (state: string, application: object, answers: Readonly<Record<string, string>>) =>
  support.receipt(state, answers, application);

const complete = () => receipt('complete', { state: 'delivered', fields: [] }, { '1': 'delivered' });

const sessions = 'POST /sessions';

/** Every test opens the form of a public job. */
beforeEach(() => {
  replies[sessions] = [token('first'), token('second')];
  page.settings = plain({ job: '4711' });
});

async function open(...loads: readonly Reply[]): Promise<Session> {
  const session = await support.open(...loads);
  await session.prepare();
  return session;
}

function fillIn(session: Session, email = 'sam@example.com'): void {
  const form = formOf(session);
  form.setAnswer(detailId('first_name'), text(' Sam '));
  form.setAnswer(detailId('last_name'), text('Doe'));
  form.setAnswer(detailId('email'), text(email));
  if (form.fields.has(questionId('1'))) form.setAnswer(questionId('1'), text('An answer'));
}

const detailsOf = (name: string) => events.filter(([each]) => each === name).map(([, detail]) => detail);
const errorOf = (session: Session, name: string) => formOf(session).fields.get(detailId(name))?.error.value;
function refusalOf(session: Session): string {
  const phase = phaseOf(session);
  const { refusal: words } = phase.kind === 'accepted' ? phase : {};
  return words ? `${words.title()}: ${words.text()}` : '';
}

describe('the form of a public job', () => {
  test('opens a session, then requests the questions with it, and shows name and email first', async () => {
    const session = await open(documentOf([question('1')]));
    expect(arrivals).toMatchObject([
      {
        request: sessions,
        token: null,
        body: { data: { type: 'sessions', attributes: { job: '4711', tenant: 'default' } } },
      },
      { request: questions, token: 'Bearer first' },
    ]);
    expect(formOf(session).visible.value).toEqual([
      'detail:first_name',
      'detail:last_name',
      'detail:email',
      '1',
    ]);
  });
});

describe('sending', () => {
  test('sends the details first, then the answers, and dispatches events for both', async () => {
    replies[submissions] = [complete()];
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    await send(session);
    expect(sent()).toHaveLength(1);
    expect(sent()[0]?.body.data).toMatchObject([
      { type: 'applications', attributes: { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' } },
      { type: 'answers', attributes: { text_answer: 'An answer' } },
    ]);
    expect(detailsOf('apply-before-submit')).toEqual([
      { questions: ['1'], fields: ['first_name', 'last_name', 'email'] },
    ]);
    expect(detailsOf('apply-progress')).toEqual([{ delivered: 1, total: 1, state: 'complete' }]);
    const phase = phaseOf(session);
    expect(phase.kind === 'accepted' && [...phase.sent.keys()]).toEqual([
      'detail:first_name',
      'detail:last_name',
      'detail:email',
      '1',
    ]);
  });

  test('shows a refused detail at its field until it changes', async () => {
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [
      refusal(422, 'invalid_details', { fields: ['last_name', 'shoe_size'] }),
      complete(),
    ];
    await send(session);
    expect(errorOf(session, 'last_name')).toEqual({ code: 'refused' });
    expect([errorOf(session, 'first_name'), errorOf(session, 'email')]).toEqual([null, null]);
    expect(formOf(session).attempts.value).toBeGreaterThan(0);
    await send(session);
    expect(sent()).toHaveLength(1);
    formOf(session).setAnswer(detailId('last_name'), text('Dough'));
    await send(session);
    expect(phaseOf(session).kind).toBe('accepted');
  });
});

describe('an application that the service refuses', () => {
  const refused = (fields: readonly string[]) =>
    receipt('refused', { state: 'refused', code: 'invalid_details', fields }, { '1': 'queued' });

  test('opens only the fields that it names, and sends the whole set again', async () => {
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [refused(['email']), complete()];
    await send(session);
    expect(formOf(session).correcting.value).toBe(true);
    expect(formOf(session).order.filter((field) => field.editable.value)).toMatchObject([
      { question: { id: 'detail:email' } },
    ]);
    expect(errorOf(session, 'email')).toEqual({ code: 'refused' });
    formOf(session).setAnswer(detailId('email'), text('sam.doe@example.com'));
    await send(session);
    expect(sent()[1]?.body.data).toMatchObject([
      { type: 'applications', attributes: { first_name: 'Sam', email: 'sam.doe@example.com' } },
      { type: 'answers', attributes: { text_answer: 'An answer' } },
    ]);
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { state: 'complete' } });
    expect(formOf(session).correcting.value).toBe(false);
  });

  const missing = { code: 'application_refused', retryable: false, retryAfter: null, reference: 'REF-1' };

  test('keeps all answers and notifies the host when the form lacks a required detail', async () => {
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [refused(['phone', 'cv'])];
    await send(session);
    expect(formOf(session).correcting.value).toBe(false);
    expect(refusalOf(session)).toMatch(/details that this form does not ask for: Phone number and CV\./);
    expect(formOf(session).fields.get(detailId('email'))?.entry.value).toEqual(text('sam@example.com'));
    expect(detailsOf('apply-error')).toEqual([{ ...missing, fields: ['phone', 'cv'] }]);
    expect(detailsOf('apply-submitted')).toEqual([]);
    expect(detailsOf('apply-progress')).toEqual([{ delivered: 0, total: 1, state: 'refused' }]);
  });

  test.each<readonly [string, string]>([
    ['job_closed', 'This job is no longer taking applications.'],
    ['not_found', 'cannot find this job'],
    ['application_refused', 'gave no reason'],
  ])('shows a plain message for %s', async (code, words) => {
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [receipt('refused', { state: 'refused', code, fields: [] }, { '1': 'held' })];
    await send(session);
    expect(refusalOf(session)).toContain(words);
    expect(formOf(session).correcting.value).toBe(code === 'application_refused');
  });

  test('dispatches no event after complete', async () => {
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [complete()];
    await send(session);
    const before = events.length;
    expect(detailsOf('apply-progress').at(-1)).toMatchObject({ state: 'complete' });
    replies['GET /submissions/REF-1'] = [refused(['phone'])];
    session.reset();
    await send(session);
    await quiet();
    expect(events.slice(before)).toEqual([]);
    expect(sent()).toHaveLength(1);
  });
});

describe('an answer that the service refuses after it accepted the application', () => {
  const taken = (answers: Readonly<Record<string, string>>) =>
    receipt('attention', { state: 'delivered', fields: [] }, answers);
  const typed = { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' };
  const kept = (): Entry[] => [
    ...Object.entries(typed).map(([name, words]) => ({ question: detailId(name), answer: text(words) })),
    { question: questionId('1'), answer: text('An answer') },
  ];
  const moreDetails = {
    details: [
      ...details,
      { name: 'phone', required: true },
      { name: 'cv', required: true, limits: { bytes: 9, types: ['.pdf'] } },
    ],
    consent: [{ id: 'terms', version: '3', text: 'I agree.', language: 'en', required: true }],
    equality: [{ id: 'gender', title: 'Gender', options: [{ id: '9', text: 'No word' }], required: true }],
  };
  const editable = (session: Session) =>
    formOf(session)
      .order.filter((field) => field.editable.value)
      .map((field) => field.question.id);

  /** Reloads the page, whose form now requires `meta`. */
  async function comeBack(meta: object, found: Reply): Promise<Session> {
    page.draft = kept();
    replies['GET /submissions/REF-1'] = [found];
    const session = await open(documentOf([question('1')], { submission: 'REF-1', ...meta }));
    await quiet();
    return session;
  }

  test.each([
    ['another detail', moreDetails],
    ['fewer details', { details: details.slice(1) }],
  ])('is corrected alone when the form now requires %s', async (_name, meta) => {
    const session = await comeBack(meta, taken({ '1': 'refused' }));
    expect(editable(session)).toEqual(['1']);
    expect(formOf(session).invalid.value).toEqual(['1']);
    formOf(session).setAnswer(questionId('1'), text('A better one'));
    replies[submissions] = [complete()];
    await send(session);
    expect(sent()[0]?.body).toMatchObject({
      data: [{ type: 'answers', attributes: { text_answer: 'A better one' } }],
    });
    expect(sent()[0]?.body.data).toHaveLength(1);
    expect(sent()[0]?.body).not.toHaveProperty('meta.consent');
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { state: 'complete' } });
  });
});

describe('an expired session', () => {
  const expired = () => refusal(401, 'token_expired');

  test('is renewed with the old token, without asking the host', async () => {
    page.settings = {
      ...page.settings,
      renewToken: () => Promise.reject(new Error('The host is not to be asked.')),
    };
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [expired(), complete()];
    await send(session);
    expect(arrivals.map(({ request, token: given }) => [request, given])).toEqual([
      [sessions, null],
      [questions, 'Bearer first'],
      [submissions, 'Bearer first'],
      [sessions, 'Bearer first'],
      [submissions, 'Bearer second'],
    ]);
    expect(phaseOf(session).kind).toBe('accepted');
  });

  test('that cannot be renewed keeps the answers, and shows the reason', async () => {
    replies[sessions] = [token('first'), refusal(429, 'rate_limited')];
    const session = await open(documentOf([question('1')]));
    fillIn(session);
    replies[submissions] = [expired(), complete()];
    await send(session);
    expect(phaseOf(session)).toMatchObject({
      kind: 'failed',
      failure: { code: 'rate_limited', retryable: true },
    });
    replies[sessions] = [token('second')];
    replies[submissions] = [expired(), complete()];
    await send(session);
    expect(phaseOf(session).kind).toBe('accepted');
  });
});

describe('a form with more details', () => {
  const asks = (...more: readonly object[]) => ({ details: [...details, ...more] });
  const phone = (required: boolean) => ({ name: 'phone', required });
  const number = { kind: 'text', text: '020 7946 0018', country: 'GB' } as const;
  const terms = { id: 'terms', version: '3', text: 'I agree.', language: 'en', required: true };
  const gender = { id: 'gender', title: 'Gender', options: [{ id: '9', text: 'Prefer not to say' }] };
  const chosen = (option: string) => ({ kind: 'choice' as const, options: [option] });
  const refused = (fields: readonly string[]) =>
    receipt('refused', { state: 'refused', code: 'invalid_details', fields }, { '1': 'held' });

  const form = (meta: object) => documentOf([question('1')], meta);

  test('sends them with the application, and the consents next to them', async () => {
    const session = await open(form({ ...asks(phone(true)), consent: [terms], equality: [gender] }));
    fillIn(session);
    formOf(session).setAnswer(detailId('phone'), number);
    formOf(session).setAnswer(detailId('equality:gender'), chosen('9'));
    formOf(session).setAnswer(detailId('consent:terms'), chosen('3'));
    replies[submissions] = [complete()];
    await send(session);
    expect(sent()[0]?.body).toMatchObject({
      data: [
        {
          type: 'applications',
          attributes: {
            first_name: 'Sam',
            phone: '020 7946 0018',
            phone_iso2: 'GB',
            equality_monitoring_option_ids: ['9'],
          },
        },
        { type: 'answers' },
      ],
      meta: { consent: [{ id: 'terms', version: '3' }] },
    });
    const phase = phaseOf(session);
    expect(phase.kind === 'accepted' && [...phase.sent.keys()]).toEqual([
      ...['first_name', 'last_name', 'email', 'phone'].map(detailId),
      '1',
    ]);
  });

  test('names details in events, and leaves out equality monitoring and consents', async () => {
    const meta = {
      ...asks(phone(false), { name: 'address', required: false }),
      consent: [terms],
      equality: [gender],
    };
    const session = await open(form(meta));
    const names = ['first_name', 'last_name', 'email', 'phone', 'country', 'address1', 'town', 'postcode'];
    expect(detailsOf('apply-ready')).toEqual([{ questions: ['1'], fields: names }]);
    fillIn(session);
    events.length = 0;
    formOf(session).setAnswer(detailId('phone'), number);
    formOf(session).setAnswer(detailId('equality:gender'), chosen('9'));
    formOf(session).setAnswer(detailId('country'), chosen('US'));
    formOf(session).setAnswer(detailId('country'), chosen('GB'));
    await send(session);
    expect(detailsOf('apply-change')).toEqual([
      { field: 'phone', valid: true },
      { field: 'country', valid: true },
      { field: 'country', valid: true },
    ]);
    expect(detailsOf('apply-visibility')).toEqual([]);
    expect(detailsOf('apply-invalid')).toEqual([{ questions: [] }]);
    formOf(session).setAnswer(detailId('consent:terms'), chosen('3'));
    replies[submissions] = [complete()];
    await send(session);
    const fields = ['first_name', 'last_name', 'email', 'phone', 'country', 'address1', 'address2'];
    expect(detailsOf('apply-before-submit')).toMatchObject([
      { questions: ['1'], fields: expect.arrayContaining(fields) },
    ]);
    expect(JSON.stringify(events)).not.toMatch(/gender|terms|equality|consent/);
  });

  test('adds a required detail that a refusal names, and sends everything again', async () => {
    const session = await open(form(asks()), form(asks(phone(true))));
    fillIn(session);
    const before = formOf(session);
    replies[submissions] = [refused(['phone']), complete()];
    await send(session);
    const now = formOf(session);
    expect(now).not.toBe(before);
    expect(now.order.filter(({ editable }) => editable.value).map(({ question }) => question.id)).toEqual([
      detailId('phone'),
    ]);
    expect(errorOf(session, 'phone')).toEqual({ code: 'required' });
    expect(now.fields.get(detailId('phone'))?.question.required).toBe(true);
    expect(refusalOf(session)).toContain('system also asks for: Phone number. Add what is missing below');
    now.setAnswer(detailId('phone'), number);
    await send(session);
    expect(sent()[1]?.body.data).toMatchObject([
      { attributes: { first_name: 'Sam', email: 'sam@example.com', phone: '020 7946 0018' } },
      { attributes: { text_answer: 'An answer' } },
    ]);
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { state: 'complete' } });
  });

  test('reloads when a consent has a new version, and keeps everything', async () => {
    const first = { ...asks(phone(false)), consent: [terms] };
    const next = { ...asks(phone(true)), consent: [{ ...terms, version: '4' }] };
    const session = await open(form(first), form(next));
    fillIn(session);
    formOf(session).setAnswer(detailId('consent:terms'), chosen('3'));
    replies[submissions] = [refusal(409, 'form_changed')];
    await send(session);
    const now = formOf(session);
    expect(now.fields.get(detailId('email'))?.entry.value).toEqual(text('sam@example.com'));
    expect(now.fields.get(detailId('consent:terms'))?.entry.value).toBeNull();
    expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'form_changed' } });
    const view = session.view.value;
    expect(view.kind === 'form' && view.changed).toMatchObject({
      questions: [detailId('phone'), detailId('consent:terms')],
      lost: [],
    });
  });

  describe('with an optional detail that the proxy requires', () => {
    const missed = () => refusal(422, 'invalid_details', { fields: ['phone'] });

    test('asks for it, and sends it once the applicant gives it', async () => {
      const again = form(asks(phone(false)));
      const session = await open(again, again, again);
      fillIn(session);
      replies[submissions] = [missed(), complete()];
      await send(session);
      expect(errorOf(session, 'phone')).toEqual({ code: 'required' });
      expect(formOf(session).fields.get(detailId('phone'))?.required).toBe(true);
      expect(formOf(session).attempts.value).toBeGreaterThan(0);
      expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'invalid_details' } });
      await send(session);
      expect(sent()).toHaveLength(1);
      formOf(session).setAnswer(detailId('phone'), number);
      await send(session);
      expect(sent()[1]?.body.data).toMatchObject([
        { attributes: { first_name: 'Sam', phone: '020 7946 0018' } },
        { attributes: { text_answer: 'An answer' } },
      ]);
      expect(phaseOf(session)).toMatchObject({ submission: { state: 'complete' } });
    });
  });

  describe('when the applicant returns to a refused application', () => {
    const entry = (id: string, words: string): Entry => ({ question: questionId(id), answer: text(words) });
    const typed = ['first_name', 'last_name'].map((name) => entry(detailId(name), 'Sam'));
    const all = [...typed, entry(detailId('email'), 'sam@example.com'), entry('1', 'An answer')];
    const meta = { submission: 'REF-1', ...asks(phone(true)), consent: [terms], equality: [gender] };

    async function comeBack(kept: Entry[], more: object = {}): Promise<Session> {
      page.draft = kept;
      replies['GET /submissions/REF-1'] = [refused(['phone'])];
      return open(form({ ...meta, ...more }));
    }

    test('opens the missing field, and asks again for consents and equality monitoring', async () => {
      const session = await comeBack(all);
      const editable = formOf(session).order.filter((field) => field.editable.value);
      expect(editable.map(({ question }) => question.id)).toEqual(
        ['phone', 'equality:gender', 'consent:terms'].map(detailId),
      );
      formOf(session).setAnswer(detailId('phone'), number);
      formOf(session).setAnswer(detailId('consent:terms'), chosen('3'));
      replies[submissions] = [complete()];
      await send(session);
      expect(sent()[0]?.body).toMatchObject({
        data: [
          { attributes: { first_name: 'Sam', phone: '020 7946 0018' } },
          { attributes: { text_answer: 'An answer' } },
        ],
        meta: { consent: [{ id: 'terms', version: '3' }] },
      });
      expect(phaseOf(session)).toMatchObject({ submission: { state: 'complete' } });
    });

    test.each([
      ['an answer', all.slice(0, 3)],
      ['the details', all.slice(3)],
    ])('asks for nothing when this tab has lost %s', async (_name, kept) => {
      const session = await comeBack(kept);
      expect(formOf(session).correcting.value).toBe(false);
      expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { state: 'attention' } });
    });
  });
});

test.each([
  ['the tab keeps its draft when the server cannot be reached', [], 0],
  ['the tab keeps its draft when the server is busy', [refusal(503, 'service_unavailable')], 0],
  ['the tab drops its draft after a refused session (control)', [refusal(401, 'token_invalid')], 1],
] as const)('%s', async (_, refusals, forgotten) => {
  page.draft = [];
  replies[sessions] = [...refusals];
  await open();
  expect(page.forgotten).toBe(forgotten);
});
