import { describe, expect, test, vi } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { View } from '../../form/contract.ts';
import { de } from '../../locale/de.ts';
import { quiet } from '../settle.support.ts';
import {
  arrivals,
  documentOf,
  events,
  fillingFile,
  formOf,
  open,
  page,
  phaseOf,
  plain,
  question,
  questionsPath,
  receipt,
  receiptPath,
  refusal,
  replies,
  send,
  submissions,
  submitPath,
  textAnswer,
  uploads,
  warnings,
} from './session.support.ts';
import type { Session } from './session.ts';

const id = (text: string) => questionId(text);
const asksForConfirmation = () => !dispatchEvent(new Event('beforeunload', { cancelable: true }));

const child = (name: string, parent: string, value: string) =>
  question(name, {
    conditional: { parent_question_id: parent, position: 1, conditions: [{ operator: 'equals', value }] },
  });

const bodyOf = (submission: number) => submissions()[submission]?.body;
const sentQuestions = (submission: number): readonly unknown[] => {
  const data: unknown = bodyOf(submission)?.data ?? [];
  return Array.isArray(data) ? data.map((element) => element.relationships.question.data.id) : [];
};
const viewKind = (view: View) => view.kind;

describe('language', () => {
  const inGerman = () => documentOf([{ ...question('1'), meta: { shown: { title: 'Frage 1' } } }]);
  const titleOf = (session: Session) => formOf(session).fields.get(id('1'))?.shown.title;
  const speakGerman = (session: Session) => {
    page.settings = { ...page.settings, lang: 'de' };
    session.translate();
  };

  test.each([
    ['texts', [refusal(503, 'service_unavailable'), inGerman()], async () => de],
    ['words', [inGerman(), inGerman()], () => Promise.reject(new Error('offline'))],
  ])(
    'when the %s of another language cannot load, texts and words stay in one language',
    async (_what, loads, loadWords) => {
      const session = await open(documentOf([question('1')]), ...loads);
      page.loadWords = loadWords;
      speakGerman(session);
      await quiet();
      expect([session.speech.value.language, titleOf(session)]).toEqual(['en', 'Question 1']);
      page.loadWords = async () => de;
      session.touch();
      await quiet();
      expect([session.speech.value.language, titleOf(session)]).toEqual(['de', 'Frage 1']);
    },
  );

  test('another language changes the texts and keeps the answers and errors', async () => {
    const session = await open(documentOf([question('1'), question('2', { required: true })]), inGerman());
    const form = formOf(session);
    form.setAnswer(id('1'), textAnswer('Mary'));
    session.validate();
    speakGerman(session);
    await quiet();
    expect(session.form).toBe(form);
    expect(titleOf(session)).toBe('Frage 1');
    expect(form.fields.get(id('1'))?.answer.value).toEqual(textAnswer('Mary'));
    expect(form.fields.get(id('2'))?.error.value).toEqual({ code: 'required' });
  });
});

describe('loading', () => {
  test.each([
    ['a closed job', { state: 'closed' }, 'closed'],
    ['an application with answers', { state: 'sent' }, 'already_sent'],
  ])('%s shows no form, and shows the notice of its server', async (_name, meta, kind) => {
    const session = await open(documentOf([question('1')], { ...meta, notice: 'A sandbox.' }));
    expect(viewKind(session.view.value)).toBe(kind);
    expect(session.notice.value).toBe('A sandbox.');
  });

  test('a running submission is shown and followed to its end', async () => {
    replies[receiptPath] = [receipt('delivering', { '1': 'sending' }), receipt('complete')];
    const session = await open(documentOf([question('1')], { state: 'sent', submission: 'REF-1' }));
    await quiet();
    expect(phaseOf(session)).toMatchObject({
      kind: 'accepted',
      submission: { state: 'complete' },
      sent: new Map(),
    });
  });

  test('a failure is shown and reported, and can be retried', async () => {
    const session = await open(
      refusal(503, 'service_unavailable', { fallback: 'https://careers.example.com' }),
    );
    expect(session.view.value).toMatchObject({ kind: 'failed', failure: { code: 'service_unavailable' } });
    expect(session.fallback.value).toBe('https://careers.example.com');
    expect(events).toEqual([
      ['apply-error', { code: 'service_unavailable', retryable: true, retryAfter: null }],
    ]);
    replies[questionsPath] = [documentOf([question('1')])];
    session.actions.reload();
    expect(session.view.value).toEqual({ kind: 'loading', takesFocus: true });
    await expect.poll(() => viewKind(session.view.value)).toBe('form');
  });
});

