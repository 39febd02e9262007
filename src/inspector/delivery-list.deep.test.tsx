// @vitest-environment happy-dom
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { quiet } from '../browser/settle.support.ts';
import { questionId, reference } from '../core/model/ids.ts';
import { answerStates, type Submission } from '../core/model/submission.ts';
import type { SubmissionPhase } from '../form/contract.ts';
import { phaseSentence, stateWords } from './delivery-words.ts';
import { formOf, Inspected, question, quietSandbox } from './inspector.support.tsx';
import type { Faults, SentRequest } from './traffic.ts';

const submission = (states: readonly Submission['answers'][number]['state'][], more = {}): Submission => ({
  reference: reference('K7M2-Q9XD'),
  state: 'delivering',
  acceptedAt: '2026-03-04T10:00:00.000Z',
  secondsLeft: null,
  application: null,
  answers: states.map((state, place) => ({
    question: questionId(`${place + 1}`),
    part: 0,
    state,
    code: null,
  })),
  ...more,
});

const accepted = (sent: Submission): SubmissionPhase => ({
  kind: 'accepted',
  submission: sent,
  sent: new Map(),
});

const post = (at: string, status: number | null): SentRequest => ({
  number: Number(at),
  method: 'POST',
  path: '/api/v1/answers',
  question: '1',
  status,
  at: `2026-03-04T10:00:${at}.000Z`,
  milliseconds: status === null ? null : 3,
  errors: [],
});

let inspected: Inspected;
let faults: Faults;

beforeEach(async () => {
  faults = { delay: 0, disturb: [], closed_jobs: ['4711'] };
  const sandbox = {
    ...quietSandbox,
    readFaults: async () => faults,
    writeFaults: async (next: Faults) => {
      faults = next;
      return next;
    },
  };
  inspected = new Inspected(formOf([question('1', 'boolean'), question('2', 'boolean')]), { sandbox });
  await inspected.open('delivery');
});

afterEach(() => inspected.end());

async function become(phase: SubmissionPhase): Promise<void> {
  inspected.form.submission.value = phase;
  await quiet();
}

describe('delivery', () => {
  test('before sending says what will happen, and what each state means', () => {
    expect(inspected.words()).toContain('Nothing has been sent yet.');
    for (const state of answerStates)
      expect(inspected.words()).toContain(`${state}${stateWords[state].meaning}`);
  });

  test('follows each answer, with its reference', async () => {
    await become(accepted(submission(['delivered', 'checking'])));
    expect(inspected.words()).toContain('receipt K7M2-Q9XD');
    const steps = () => inspected.find('.step').map((step) => step.textContent);
    expect(steps()).toEqual(['Question 1✓delivered', 'Question 2?checking']);
    await become(accepted(submission(['delivered', 'delivered'], { state: 'complete' })));
    expect(steps()[1]).toContain('delivered');
    expect(inspected.words()).toContain('All has arrived: 2 of 2 answers delivered.');
  });

  test('has a bar for each attempt, and says in words what came of it', async () => {
    await become(accepted(submission(['sending', 'queued'])));
    const requests = [post('01', 503), post('04', 0), post('09', null)];
    inspected.inspector.show({ application: '9', requests, held: [] });
    await quiet();
    expect(
      inspected.find('.step:first-child path:not(.base)').map((bar) => bar.getAttribute('class')),
    ).toEqual(['refused', 'lost', 'open']);
    const hour = new Date('2026-03-04T10:00:00Z').toLocaleTimeString('en-GB').slice(0, 2);
    expect(inspected.one('.tries').textContent).toBe(
      `3 tries: ${hour}:00:01 503, ${hour}:00:04 reply lost, ${hour}:00:09 no reply yet`,
    );
  });

  test('of a visitor the application itself comes first', async () => {
    const application = { state: 'delivered', code: null, fields: [] };
    await become(accepted(submission(['queued'], { application })));
    expect(inspected.one('.step').textContent).toBe('The application itself✓delivered');
  });

  test.each<readonly [SubmissionPhase, RegExp]>([
    [{ kind: 'sending' }, /^Being sent/],
    [
      {
        kind: 'failed',
        failure: { code: 'offline', retryable: true, retryAfter: null, questions: [], fields: [] },
      },
      /^Not sent \(offline\)/,
    ],
    [accepted(submission(['queued'], { state: 'received' })), /None has reached the service yet/],
    [accepted(submission(['delivered', 'queued'])), /^Being delivered: 1 of 2 answers/],
    [
      accepted(submission(['parked'], { state: 'attention' })),
      /^Part of it did not arrive: 0 of 1 answer delivered/,
    ],
    [accepted(submission(['queued'], { state: 'refused' })), /refused to make the application/],
  ])('%j is one sentence', (phase, sentence) => {
    expect(phaseSentence(phase)).toMatch(sentence);
  });
});

describe('faults', () => {
  const choose = async (title: string) => {
    const choice = inspected.find('.choice').find((each) => each.textContent === title);
    choice?.querySelector('input')?.click();
    await quiet();
  };

  test('are switched on with what the applicant sees of them, and off by one press', async () => {
    await choose('Slow');
    expect(faults).toEqual({ delay: 3000, disturb: [], closed_jobs: ['4711'] });
    expect(inspected.one('.effect').textContent).toContain('three seconds');
    await choose('Off');
    expect(faults).toEqual({ delay: 0, disturb: [], closed_jobs: ['4711'] });
  });

  test('that are on stay on while one looks elsewhere, and are shown as on', async () => {
    await choose('Service down');
    await inspected.open('tree');
    await inspected.open('delivery');
    const on = inspected.find<HTMLInputElement>('.choice input').find((each) => each.checked);
    expect(on?.closest('label')?.textContent).toBe('Service down');
  });
});

test('of thousands of answers the last are drawn, and those before at a press', async () => {
  const states = Array.from({ length: 2_500 }, () => 'queued' as const);
  inspected.form.submission.value = accepted(submission(states));
  await quiet();
  expect(inspected.find('.step')).toHaveLength(100);
  expect(inspected.find('.step').at(-1)?.textContent).toContain('2500');
  inspected.one('.before').click();
  await quiet();
  expect(inspected.find('.step')).toHaveLength(200);
});
