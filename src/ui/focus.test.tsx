import '@testing-library/jest-dom/vitest';
import { act, screen, waitFor } from '@testing-library/preact';
import { describe, expect, test } from 'vitest';
import { quiet } from '../browser/settle.support.ts';
import { questionId } from '../core/model/ids.ts';
import type { Answer } from '../core/model/question.ts';
import type { Form } from '../form/contract.ts';
import { question } from '../form/form.support.ts';
import { drawForm } from './ui.support.tsx';

const chain = [
  question('1', 'boolean', { title: 'Have you worked abroad?' }),
  question('2', 'short_text', { title: 'Where?', parent: '1', when: ['equals', 'true'] }),
  question('3', 'short_text', { title: 'Which city?', parent: '2', when: ['equals', 'France'] }),
  question('4', 'short_text', { title: 'Your name' }),
];

const set = (form: Form, id: string, answer: Answer | null) =>
  act(() => form.setAnswer(questionId(id), answer));

const textbox = (name: string) => screen.getByRole('textbox', { name });

const settle = () => act(quiet);

async function abroad() {
  const drawn = drawForm(chain);
  set(drawn.form, '1', { kind: 'boolean', value: true });
  set(drawn.form, '2', { kind: 'text', text: 'France' });
  await settle();
  return drawn;
}

describe('focus', () => {
  test('stays in its field when questions appear', async () => {
    const { form } = drawForm(chain);
    textbox('Your name').focus();
    set(form, '1', { kind: 'boolean', value: true });
    await settle();
    expect(textbox('Your name')).toHaveFocus();
  });

  test('stays in its field when other questions disappear', async () => {
    const { form } = await abroad();
    textbox('Your name').focus();
    set(form, '1', null);
    await settle();
    expect(textbox('Your name')).toHaveFocus();
  });

  test('moves to the nearest remaining question, and to the chosen option of a group', async () => {
    const { form } = await abroad();
    textbox('Which city?').focus();
    set(form, '1', { kind: 'boolean', value: false });
    await waitFor(() => expect(screen.getByRole('radio', { name: 'No' })).toHaveFocus());
  });

  test('stays where the applicant has moved it meanwhile', async () => {
    const { form } = await abroad();
    textbox('Which city?').focus();
    set(form, '2', { kind: 'text', text: 'Spain' });
    textbox('Your name').focus();
    await settle();
    expect(textbox('Your name')).toHaveFocus();
  });

  test('returns when the next question disappears as the applicant leaves the field', async () => {
    const { user } = drawForm([
      question('1', 'url', { title: 'Your website' }),
      // The condition holds only while typing, since leaving the field adds `https://`.
      question('2', 'short_text', { title: 'Why no https?', parent: '1', when: ['equals', 'example.com'] }),
      question('3', 'short_text', { title: 'Your name' }),
    ]);
    await user.type(textbox('Your website'), 'example.com');
    expect(textbox('Why no https?')).toBeVisible();
    await user.tab();
    await waitFor(() => expect(screen.queryByRole('textbox', { name: 'Why no https?' })).toBeNull());
    await waitFor(() => expect(textbox('Your website')).toHaveFocus());
    expect(textbox('Your website')).toHaveValue('https://example.com');
    await user.tab();
    expect(textbox('Your name')).toHaveFocus();
  });
});