describe('preview', () => {
  test('shows a document and never uses the network, whatever the visitor presses', async () => {
    const document = { data: [question('1'), question('2', { question_type: 'document' })] };
    page.settings = { ...page.settings, ...plain({ mode: 'preview' }), document };
    const session = await open();
    expect(session.view.value).toMatchObject({ kind: 'form', preview: true });
    formOf(session).setAnswer(id('1'), textAnswer('x'));
    session.actions.attach(id('2'), [new File(['x'], 'cv.pdf')]);
    await send(session);
    expect(arrivals).toEqual([]);
    expect(uploads).toEqual([]);
    expect(phaseOf(session)).toEqual({ kind: 'editing' });
    expect(formOf(session).fields.get(id('2'))?.files.value).toMatchObject([
      { progress: { kind: 'staged' } },
    ]);
  });
});

describe('events while the applicant fills in the form', () => {
  test('name the question of each change, never its answer', async () => {
    const session = await open(documentOf([question('1', { required: true }), child('2', '1', 'yes')]));
    events.length = 0;
    formOf(session).setAnswer(id('1'), textAnswer('yes'));
    await quiet();
    expect(events).toEqual([
      ['apply-change', { question: '1', valid: true }],
      ['apply-visibility', { shown: ['2'], hidden: [], cause: '1' }],
    ]);
    expect(JSON.stringify(events)).not.toContain('yes');
  });
});

describe('sending', () => {
  const twoQuestions = documentOf([question('1', { required: true }), child('2', '1', 'yes')]);

  test('reports missing answers, and sends nothing', async () => {
    const session = await open(twoQuestions);
    await send(session);
    expect(events.at(-1)).toEqual(['apply-invalid', { questions: ['1'] }]);
    expect(submissions()).toEqual([]);
  });

  test('sends every visible answer in one request, and shows the receipt', async () => {
    const session = await open(twoQuestions);
    replies[submitPath] = [receipt('complete')];
    formOf(session).setAnswer(id('1'), textAnswer('yes'));
    formOf(session).setAnswer(id('2'), textAnswer('more'));
    formOf(session).setAnswer(id('1'), textAnswer('no'));
    await quiet();
    events.length = 0;
    await send(session);
    expect(submissions()).toHaveLength(1);
    expect(sentQuestions(0)).toEqual(['1']);
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { reference: 'REF-1' } });
    expect(events).toEqual([
      ['apply-before-submit', { questions: ['1'] }],
      ['apply-submitted', { reference: 'REF-1' }],
      ['apply-progress', { delivered: 1, total: 1, state: 'complete' }],
    ]);
  });

  test.each([
    ['twice in one task', () => {}],
    ['again during the apply-before-submit event', (again: () => void) => again()],
  ])('sends one request when Send is called %s', async (_name, meanwhile) => {
    const session = await open(twoQuestions);
    await session.prepare();
    replies[submitPath] = [receipt('complete'), receipt('complete'), receipt('complete')];
    formOf(session).setAnswer(id('1'), textAnswer('no'));
    page.onEvent = (name) => name === 'apply-before-submit' && meanwhile(() => session.actions.send());
    session.actions.send();
    session.actions.send();
    await quiet();
    expect(submissions()).toHaveLength(1);
    expect(events.filter(([name]) => name === 'apply-before-submit')).toHaveLength(1);
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted' });
  });

  test.each([403, 429])(
    'reports a %i of a gateway as blocked, keeps everything, and names the address to the developer',
    async (status) => {
      const session = await open(documentOf([question('1')]));
      formOf(session).setAnswer(id('1'), textAnswer('SELECT name FROM people'));
      replies[submitPath] = [{ status, body: { message: 'Forbidden' } }, receipt('complete')];
      await send(session);
      expect(phaseOf(session)).toMatchObject({
        kind: 'failed',
        failure: { code: 'blocked', retryable: true },
      });
      expect(events).toContainEqual(['apply-error', { code: 'blocked', retryable: true, retryAfter: null }]);
      await expect
        .poll(() => warnings)
        .toEqual([
          expect.stringMatching(
            new RegExp(`answered with ${status} .* https://forms\\.example\\.com/submissions`),
          ),
        ]);
      await send(session);
      expect(phaseOf(session)).toMatchObject({ kind: 'accepted' });
    },
  );
});

