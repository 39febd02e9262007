import { describe, expect, test } from 'vitest';
import { chooseLanguage } from './messages.ts';

describe('the language of a form', () => {
  test.each([
    [null, 'en', 'en'],
    ['', 'en', 'en'],
    ['de-AT', 'de', 'de-AT'],
    ['DE-ch', 'de', 'de-CH'],
    ['es-419', 'es', 'es-419'],
    ['ar-EG', 'ar', 'ar-EG'],
    ['arb', 'ar', 'ar'],
    ['en-BR', 'en', 'en-BR'],
    ['de-1996', 'de', 'de-1996'],
    ['ar-u-nu-arab', 'ar', 'ar-u-nu-arab'],
    ['ar-u-nu-hanidec', 'ar', 'ar'],
    ['en-IN-u-nu-deva', 'en', 'en-IN'],
  ])('%s gives sentences in %s and numbers as in %s', (wanted, language, locale) => {
    expect(chooseLanguage(wanted)).toEqual({ language, locale });
  });

  test.each([
    ['pt', 'pt', 'pt-PT'],
    ['pt-PT', 'pt', 'pt-PT'],
    ['pt-u-nu-latn', 'pt', 'pt-PT-u-nu-latn'],
    ['pt-br', 'pt-BR', 'pt-BR'],
    ['pt-BR-u-nu-latn', 'pt-BR', 'pt-BR-u-nu-latn'],
  ])('%s gives Portuguese of Portugal unless it names Brazil', (wanted, language, locale) => {
    expect(chooseLanguage(wanted)).toEqual({ language, locale });
  });

  test.each(['tlh', 'zh-Hant', 'ptx', 'deutsch', 'd', 'de_DE', 'auto', '-', 'x-de', ' '])(
    '“%s” is not a language of the form',
    (wanted) => {
      expect(chooseLanguage(wanted)).toBeNull();
    },
  );
});
