import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor } from '@testing-library/preact';
import { expect, test, vi } from 'vitest';
import { plainFailure } from '../core/jsonapi/read-failure.ts';
import type { StatusLine } from '../form/contract.ts';
import { question } from '../form/form.support.ts';
import { signal } from '../form/signals.ts';
import { drawForm } from './ui.support.tsx';

const saved: StatusLine = { text: 'Saved on this device', buttons: [] };
const waiting: StatusLine = { text: 'We will send it in a moment.', buttons: [], isWaiting: true };

/** Draws a form whose draft has these messages. */
function drawDraft() {
  const status = {
    line: signal<StatusLine | null>(saved),
    notice: signal<StatusLine | null>(null),
    announcement: signal<string | null>(null),
  };
  const drawn = drawForm([question('1', 'short_text', { title: 'Your name' })]);
  act(() => {
    drawn.form.draft.value = status;
  });
  return { ...drawn, status };
}

test('the draft line shows its text and its buttons', async () => {
  const press = vi.fn();
  const { status, user } = drawDraft();
  act(() => {
    status.line.value = { ...saved, buttons: [{ text: 'Clear my answers', press }] };
  });
  expect(screen.getByText('Saved on this device')).toBeVisible();
  await user.click(screen.getByRole('button', { name: 'Clear my answers' }));
  expect(press).toHaveBeenCalledOnce();
});

test('a confirmation takes focus, and answering it moves focus to the first button', () => {
  const { status } = drawDraft();
  const buttons = [{ text: 'Clear my answers', press: () => {} }];
  act(() => {
    status.line.value = { text: 'Delete all answers?', buttons, isQuestion: true };
  });
  expect(screen.getByRole('group', { name: 'Delete all answers?' })).toHaveFocus();
  act(() => {
    status.line.value = { ...saved, buttons };
  });
  expect(screen.getByRole('button', { name: 'Clear my answers' })).toHaveFocus();
});

test('a pending submission is announced once, in the group that takes focus', async () => {
  const { form, status, container } = drawDraft();
  act(() => {
    status.line.value = waiting;
    status.announcement.value = waiting.text;
    form.submission.value = { kind: 'failed', failure: plainFailure('offline') };
  });
  expect(screen.getByRole('group', { name: waiting.text })).toHaveFocus();
  expect(container.querySelector('.af-failure')).toBeNull();
  expect(screen.getByRole('status')).toHaveTextContent(/^$/);
  act(() => {
    status.announcement.value = 'You are offline.';
  });
  await waitFor(() => expect(screen.getByRole('status')).toHaveTextContent('You are offline.'));
});