test('a submission deleted meanwhile shows as sent, and dispatches no error', async () => {
  const session = await open(documentOf([question('1')]));
  replies[submitPath] = [receipt('received', { '1': 'queued' })];
  replies[receiptPath] = [refusal(404, 'not_found')];
  formOf(session).setAnswer(id('1'), textAnswer('no'));
  events.length = 0;
  await send(session);
  expect(session.view.value).toEqual({ kind: 'already_sent' });
  expect(events.map(([name]) => name)).not.toContain('apply-error');
});

describe('when the file for filling in cannot load', () => {
  const unreachable = () => Promise.reject(new TypeError('Failed to fetch dynamically imported module'));

  test('sending fails as offline, keeps the answers, and works on the next press', async () => {
    const session = await open(documentOf([question('1')]));
    formOf(session).setAnswer(id('1'), textAnswer('kept'));
    page.loadFilling = unreachable;
    events.length = 0;
    await send(session);
    expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'offline', retryable: true } });
    expect(events.at(-1)).toEqual(['apply-error', { code: 'offline', retryable: true, retryAfter: null }]);
    expect(formOf(session).fields.get(id('1'))?.entry.value).toEqual(textAnswer('kept'));
    page.loadFilling = async () => fillingFile;
    replies[submitPath] = [receipt('complete')];
    await send(session);
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted' });
  });

  test.each([
    [true, 1, 2],
    [false, null, null],
  ])(
    'sending moves to the offer of a reload if the server says that the file is gone: %s',
    async (gone, ...presses) => {
      page.isGone = async () => gone;
      const session = await open(documentOf([question('1')]));
      formOf(session).setAnswer(id('1'), textAnswer('kept'));
      page.loadFilling = unreachable;
      for (const expected of presses) {
        await send(session);
        expect(session.gone.value).toBe(expected);
        expect(phaseOf(session).kind).toBe(gone ? 'editing' : 'failed');
      }
      page.loadFilling = async () => fillingFile;
      replies[submitPath] = [receipt('complete')];
      await send(session);
      expect([session.gone.value, phaseOf(session).kind]).toEqual([null, 'accepted']);
    },
  );

  test('a chosen file stays, and uploads by itself as soon as possible', async () => {
    const session = await open(documentOf([question('1', { question_type: 'multi_document' })]));
    vi.useFakeTimers({ toFake: ['setTimeout'] });
    const files = () =>
      formOf(session)
        .fields.get(id('1'))
        ?.files.value.map(({ name }) => name);
    const choose = async (name: string) => {
      session.actions.attach(id('1'), [new File(['x'], name)]);
      await quiet();
    };
    page.loadFilling = unreachable;
    await choose('a.pdf');
    await choose('b.pdf');
    expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'offline' } });
    await vi.advanceTimersByTimeAsync(12_000);
    expect(files()).toEqual([]);
    page.loadFilling = async () => fillingFile;
    await vi.advanceTimersByTimeAsync(5_000);
    expect(phaseOf(session)).toEqual({ kind: 'editing' });
    expect(files()).toEqual(['a.pdf', 'b.pdf']);
    await quiet();
    expect(uploads).toHaveLength(2);
  });
});

