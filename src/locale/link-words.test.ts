import { expect, test } from 'vitest';
import { catalogueFaults } from './catalogue-faults.support.ts';
import { guardMessages } from './guard-words.ts';
import { languages } from './languages.ts';
import { linkMessages } from './link-words.ts';
import { chooseLanguage } from './messages.ts';

test.each(languages)('the texts of the link page are complete in %s', (language) => {
  const locale = chooseLanguage(language)?.locale ?? language;
  const speaking = { language, locale, sameAsEnglish: [] };
  expect(catalogueFaults(speaking, linkMessages[language], linkMessages.en)).toEqual([]);
});

test.each(languages)('the texts of pages without a form are complete in %s', (language) => {
  const locale = chooseLanguage(language)?.locale ?? language;
  const speaking = { language, locale, sameAsEnglish: [] };
  expect(catalogueFaults(speaking, guardMessages[language], guardMessages.en)).toEqual([]);
});
