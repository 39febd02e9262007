// @vitest-environment happy-dom
import { afterEach, expect, test } from 'vitest';
import { detailsNamed, formWith, gender, terms } from '../browser/details/details.support.ts';
import { quiet } from '../browser/settle.support.ts';
import { question } from '../core/check/question-sets.support.ts';
import { detailId } from '../core/model/details.ts';
import { questionId, reference } from '../core/model/ids.ts';
import { type AnswerState, answerStates, type Submission } from '../core/model/submission.ts';
import { child, formOf, Inspected } from './inspector.support.tsx';

let inspected: Inspected;

afterEach(() => inspected.end());

const many = Array.from({ length: 7 }, (_, index) => question(`${index + 1}`, 'short_text'));

const rows = () => inspected.find('.request').map((row) => row.textContent);

async function accept(
  states: readonly AnswerState[],
  application: Submission['application'] = null,
): Promise<void> {
  const submission: Submission = {
    reference: reference('K7M2-Q9XD'),
    state: 'delivering',
    acceptedAt: '2026-03-04T10:00:00.000Z',
    application,
    answers: states.map((state, index) => ({
      question: questionId(`${index + 1}`),
      part: 0,
      state,
      code: null,
    })),
  };
  inspected.form.submission.value = { kind: 'accepted', submission, sent: new Map() };
  await quiet();
}

test('the list shows what the form would send, in its order, and strikes out hidden answers', async () => {
  inspected = new Inspected(
    formOf([...many, question('91', 'boolean'), child('92', '91', 'equals', 'true')]),
  );
  for (const id of ['92', '5', '3']) await inspected.answer(id, { kind: 'text', text: id });
  await inspected.answer('91', { kind: 'boolean', value: false });
  await inspected.open('requests');
  const listed = rows();
  expect(listed.map((words) => /question (\d+)Q/.exec(words ?? '')?.[1])).toEqual(['3', '5', '91', '92']);
  expect(inspected.form.outgoing.value.map((each) => each.question)).toEqual(['3', '5', '91']);
  expect(listed[0]).toBe('POST /api/v1/answers · question 3Question 3 · 3would be sent');
  expect(listed[3]).toContain('hidden, not sent');
  expect(inspected.words('.request.hidden s')).toContain('question 92');
});

test('after sending, each row shows the delivery state of its answer', async () => {
  inspected = new Inspected(formOf(many));
  await inspected.answer('1', { kind: 'text', text: 'a' });
  await inspected.open('requests');
  expect(inspected.words('[role=status]')).toMatch(/^On Send the proxy stores all answers at once/);
  await accept(answerStates);
  expect(inspected.words('[role=status]')).toBe('Receipt K7M2-Q9XD: 1 of 7 answers delivered.');
  expect(inspected.find('.way').map((way) => way.textContent)).toEqual([
    '· queued',
    '→ sending',
    '✓ delivered',
    '× refused',
    '– held',
    '? checking',
    '! parked',
  ]);
});

test('the list of a visitor shows the application, without equality monitoring or consents', async () => {
  const form = formWith({ details: detailsNamed('phone'), consent: [terms], equality: [gender] });
  inspected = new Inspected(form);
  await inspected.open('requests');
  expect(rows()).toEqual([]);
  form.setAnswer(detailId('phone'), { kind: 'text', text: '020 7946 0018', country: 'GB' });
  form.setAnswer(detailId('equality:gender'), { kind: 'choice', options: ['9'] });
  form.setAnswer(detailId('consent:terms'), { kind: 'choice', options: ['3'] });
  await quiet();
  expect(rows()).toEqual(['POST /api/v1/applicationsThe application itselfwould be sent']);
  for (const tab of ['tree', 'check', 'requests']) {
    await inspected.open(tab);
    expect(inspected.words()).not.toMatch(/gender|equality|prefer not|terms/i);
    if (tab === 'check') expect(inspected.words()).toBe('Nothing wrong in 4 questions.');
  }
  await accept([], { state: 'delivered', code: null, fields: [] });
  expect(rows()).toEqual(['POST /api/v1/applicationsThe application itself✓ delivered']);
});