describe('the question set changes while the form is filled in', () => {
  test('keeps the answers, marks the changes, and lets the applicant send again', async () => {
    const before = documentOf([question('1'), question('2')]);
    const after = documentOf([question('1'), question('2', { title: 'New words' }), question('3')], {
      revision: 'r2',
    });
    const session = await open(before, after);
    replies[submitPath] = [refusal(409, 'form_changed'), receipt('complete')];
    formOf(session).setAnswer(id('1'), textAnswer('kept'));
    const old = formOf(session);
    await send(session);
    expect(formOf(session)).not.toBe(old);
    expect(session.view.value).toMatchObject({ kind: 'form', changed: { questions: ['2', '3'], lost: [] } });
    expect(formOf(session).fields.get(id('1'))?.entry.value).toEqual(textAnswer('kept'));
    expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'form_changed' } });
    await send(session);
    expect(bodyOf(1)?.meta?.['revision']).toBe('r2');
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted' });
  });
});

describe('a refused answer', () => {
  test('opens again, and the whole set is sent again', async () => {
    const session = await open(documentOf([question('1'), question('2')]));
    replies[submitPath] = [receipt('attention', { '1': 'delivered', '2': 'refused' }), receipt('complete')];
    formOf(session).setAnswer(id('1'), textAnswer('fine'));
    formOf(session).setAnswer(id('2'), textAnswer('odd'));
    await send(session);
    const editable = (name: string) => formOf(session).fields.get(id(name))?.editable.value;
    expect([editable('1'), editable('2')]).toEqual([false, true]);
    expect(formOf(session).fields.get(id('2'))?.error.value).toEqual({ code: 'refused' });
    formOf(session).setAnswer(id('2'), textAnswer('better'));
    await send(session);
    expect(sentQuestions(1)).toEqual(['1', '2']);
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { state: 'complete' } });
    expect(formOf(session).correcting.value).toBe(false);
  });

  test('leaves the accepted answers alone when the correction cannot be sent', async () => {
    const session = await open(documentOf([question('1'), question('2')]));
    replies[submitPath] = [receipt('attention', { '1': 'delivered', '2': 'refused' })];
    formOf(session).setAnswer(id('1'), textAnswer('fine'));
    formOf(session).setAnswer(id('2'), textAnswer('odd'));
    await send(session);
    formOf(session).setAnswer(id('2'), textAnswer('better'));
    await send(session);
    expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'offline' } });
    session.reset();
    expect(formOf(session).outgoing.value).toHaveLength(2);
    expect(formOf(session).correcting.value).toBe(true);
  });
});

describe('answers that a changed form cannot take', () => {
  const choice = (...options: readonly string[]) => ({
    question_type: 'multiple_choice',
    multiple_choice_options: options,
    max_num_required_answer_options: 5,
  });
  const before = documentOf([
    question('1'),
    question('2', choice('Day', 'Night')),
    child('3', '1', 'yes'),
    question('4', { question_type: 'boolean' }),
  ]);

  test('are listed with their questions: for a removed question, another type, or a removed option', async () => {
    const after = [question('1', { question_type: 'number' }), question('2', choice('Day')), question('4')];
    const session = await open(before, documentOf(after, { revision: 'r2' }));
    replies[submitPath] = [refusal(409, 'form_changed')];
    formOf(session).setAnswer(id('1'), textAnswer('yes'));
    formOf(session).setAnswer(id('2'), { kind: 'choice', options: ['Day', 'Night'] });
    formOf(session).setAnswer(id('3'), textAnswer('because'));
    formOf(session).setAnswer(id('4'), { kind: 'boolean', value: true });
    await send(session);
    const view = session.view.value;
    const lost = view.kind === 'form' ? view.changed?.lost : [];
    expect(lost?.map(({ question: { title }, answer }) => [title, answer])).toEqual([
      ['Question 1', textAnswer('yes')],
      ['Question 3', textAnswer('because')],
      ['Question 2', { kind: 'choice', options: ['Night'] }],
      ['Question 4', { kind: 'boolean', value: true }],
    ]);
  });
});

