import '@testing-library/jest-dom/vitest';
import { act, screen, within } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const questions = [
  question('1', 'short_text', { title: 'Your name', required: true }),
  question('2', 'boolean', { title: 'May we call you?', required: true }),
];

const offline = { code: 'offline', retryable: true, retryAfter: null, questions: [], fields: [] } as const;

const send = () => screen.getByRole('button', { name: 'Send application' });

describe('the error summary', () => {
  test('takes focus when sending finds an error, and names each question', async () => {
    const { user } = drawForm(questions);
    await user.click(send());
    const heading = screen.getByRole('heading', { name: 'There is a problem with 2 answers' });
    expect(screen.getByRole('group', { name: /There is a problem/ })).toHaveFocus();
    expect(heading.parentElement).toHaveAccessibleDescription(
      /Enter an answer for “Your name”.*May we call you\?/,
    );
    const links = within(heading.parentElement ?? document.body).getAllByRole('link');
    expect(links.map((link) => link.textContent)).toEqual([
      'Enter an answer for “Your name”',
      'May we call you? Select yes or no',
    ]);
  });

  test('a link focuses its control, or the first one of a group', async () => {
    const { user } = drawForm(questions);
    await user.click(send());
    await user.click(screen.getByRole('link', { name: /Your name/ }));
    expect(screen.getByRole('textbox')).toHaveFocus();
    await user.click(screen.getByRole('link', { name: /May we call you/ }));
    expect(screen.getByRole('radio', { name: 'Yes' })).toHaveFocus();
  });

  test('a corrected answer is marked in its place, so that nothing below jumps', async () => {
    const { user } = drawForm(questions);
    await user.click(send());
    await user.type(screen.getByRole('textbox'), 'Sam');
    expect(screen.getByRole('heading', { name: 'There is a problem with 1 answer' })).toBeVisible();
    expect(screen.queryByRole('link', { name: /Your name/ })).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(2);
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByRole('heading', { name: 'Everything is in order now' })).toBeVisible();
  });

  test('shows five lines and the number of further errors, and links to the next of them', async () => {
    const many = Array.from({ length: 7 }, (_, index) =>
      question(`${index + 1}`, 'short_text', { title: `Question ${index + 1}`, required: true }),
    );
    const { user } = drawForm(many);
    await user.click(send());
    expect(
      within(screen.getByRole('group', { name: /There is a problem/ })).getAllByRole('link'),
    ).toHaveLength(6);
    await user.click(screen.getByRole('link', { name: 'and 2 more' }));
    expect(screen.getByRole('textbox', { name: 'Question 6' })).toHaveFocus();
    await user.keyboard('Yes');
    await user.click(screen.getByRole('link', { name: 'and 1 more' }));
    expect(screen.getByRole('textbox', { name: 'Question 7' })).toHaveFocus();
    await user.keyboard('Yes');
    expect(screen.queryByRole('link', { name: /more/ })).toBeNull();
    expect(screen.getAllByRole('listitem')).toHaveLength(6);
  });

  test('disappears when all is corrected and sending has failed', async () => {
    const { user, form } = drawForm(questions);
    await user.click(send());
    await user.type(screen.getByRole('textbox'), 'Sam');
    await user.click(screen.getByRole('radio', { name: 'Yes' }));
    expect(screen.getByRole('group', { name: /in order/ })).toBeVisible();
    act(() => {
      form.submission.value = { kind: 'failed', failure: offline };
    });
    expect(screen.queryByRole('heading', { name: /in order/ })).toBeNull();
  });
});
