import '@testing-library/jest-dom/vitest';
import { act, screen } from '@testing-library/preact';
import { describe, expect, test, vi } from 'vitest';
import { errorCodes, type Failure, type FailureCode } from '../core/model/failure.ts';
import { questionId, reference } from '../core/model/ids.ts';
import { type AnswerState, type Submission, submissionState } from '../core/model/submission.ts';
import type { WritableForm } from '../form/contract.ts';
import { createForm } from '../form/create-form.ts';
import { refuse, restrict } from '../form/fill.ts';
import { ids, question, treeOf } from '../form/form.support.ts';
import { en } from '../locale/en.ts';
import { enFilling } from '../locale/en-filling.ts';
import { drawForm, drawView, formView } from './ui.support.tsx';

const failure = (code: FailureCode, more: Partial<Failure> = {}): Failure => ({
  code,
  retryable: true,
  retryAfter: null,
  questions: [],
  fields: [],
  ...more,
});

const submission = (...states: readonly AnswerState[]): Submission => {
  const answers = states.map((state, place) => ({
    question: questionId(`${place + 1}`),
    part: 0,
    state,
    code: null,
  }));
  return {
    reference: reference('K7M2-Q9XD'),
    state: submissionState(answers),
    acceptedAt: '',
    application: null,
    answers,
  };
};

/** The answers that the form would send now. */
const sentBy = (form: WritableForm) =>
  new Map(
    form.outgoing.peek().flatMap(({ question: id }) => {
      const answer = form.fields.get(id)?.answer.peek();
      return answer ? [[id, answer] as const] : [];
    }),
  );

const accept = (form: WritableForm, ...states: readonly AnswerState[]) =>
  act(() => {
    form.submission.value = { kind: 'accepted', submission: submission(...states), sent: sentBy(form) };
  });

const all = { ...en, ...enFilling };

const three = ['1', '2', '3'].map((one) => question(one, 'short_text', { title: `Question ${one}` }));

function answered() {
  const drawn = drawForm(three);
  act(() => {
    for (const one of ids('1', '2', '3')) drawn.form.setAnswer(one, { kind: 'text', text: `answer ${one}` });
  });
  return drawn;
}

describe('before the form', () => {
  test('shows placeholders with a text', () => {
    const { container } = drawView({ kind: 'loading' });
    expect(container.querySelectorAll('.af-skeleton i:not(.af-title)')).toHaveLength(3);
    expect(screen.getByText('Loading the application form…')).toBeVisible();
  });

  test.each([
    ['closed', 'This form is no longer open', null],
    ['already_sent', 'Your application was already sent', /If you are not sure that it arrived, contact/],
  ] as const)('a form that is %s shows only a message and another way to apply', (kind, title, more) => {
    drawView({ kind }, { fallback: { kind: 'link', href: 'https://example.com/jobs' } });
    expect(screen.getByRole('heading', { name: title, level: 2 })).toBeVisible();
    if (more !== null) expect(screen.getByText(more)).toBeVisible();
    const link = screen.getByRole('link', { name: 'Apply another way' });
    expect(link).toHaveAttribute('href', 'https://example.com/jobs');
  });

  const codes = [...errorCodes, 'offline', 'bad_setup'] as const;
  test.each(codes)('the failure %s has its own message, a symbol and a way to retry', (code) => {
    const { container } = drawView({ kind: 'failed', failure: failure(code) });
    expect(screen.getByText(all[`failure.${code}`])).toBeVisible();
    expect(container.querySelector('svg')).not.toBeNull();
    expect(screen.getByRole('button', { name: 'Try again' })).toBeVisible();
  });

  test('trying again reloads the form, and the message gives the time to wait', async () => {
    const { actions, user } = drawView({
      kind: 'failed',
      failure: failure('rate_limited', { retryAfter: 20 }),
    });
    expect(screen.getByText('You can try again in 20 seconds.')).toBeVisible();
    await user.click(screen.getByRole('button', { name: 'Try again' }));
    expect(actions.reload).toHaveBeenCalledOnce();
  });

  describe('pressing “Try again”', () => {
    async function tryAgain() {
      const drawn = drawView({ kind: 'failed', failure: failure('service_unavailable') });
      await drawn.user.click(screen.getByRole('button', { name: 'Try again' }));
      act(() => {
        drawn.view.value = { kind: 'loading', takesFocus: true };
      });
      return drawn;
    }

    test('keeps focus in place while it loads, and moves it to the form', async () => {
      const { view } = await tryAgain();
      expect(screen.getByText('Loading the application form…').parentElement).toHaveFocus();
      act(() => {
        view.value = formView(createForm(treeOf(...three)));
      });
      expect(screen.getByRole('form', { name: 'Application form' })).toHaveFocus();
    });

    test('moves focus to the message when it fails again', async () => {
      const { view } = await tryAgain();
      act(() => {
        view.value = { kind: 'failed', failure: failure('rate_limited') };
      });
      expect(screen.getByRole('group', { name: 'One moment, please' })).toHaveFocus();
    });

    test('a page that opens by itself leaves focus alone (control)', () => {
      const { view } = drawView({ kind: 'loading' });
      act(() => {
        view.value = formView(createForm(treeOf(...three)));
      });
      expect(document.body).toHaveFocus();
    });
  });
});