describe('a sent form', () => {
  test('stays open for its correction when the form has changed since', async () => {
    const session = await open(documentOf([question('1'), question('2')]));
    replies[submitPath] = [
      receipt('attention', { '1': 'delivered', '2': 'refused' }),
      refusal(409, 'form_changed'),
    ];
    formOf(session).setAnswer(id('1'), textAnswer('fine'));
    formOf(session).setAnswer(id('2'), textAnswer('odd'));
    await send(session);
    const form = formOf(session);
    form.setAnswer(id('2'), textAnswer('better'));
    await send(session);
    expect(formOf(session)).toBe(form);
    expect(phaseOf(session)).toMatchObject({ kind: 'failed', failure: { code: 'form_changed' } });
    expect(form.correcting.value).toBe(true);
    expect(form.fields.get(id('2'))?.entry.value).toEqual(textAnswer('better'));
  });
});

describe('leaving the page', () => {
  test('asks for confirmation while there are unsent answers', async () => {
    const session = await open(documentOf([question('1')]));
    await session.prepare();
    expect(asksForConfirmation()).toBe(false);
    formOf(session).setAnswer(id('1'), textAnswer('typed'));
    expect(asksForConfirmation()).toBe(true);
    formOf(session).setAnswer(id('1'), null);
    expect(asksForConfirmation()).toBe(false);
  });

  test('asks for no confirmation after sending, or after the form is removed', async () => {
    const session = await open(documentOf([question('1')]));
    replies[submitPath] = [receipt('complete')];
    formOf(session).setAnswer(id('1'), textAnswer('typed'));
    await session.prepare();
    expect(asksForConfirmation()).toBe(true);
    await send(session);
    expect(asksForConfirmation()).toBe(false);
    const removed = await open(documentOf([question('1')]));
    formOf(removed).setAnswer(id('1'), textAnswer('typed'));
    await removed.prepare();
    removed.stop();
    expect(asksForConfirmation()).toBe(false);
  });
});

describe('clearing the form', () => {
  test('aborts uploads, and deletes uploaded files at the proxy', async () => {
    const session = await open(documentOf([question('2', { question_type: 'multi_document' })]));
    session.actions.attach(id('2'), [new File(['x'], 'a.pdf'), new File(['y'], 'b.pdf')]);
    await quiet();
    uploads[0]?.finish(201);
    await quiet();
    const files = formOf(session)
      .fields.get(id('2'))
      ?.files.value.map((row) => `/files/${row.id}`);
    session.reset();
    await quiet();
    expect(uploads[1]?.init.signal?.aborted).toBe(true);
    expect(arrivals.map(({ path }) => path).filter((path) => path.startsWith('/files/'))).toEqual(files);
    expect(formOf(session).fields.get(id('2'))?.files.value).toEqual([]);
  });
});

