import '@testing-library/jest-dom/vitest';
import { signal } from '@preact/signals';
import { act, render, screen } from '@testing-library/preact';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { questionId } from '../core/model/ids.ts';
import { createForm } from '../form/create-form.ts';
import { question, treeOf } from '../form/form.support.ts';
import { en } from '../locale/en.ts';
import { enFilling } from '../locale/en-filling.ts';
import { createMessages } from '../locale/messages.ts';
import { ApplicationForm } from './application-form.tsx';
import * as fillingParts from './filling-parts.ts';
import { actionSpies, formView } from './ui.support.tsx';

const firstId = questionId('1');

/** Draws a number field on a page that changes its language. */
function draw() {
  const form = createForm(treeOf(question('1', 'number')));
  const messagesOf = (locale: string) => createMessages(locale, { ...en, ...enFilling });
  const messages = signal(messagesOf('en'));
  const filling = signal({ ...fillingParts, messages: messages.value });
  render(
    <ApplicationForm
      notice={signal(null)}
      view={signal(formView(form))}
      actions={actionSpies(form)}
      messages={messages}
      steps={signal(null)}
      filling={filling}
      fallback={signal({ kind: 'none' })}
      headingLevel={2}
      idPrefix="apply-1"
    />,
  );
  const speak = (locale: string) =>
    act(() => {
      messages.value = messagesOf(locale);
    });
  return { speak, user: userEvent.setup(), entry: () => form.fields.get(firstId)?.entry.value };
}

const field = () => screen.getByRole('textbox');

test('a number is reformatted when the language changes, and keeps its value', async () => {
  const { speak, user, entry } = draw();
  await user.type(field(), '1250.5');
  speak('de');
  expect(field()).toHaveValue('1.250,5');
  expect(entry()).toEqual({ kind: 'number', text: '1250.5' });
  speak('en');
  expect(field()).toHaveValue('1,250.5');
});
