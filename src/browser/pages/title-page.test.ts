import { expect, test } from 'vitest';
import type { View, WritableForm } from '../../form/contract.ts';
import { createForm } from '../../form/create-form.ts';
import { treeOf } from '../../form/form.support.ts';
import { type Signal, signal } from '../../form/signals.ts';
import { de } from '../../locale/de.ts';
import type { SpokenLanguage } from '../contract.ts';
import { inEnglish } from '../session/messages-of-locale.ts';
import { titlePage } from './title-page.ts';

const inGerman: SpokenLanguage = { language: 'de', locale: 'de', words: de };
const formFor = (title: string | null): View<WritableForm> => ({
  kind: 'form',
  form: createForm(treeOf()),
  title,
  preview: false,
  changed: null,
});

test('a page of ours is called after the job, else after what it is in the form’s language', () => {
  const page = { title: 'Application form' };
  const view: Signal<View<WritableForm>> = signal({ kind: 'loading' });
  const speech: Signal<SpokenLanguage> = signal({ ...inGerman, words: undefined });
  titlePage(page, { session: { view, speech } });
  expect(page.title).toBe('Application form');
  speech.value = inGerman;
  expect(page.title).toBe(de['form.label']);
  view.value = formFor('Pflegekraft');
  expect(page.title).toBe('Pflegekraft');
  view.value = formFor(null);
  speech.value = inEnglish;
  expect(page.title).toBe('Application form');
});
