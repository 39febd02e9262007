import '@testing-library/jest-dom/vitest';
import { act, screen } from '@testing-library/preact';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { plainFailure } from '../core/jsonapi/read-failure.ts';
import { questionId, reference } from '../core/model/ids.ts';
import type { Submission } from '../core/model/submission.ts';
import type { WritableForm } from '../form/contract.ts';
import { question } from '../form/form.support.ts';
import { drawForm, listen } from './ui.support.tsx';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const questions = [
  question('1', 'boolean', { title: 'Do you need a visa?' }),
  question('2', 'short_text', { title: 'Which one?', parent: '1', when: ['equals', 'true'] }),
  question('3', 'short_text', { title: 'Your name', required: true }),
];

const added = '1 question added after “Do you need a visa?”';
const removed = '1 question removed after “Do you need a visa?”';

/** Advances in steps, so that no announcement comes and goes within one. */
async function wait(milliseconds: number): Promise<void> {
  for (let step = 0; step < milliseconds; step += 50) {
    await act(async () => {
      await vi.advanceTimersByTimeAsync(50);
    });
  }
}

const visa = (form: WritableForm, value: boolean | null) =>
  form.setAnswer(questionId('1'), value === null ? null : { kind: 'boolean', value });

const accepted = (form: WritableForm, state: Submission['state'], refused = false) => {
  const answers = [
    { question: questionId('3'), part: 0, state: refused ? 'refused' : 'queued', code: null },
  ] as const;
  form.submission.value = {
    kind: 'accepted',
    submission: {
      reference: reference('R-1'),
      state,
      acceptedAt: '',
      application: null,
      answers,
    },
    sent: new Map([[questionId('3'), { kind: 'text', text: 'Sam' }]]),
  };
};

describe('an appearing or disappearing question', () => {
  test('is announced once', async () => {
    const { form } = drawForm(questions);
    const announced = listen();
    act(() => visa(form, true));
    await wait(20_000);
    expect(announced).toEqual([added]);
  });

  test('is announced each time in quick succession, in order', async () => {
    const { form } = drawForm(questions);
    const announced = listen();
    act(() => visa(form, true));
    await wait(50);
    act(() => visa(form, false));
    await wait(50);
    act(() => visa(form, true));
    await wait(5_000);
    expect(announced).toEqual([added, `${removed} | ${added}`]);
  });

  test('is not announced on the receipt, nor when the form returns for a correction', async () => {
    const { form } = drawForm(questions);
    act(() => visa(form, true));
    await wait(10);
    act(() => accepted(form, 'received'));
    expect(screen.getByRole('status')).toHaveTextContent(/^$/);
    const announced = listen();
    act(() => accepted(form, 'attention', true));
    await wait(20_000);
    expect(announced).toEqual([]);
  });
});

describe('errors', () => {
  const name = () => screen.getByRole('textbox', { name: 'Your name' });

  test('of a field that focus only passes through are not announced', async () => {
    drawForm(questions);
    await wait(50);
    const announced = listen();
    act(() => name().focus());
    act(() => name().blur());
    await wait(20_000);
    expect(announced).toEqual([]);
    expect(name()).toBeValid();
  });

  test('that change during typing are announced when the applicant leaves the question', async () => {
    const { form } = drawForm([question('1', 'url', { title: 'Your website', required: true })]);
    const site = screen.getByRole('textbox');
    const type = (text: string) => act(() => form.setAnswer(questionId('1'), { kind: 'url', text }));
    const announced = listen();
    act(() => site.focus());
    type('w');
    type('');
    act(() => site.blur());
    await wait(2_000);
    act(() => site.focus());
    type('no address');
    await wait(2_000);
    expect(announced).toEqual(['Error: Enter a web address for “Your website”']);
    act(() => site.blur());
    await wait(2_000);
    expect(announced.slice(1)).toEqual(['Error: Your website: Enter a web address, such as www.example.com']);
    act(() => site.focus());
    act(() => site.blur());
    await wait(12_000);
    expect(announced).toHaveLength(2);
  });

  test('of an attempt to send are left to the summary, which takes focus', async () => {
    const { form } = drawForm(questions);
    const announced = listen();
    act(() => void form.validate());
    await wait(20_000);
    expect(announced).toEqual([]);
    expect(screen.getByRole('group', { name: /There is a problem/ })).toHaveFocus();
  });

  test.each<[string, (form: WritableForm) => unknown, readonly string[]]>([
    ['are left to the summary when the applicant presses Send', (form) => form.validate(), []],
    [
      'are dropped when the applicant corrects them',
      (form) => form.setAnswer(questionId('3'), { kind: 'text', text: 'Sam' }),
      [],
    ],
    [
      'are announced when nothing else happens (control)',
      () => {},
      ['Error: Enter an answer for “Your name”'],
    ],
  ])('waiting to be announced %s', async (_what, happens, said) => {
    const { form } = drawForm(questions);
    const announced = listen();
    act(() => visa(form, true));
    await wait(50);
    act(() => name().focus());
    for (const text of ['S', '']) act(() => form.setAnswer(questionId('3'), { kind: 'text', text }));
    act(() => name().blur());
    act(() => void happens(form));
    await wait(20_000);
    expect(announced).toEqual([added, ...said]);
  });
});

describe('sending', () => {
  test('is announced only when it takes its time', async () => {
    const { form } = drawForm(questions);
    const announced = listen();
    const send = () =>
      act(() => {
        form.submission.value = { kind: 'sending' };
      });
    send();
    await wait(900);
    act(() => {
      form.submission.value = { kind: 'failed', failure: plainFailure('rate_limited') };
    });
    await wait(5_000);
    expect(announced).toEqual([]);
    send();
    await wait(4_000);
    expect(announced).toEqual(['Sending your answers…']);
  });
});

describe('the receipt', () => {
  test('announces the end of the delivery, not each delivered answer', async () => {
    const { form } = drawForm(questions);
    act(() => accepted(form, 'received'));
    const announced = listen();
    await wait(2_000);
    act(() => accepted(form, 'delivering'));
    await wait(2_000);
    act(() => accepted(form, 'complete'));
    await wait(20_000);
    expect(announced).toEqual(['Your application has reached the employer']);
  });
});