describe('files', () => {
  const withFile = documentOf([question('1'), question('2', { question_type: 'multi_document' })], {
    limits: { bytes: 10, types: ['application/pdf', '.docx'] },
  });
  const pdf = () => new File(['x'], 'cv.pdf', { type: 'application/pdf' });
  const rows = (session: Session) => formOf(session).fields.get(id('2'))?.files.value ?? [];
  const progressOf = (session: Session) => rows(session).map(({ progress }) => progress);
  const attach = async (session: Session, ...files: File[]) => {
    session.actions.attach(id('2'), files);
    await quiet();
  };

  test('upload as soon as they are chosen, with progress, for their question', async () => {
    const session = await open(withFile);
    await attach(session, pdf());
    expect(new Headers(uploads[0]?.init.headers).get('apply-for')).toBe('question 2');
    uploads[0]?.onProgress(0.25);
    expect(progressOf(session)).toEqual([{ kind: 'uploading', done: 0.25 }]);
    uploads[0]?.finish(201);
    await quiet();
    expect(progressOf(session)).toEqual([{ kind: 'staged' }]);
  });

  test.each([
    [415, 'file_type', { reason: 'renamed', found: 'png' }, { code: 'renamed', found: 'png' }],
    [415, 'file_type', { reason: 'infected' }, { code: 'infected' }],
    [415, 'file_type', undefined, { code: 'file_type' }],
  ])('%i %s with %j shows as the proxy’s own finding', async (status, code, meta, shown) => {
    const session = await open(withFile);
    await attach(session, pdf());
    uploads[0]?.finish(status, JSON.stringify({ errors: [{ code }], meta }));
    await quiet();
    expect(progressOf(session)).toEqual([{ kind: 'rejected', ...shown }]);
  });

  test('a failed upload blocks sending, and a retry uses the same id', async () => {
    const session = await open(withFile);
    replies[submitPath] = [receipt('complete')];
    await attach(session, pdf());
    uploads[0]?.finish(503);
    await send(session);
    expect(submissions()).toEqual([]);
    expect(phaseOf(session)).toEqual({ kind: 'editing' });
    session.actions.retryFile(id('2'), rows(session)[0]?.id ?? ('' as never));
    await quiet();
    uploads[1]?.finish(201);
    expect(uploads[1]?.address).toBe(uploads[0]?.address);
    await send(session);
    expect(submissions()).toHaveLength(1);
  });

  test('a file that the proxy has lost is uploaded again, and the application is sent by itself', async () => {
    const session = await open(withFile);
    replies[submitPath] = [refusal(422, 'file_missing', { questions: ['2'] }), receipt('complete')];
    await attach(session, pdf());
    uploads[0]?.finish(201);
    await send(session);
    expect(uploads).toHaveLength(2);
    expect(formOf(session).submission.peek().kind).toBe('sending');
    uploads[1]?.finish(201);
    await quiet();
    expect(progressOf(session)).toEqual([{ kind: 'staged' }]);
    expect(formOf(session).submission.peek().kind).toBe('accepted');
  });
});

describe('an application that another tab has sent', () => {
  const sentElsewhere = (meta: object) => documentOf([question('1')], meta);

  test.each([
    ['shows its reference', { submission: 'REF-1', state: 'sent' }, 'form', 'REF-1'],
    ['that was deleted since shows only as sent', { state: 'sent' }, 'already_sent', undefined],
    ['does not exist, so the form stays (control)', {}, 'form', undefined],
  ])('with other answers %s', async (_, meta, kind, reference) => {
    const session = await open(documentOf([question('1')]), sentElsewhere(meta));
    replies[submitPath] = [refusal(409, 'already_submitted')];
    replies[receiptPath] = [receipt('complete')];
    formOf(session).setAnswer(id('1'), textAnswer('typed'));
    await send(session);
    expect(session.view.value.kind).toBe(kind);
    const phase = phaseOf(session);
    expect(phase.kind === 'failed' ? phase.earlier?.reference : null).toBe(reference);
  });

  /** Restores the page from the back-forward cache. */
  async function comeBack(): Promise<void> {
    replies[questionsPath] = [sentElsewhere({ submission: 'REF-1' }), sentElsewhere({ submission: 'REF-1' })];
    replies[receiptPath] = [receipt('complete')];
    dispatchEvent(Object.assign(new Event('pageshow'), { persisted: true }));
    await quiet();
  }

  test('shows on a page restored from the back-forward cache', async () => {
    const session = await open(documentOf([question('1')]));
    await session.prepare();
    await comeBack();
    expect(phaseOf(session)).toMatchObject({ kind: 'accepted', submission: { reference: 'REF-1' } });
  });
});
