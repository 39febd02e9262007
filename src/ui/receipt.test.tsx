import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor, within } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { fileId, questionId, reference } from '../core/model/ids.ts';
import type { FormNotes } from '../core/tree/question-tree.ts';
import { createForm } from '../form/create-form.ts';
import { question, treeOf } from '../form/form.support.ts';
import { drawView, formView } from './ui.support.tsx';

afterEach(() => void vi.restoreAllMocks());

const file = (name: string) => ({ id: fileId(name), name, size: 1, type: 'application/pdf' });

function drawReceipt(title: string | null = null, notes: Partial<FormNotes> = {}) {
  const form = createForm({
    ...treeOf(
      question('1', 'short_text', { title: 'Your name' }),
      question('2', 'multi_document', { title: 'Your certificates' }),
      question('3', 'date', { title: 'When can you start?' }),
    ),
    notes: { privacy: null, nextText: null, nextUrl: null, ...notes },
  });
  const acceptedAt = '2027-03-05T10:30:00.000Z';
  form.submission.value = {
    kind: 'accepted',
    submission: {
      reference: reference('K7M2-Q9XD'),
      state: 'complete',
      acceptedAt,
      application: null,
      answers: [],
    },
    sent: new Map([
      [questionId('1'), { kind: 'text', text: 'Sam' }],
      [questionId('2'), { kind: 'files', files: [file('b.pdf'), file('a.pdf')] }],
      [questionId('3'), { kind: 'date', day: '2027-06-01' }],
    ]),
    next: '',
  };
  return drawView(formView(form, { title }));
}

test('the receipt promises nothing when the application may not have arrived', () => {
  const form = createForm(treeOf(question('1', 'short_text', { title: 'Your name' })));
  const application = { state: 'parked', code: 'unclear', fields: [] } as const;
  const answers = [{ question: questionId('1'), part: 0, state: 'held', code: null }] as const;
  const ids = { reference: reference('R-1'), state: 'attention', acceptedAt: '' } as const;
  form.submission.value = {
    kind: 'accepted',
    submission: { ...ids, application, answers },
    sent: new Map(),
  };
  drawView(formView(form));
  expect(screen.getByRole('heading', { name: 'Your application may not have arrived' })).toBeVisible();
  expect(screen.getByText(/we will not send it again automatically/)).toBeVisible();
  expect(screen.getByText('R-1')).toBeVisible();
  expect(screen.queryByText(/Application sent|Thank you|What happens next/)).toBeNull();
});

const copy = () =>
  screen.getByText('What you sent (3 answers)').closest('details') ?? document.createElement('details');

describe('a copy to keep', () => {
  test('has the date, the reference, the title, and each answer, with files by name', () => {
    drawReceipt('Night nurse');
    expect(screen.getByText('Night nurse')).toBeVisible();
    expect(screen.getByText('K7M2-Q9XD')).toBeVisible();
    expect(screen.getByText(/^Sent on March 5, 2027/)).toBeVisible();
    const answers = within(copy());
    expect(answers.getByText('Your name').nextElementSibling).toHaveTextContent('Sam');
    expect(answers.getByText('Your certificates').nextElementSibling).toHaveTextContent('b.pdf, a.pdf');
    expect(answers.getByText('When can you start?').nextElementSibling).toHaveTextContent('June 1, 2027');
  });
});

test('copying the reference is announced', async () => {
  const { user } = drawReceipt();
  await user.click(screen.getByRole('button', { name: 'Copy' }));
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('Copied'));
});

test('the live region is the same element from loading to the receipt', () => {
  const { view } = drawView({ kind: 'loading' });
  const first = screen.getByRole('status');
  const form = createForm(treeOf(question('1', 'short_text')));
  act(() => {
    view.value = formView(form);
  });
  expect(screen.getByRole('status')).toBe(first);
  act(() => {
    const submission = {
      reference: reference('R'),
      state: 'received',
      acceptedAt: '',
      application: null,
      answers: [],
    } as const;
    form.submission.value = { kind: 'accepted', submission, sent: new Map() };
  });
  expect(screen.getByRole('status')).toBe(first);
});

describe('what happens next', () => {
  const link = () => screen.queryByRole('link', { name: 'Continue' });

  test('shows the operator’s text, with a link', () => {
    drawReceipt(null, { nextText: 'We read it within a week.', nextUrl: 'https://example.com/jobs' });
    expect(screen.getByText('We read it within a week.')).toBeVisible();
    expect(screen.queryByText(/The hiring team/)).toBeNull();
    expect(link()).toHaveAttribute('href', 'https://example.com/jobs');
    expect(link()).toHaveAttribute('target', '_top');
  });
});
