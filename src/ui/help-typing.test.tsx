import '@testing-library/jest-dom/vitest';
import { screen, waitFor } from '@testing-library/preact';
import { expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { question } from '../form/form.support.ts';
import { helpTyping } from './typing.tsx';
import { drawForm } from './ui.support.tsx';

const firstId = questionId('1');
const field = () => screen.getByRole('textbox');

function draw(title: string, type: 'short_text' | 'url' = 'short_text') {
  const drawn = drawForm([question('1', type, { title })], { early: true });
  const life = new AbortController();
  const form = drawn.container.querySelector<HTMLElement>('form');
  helpTyping({ box: { current: form } }, life.signal);
  return { ...drawn, life, stored: () => drawn.form.fields.get(firstId)?.entry.value };
}

test('an address is cleaned up when the applicant leaves its field, and stored like that', async () => {
  const { user, stored } = draw('Your email');
  await user.type(field(), 'Ada <ada@example.com>');
  expect(field()).toHaveValue('Ada <ada@example.com>');
  await user.tab();
  expect(field()).toHaveValue('ada@example.com');
  expect(stored()).toEqual({ kind: 'text', text: 'ada@example.com' });
});

test('an address is cleaned up as soon as it is pasted', async () => {
  const { user, stored } = draw('Your email');
  await user.click(field());
  await user.paste('mailto:ada@example.com?subject=Hello');
  await waitFor(() => expect(field()).toHaveValue('ada@example.com'));
  expect(stored()).toEqual({ kind: 'text', text: 'ada@example.com' });
});
