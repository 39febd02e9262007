import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor } from '@testing-library/preact';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import type { FailureCode } from '../../core/model/failure.ts';
import type { WritableForm } from '../../form/contract.ts';
import { question } from '../../form/form.support.ts';
import { drawForm } from '../ui.support.tsx';

const questions = [question('1', 'short_text', { title: 'Your name' })];

const offlineWords = /^You are offline\. Carry on filling in the form/;
const backWords = /You are back online\. You can send your application now\./;

function go(name: 'online' | 'offline'): void {
  vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(name === 'online');
  act(() => void dispatchEvent(new Event(name)));
}

const fail = (form: WritableForm, code: FailureCode) =>
  act(() => {
    form.submission.value = { kind: 'failed', failure: plainFailure(code) };
  });

const region = () => screen.getByRole('status');
const notice = (container: Element) => container.querySelector('.af-notice');

afterEach(() => void vi.restoreAllMocks());

describe('without network', () => {
  test('the form says that one can go on, and takes it back', { tags: 'deep' }, async () => {
    const { container } = drawForm(questions);
    expect(notice(container)).toBeNull();
    go('offline');
    expect(notice(container)).toHaveTextContent(offlineWords);
    await waitFor(() => expect(region()).toHaveTextContent(offlineWords));
    go('online');
    expect(notice(container)).toBeNull();
    await waitFor(() => expect(region()).toHaveTextContent(backWords));
  });

  test('a form that is opened says so too', () => {
    vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
    const { container } = drawForm(questions);
    expect(notice(container)).toHaveTextContent(offlineWords);
  });

  test('what could not be sent says it once, then offers to send again; nothing is sent by itself', async () => {
    const { form, container, actions, user } = drawForm(questions);
    go('offline');
    fail(form, 'offline');
    expect(notice(container)).toBeNull();
    expect(screen.getByText(/Your application was not sent/).parentElement).toHaveTextContent(
      /You are offline.*Your answers are still here/,
    );
    go('online');
    expect(screen.getByText(/Your application was not sent/).parentElement).toHaveTextContent(backWords);
    expect(actions.send).not.toHaveBeenCalled();
    await user.click(screen.getByRole('button', { name: 'Send again' }));
    expect(actions.send).toHaveBeenCalledOnce();
  });

  test('a request that failed with the network there asks to look at the connection', () => {
    const { form } = drawForm(questions);
    fail(form, 'offline');
    expect(screen.getByText(/Your application was not sent/).parentElement).toHaveTextContent(
      /Check your internet connection/,
    );
  });

  test('a preview, which sends nothing, does not care', () => {
    const { container } = drawForm(questions, { preview: true });
    go('offline');
    expect(notice(container)).toHaveTextContent('This is a preview');
    expect(region()).toHaveTextContent(/^$/);
  });
});
