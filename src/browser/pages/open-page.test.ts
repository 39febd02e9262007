import { expect, test } from 'vitest';
import { questionId } from '../../core/model/ids.ts';
import type { View, WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { question, treeOf } from '../../form/form.support.ts';
import { type Signal, signal } from '../../form/signals.ts';
import { de } from '../../locale/de.ts';
import { inEnglish, type SpokenLanguage } from '../host/host.ts';
import { followTitle } from './open-page.ts';

const inGerman: SpokenLanguage = { language: 'de', locale: 'de', words: de };
const formFor = (title: string | null, tree = treeOf()) => ({
  kind: 'form' as const,
  form: createForm(tree),
  title,
  preview: false,
  changed: null,
});

test('our page takes the title of the job, or “Application form” in the form’s language', () => {
  const page = { title: 'Application form' };
  const view: Signal<View<WritableForm>> = signal({ kind: 'loading' });
  const speech: Signal<SpokenLanguage> = signal({ ...inGerman, words: undefined });
  followTitle(page, { session: { view, speech, filling: signal(null) } });
  expect(page.title).toBe('Application form');
  speech.value = inGerman;
  expect(page.title).toBe(de['form.label']);
  view.value = formFor('Pflegekraft');
  expect(page.title).toBe('Pflegekraft');
  view.value = formFor(null);
  speech.value = inEnglish;
  expect(page.title).toBe('Application form');
});

test('the title starts with “Error” once an attempt to send has found one', () => {
  const page = { title: 'Application form' };
  const shown = formFor('Pflegekraft', treeOf(question('1', 'short_text', { required: true })));
  const view: Signal<View<WritableForm>> = signal(shown);
  followTitle(page, { session: { view, speech: signal(inGerman), filling: signal(null) } });
  expect(page.title).toBe('Pflegekraft');
  shown.form.validate();
  expect(page.title).toBe('Fehler: Pflegekraft');
  shown.form.setAnswer(questionId('1'), { kind: 'text', text: 'Ja' });
  expect(page.title).toBe('Pflegekraft');
});
