import { expect, test } from 'vitest';
import { pickText } from './pick-text.ts';

const texts = { de: 'Deutsch', en: 'English', pt: 'Português', 'pt-BR': 'Brasil' };

test.each([
  ['de', 'de'],
  ['DE', 'de'],
  ['de-AT', 'de'],
  ['pt-br', 'pt-BR'],
  ['pt-PT', 'pt'],
  ['ar', 'en'],
  [null, 'en'],
])('for %s the text in %s is picked', (locale, language) => {
  expect(pickText(texts, locale)?.language).toBe(language);
});

test.each([
  [{ 'pt-BR': 'Brasil', en: 'English' }, 'pt', 'pt-BR'],
  [{ fr: 'Français', 'en-GB': 'English' }, 'de', 'en-GB'],
  [{ fr: 'Français', es: 'Español' }, 'de', 'fr'],
])('of %j for %s the one in %s', (given, locale, language) => {
  expect(pickText(given, locale)?.language).toBe(language);
});

test('of none, none', () => {
  expect(pickText({}, 'de')).toBeNull();
});