describe('sending', () => {
  const questions = [
    question('1', 'short_text', { title: 'Question 1', required: true }),
    question('2', 'short_text', { title: 'Question 2', required: true }),
    question('3', 'number', { title: 'Question 3' }),
  ];
  const line = (container: Element) => {
    const { value, max } = container.querySelector('.af-progress progress') as HTMLProgressElement;
    return [value, max];
  };

  test('shows the progress on the button and in a bar, complete when there are no errors', async () => {
    const { user, container } = drawForm(questions);
    expect(screen.getByRole('button', { name: '2 required answers left' })).toBeVisible();
    await user.type(screen.getByRole('textbox', { name: 'Question 1' }), 'x');
    expect(screen.getByRole('button', { name: '1 required answer left' })).toBeVisible();
    expect(line(container)).toEqual([1, 2]);
    await user.click(screen.getByRole('button', { name: '1 required answer left' }));
    expect(screen.getByRole('textbox', { name: 'Question 2' })).toHaveFocus();
    await user.type(screen.getByRole('textbox', { name: 'Question 3' }), 'many');
    await user.type(screen.getByRole('textbox', { name: 'Question 2' }), 'y');
    expect(screen.getByRole('button', { name: '1 answer to check' })).toBeVisible();
    expect(line(container)).toEqual([2, 3]);
    await user.clear(screen.getByRole('textbox', { name: 'Question 3' }));
    expect(screen.getByText('Ready to send')).toBeVisible();
    expect(line(container)).toEqual([2, 2]);
  });

  test('shows a message after one second, and later that it takes longer', () => {
    vi.useFakeTimers();
    try {
      const { form } = answered();
      act(() => {
        form.submission.value = { kind: 'sending' };
      });
      expect(screen.getByText('Ready to send')).toBeVisible();
      act(() => void vi.advanceTimersByTime(1_000));
      expect(screen.getAllByText('Sending your answers…')[0]).toBeVisible();
      act(() => void vi.advanceTimersByTime(7_000));
      expect(screen.getAllByText(/Still sending/)[0]).toBeVisible();
    } finally {
      vi.useRealTimers();
    }
  });

  test('pressing Enter in a field sends nothing', async () => {
    const { actions, user } = drawForm(three);
    await user.type(screen.getByRole('textbox', { name: 'Question 1' }), 'x{Enter}');
    expect(actions.send).not.toHaveBeenCalled();
  });

  test('the button shows that it is sending and stays focusable, and the questions are locked', () => {
    const { form, container } = answered();
    act(() => {
      form.submission.value = { kind: 'sending' };
    });
    const button = screen.getByRole('button', { name: 'Sending…' });
    expect(button).toHaveAttribute('aria-disabled', 'true');
    expect(button).toBeEnabled();
    expect(container.querySelector('.af-blocks')).toHaveProperty('inert', true);
  });

  test('a failure keeps every answer, tells the applicant what to do, and takes focus', () => {
    const { form } = answered();
    act(() => {
      form.submission.value = { kind: 'failed', failure: failure('offline') };
    });
    const sentence = screen.getByText(/Check your internet connection, then try again/);
    expect(sentence).toHaveTextContent('Your answers are still here.');
    expect(sentence.closest('.af-failure')).toHaveFocus();
    expect(screen.getByRole('textbox', { name: 'Question 1' })).toHaveValue('answer 1');
    expect(screen.getByRole('button', { name: 'Send again' })).toBeVisible();
  });
});

describe('the receipt', () => {
  test('shows the reference and takes focus', () => {
    const { form } = answered();
    accept(form, 'queued', 'queued', 'queued');
    expect(screen.getByText('K7M2-Q9XD')).toBeVisible();
    expect(screen.getByRole('heading', { name: 'Application sent' }).parentElement).toHaveFocus();
  });

  test.each([
    [
      ['queued', 'queued', 'queued'],
      'We have your application and are passing it on to the employer. There is nothing more for you to do.',
    ],
    [['delivered', 'delivered', 'delivered'], 'Your application has reached the employer'],
    [
      ['delivered', 'delivered', 'parked'],
      'Part of your application may not have reached the employer, and we will not send it again automatically. Keep a copy of what you sent, and quote your reference if you contact the employer.',
    ],
  ] as const)('with answers %j it gives the honest state: %s', (states, sentence) => {
    const { form } = answered();
    accept(form, ...states);
    expect(screen.getByText(sentence)).toBeVisible();
  });
});

describe('a refused answer', () => {
  function refused() {
    const drawn = answered();
    accept(drawn.form, 'delivered', 'refused', 'delivered');
    act(() => {
      restrict(drawn.form, ids('2'));
      refuse(drawn.form, ids('2'));
    });
    return drawn;
  }

  test('opens its question again, with its error and a banner on top', () => {
    refused();
    expect(screen.getByRole('heading', { name: 'One answer needs a change' })).toBeVisible();
    expect(screen.getByText(/with reference \u2066K7M2-Q9XD\u2069/)).toBeVisible();
    expect(screen.getByRole('textbox', { name: 'Question 2' })).toHaveAccessibleDescription(
      'optional Error: Change this answer. It could not be accepted.',
    );
  });

  test('leaves the accepted answers alone, and is sent as a correction', () => {
    const { form } = refused();
    expect(screen.getAllByRole('textbox')).toHaveLength(1);
    expect(screen.getByText('What you sent (3 answers)')).toBeVisible();
    expect(screen.getByRole('button', { name: 'Send changes' })).toBeVisible();
    act(() => {
      form.submission.value = { kind: 'sending' };
    });
    expect(screen.getByRole('heading', { name: 'One answer needs a change' })).toBeVisible();
  });
});

test('a notice for applicants shows above the form and interrupts nothing', () => {
  const notice = 'This form is a test.';
  const { container } = drawForm([question('1', 'short_text')], { notice });
  const line = screen.getByText(notice).parentElement as HTMLElement;
  expect(line).toHaveAttribute('part', 'notice');
  expect(line.compareDocumentPosition(screen.getByRole('form'))).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
  expect(line.closest('[aria-live], [role="alert"], [role="status"]')).toBeNull();
  expect(container.querySelectorAll('[part="notice"]')).toHaveLength(1);
});
