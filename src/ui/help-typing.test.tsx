import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { question } from '../form/form.support.ts';
import { helpTyping } from './typing.tsx';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');
const field = () => screen.getByRole('textbox');

function draw() {
  const drawn = drawForm([question('1', 'short_text', { title: 'Your email' })], { early: true });
  const form = drawn.container.querySelector<HTMLElement>('form');
  helpTyping({ box: { current: form } }, new AbortController().signal);
  return { ...drawn, stored: () => drawn.form.fields.get(firstId)?.entry.value };
}

test('an address is cleaned up and stored when the applicant leaves its field', async () => {
  const { user, stored } = draw();
  await user.type(field(), 'Ada <ada@example.com>');
  expect(field()).toHaveValue('Ada <ada@example.com>');
  await user.tab();
  expect(field()).toHaveValue('ada@example.com');
  expect(stored()).toEqual({ kind: 'text', text: 'ada@example.com' });
});

test('an address is cleaned up as soon as it is pasted', async () => {
  const { user, stored } = draw();
  await user.click(field());
  await user.paste('mailto:ada@example.com?subject=Hello');
  await waitFor(() => expect(field()).toHaveValue('ada@example.com'));
  expect(stored()).toEqual({ kind: 'text', text: 'ada@example.com' });
});
