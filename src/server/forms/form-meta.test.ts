/** The settings in the `meta` of a form: details, consents and texts besides the service's questions. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type OpenBench, openBench } from '../process/server.support.ts';
import { pickText } from './form-settings.ts';

const privacy = 'https://example.com/privacy';
const settings = {
  details: { cv: 'required', phone: 'no', address: 'required', documents: 'optional' },
  consent: [
    {
      id: 'process',
      version: '2026-01',
      required: true,
      text: { en: `I agree to the [notice](${privacy}).`, de: `Ich stimme dem [Hinweis](${privacy}) zu.` },
      tag: { tag: 'Agreed', context: 'custom_consent' },
    },
    { id: 'pool', version: '1', required: false, text: { de: 'Behalten Sie meine Bewerbung.' } },
  ],
  equality: [
    {
      id: 'origin',
      title: { en: 'Origin', de: 'Herkunft' },
      options: [
        { id: '903', text: { en: 'Prefer not to say' }, undisclosed: true },
        { id: '901', text: { en: 'One', de: 'Eins' } },
      ],
    },
  ],
  sections: [{ title: { en: 'Shifts', de: 'Schichten' }, questions: ['2001', '2002'] }],
  privacyUrl: privacy,
  nextUrl: 'https://example.com/next',
  nextText: { en: 'We call you.', de: 'Wir rufen an.' },
  employer: 'Fernhill',
  logo: 'https://example.com/logo.svg',
};

let bench: OpenBench;

beforeAll(async () => {
  const tenants = { default: { employer: 'Everyone', jobs: { '4712': settings } } };
  bench = await openBench({ APPLY_CONFIG: JSON.stringify({ tenants }) });
});
afterAll(() => bench.close());

const letters = { bytes: 31_457_280, types: ['.pdf', '.doc', '.docx', '.txt', '.rtf'] };
const documents = {
  bytes: 10_485_760,
  types: '.pdf .doc .docx .png .jpeg .jpg .xls .xlsx .pptx .mp4 .mov .txt'.split(' '),
};

describe('the form of a visitor', () => {
  test('asks for the usual details if nothing is configured, with the limits of a CV', async () => {
    const { meta } = (await bench.readForm(await bench.visit('4713'))).json;
    expect(meta).toMatchObject({
      employer: 'Everyone',
      consent: [],
      equality: [],
      sections: [],
      nextText: null,
    });
    expect(meta.details).toEqual([
      { name: 'first_name', required: true },
      { name: 'last_name', required: true },
      { name: 'email', required: true },
      { name: 'phone', required: false },
      { name: 'cv', required: false, limits: letters },
    ]);
  });

  test('has all settings of its job, in the language of the form', async () => {
    const { meta } = (await bench.readForm(await bench.visit('4712'), 'de-AT')).json;
    expect(meta.details).toEqual([
      { name: 'first_name', required: true },
      { name: 'last_name', required: true },
      { name: 'email', required: true },
      { name: 'address', required: true },
      { name: 'cv', required: true, limits: letters },
      { name: 'documents', required: false, limits: documents },
    ]);
    expect(meta).toMatchObject({
      consent: [
        { version: '2026-01', text: `Ich stimme dem [Hinweis](${privacy}) zu.`, language: 'de' },
        { id: 'pool' },
      ],
      equality: [
        {
          id: 'origin',
          title: 'Herkunft',
          options: [
            { id: '901', text: 'Eins' },
            { id: '903', text: 'Prefer not to say', undisclosed: true },
          ],
        },
      ],
      sections: [{ title: 'Schichten', questions: ['2001', '2002'] }],
      privacyUrl: privacy,
      nextUrl: 'https://example.com/next',
      nextText: 'Wir rufen an.',
      employer: 'Fernhill',
      logo: 'https://example.com/logo.svg',
    });
  });
});

test('the form of an existing application asks for consents but not for details', async () => {
  const { meta } = (await bench.readForm(await bench.apply('one-of-each'), 'de')).json;
  expect(meta).toMatchObject({ details: [], equality: [], consent: [{ id: 'process' }, { id: 'pool' }] });
});

const texts = { de: 'Deutsch', en: 'English', pt: 'Português', 'pt-BR': 'Brasil' };

test.each([
  ['de', 'de'],
  ['de-AT', 'de'],
  ['pt-br', 'pt-BR'],
  ['ar', 'en'],
  [null, 'en'],
])('for the locale %s the text in %s is chosen', (locale, language) => {
  expect(pickText(texts, locale)?.language).toBe(language);
});
