import { readdirSync, readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import type { Reason } from '../browser/drafts/status.ts';
import { basicDetailNames, fieldNames } from '../core/model/details.ts';
import { type ErrorCode, errorCodes, type FailureCode } from '../core/model/failure.ts';
import { questionTypes } from '../core/model/question.ts';
import type { FileRejection, Invalidity } from '../form/contract.ts';
import { ar } from './ar.ts';
import type { EveryKey, MessageKey } from './catalogue.ts';
import { catalogueFaults, type Sentences, type Speaking } from './catalogue-faults.support.ts';
import { de } from './de.ts';
import { en } from './en.ts';
import { enFilling } from './en-filling.ts';
import { enSteps } from './en-steps.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { type Language, languages } from './languages.ts';
import { chooseLanguage } from './messages.ts';
import { pt } from './pt.ts';
import { ptBR } from './pt-BR.ts';

const parts = [en, enFilling, enSteps];

const english: Sentences = Object.assign({}, ...parts);

const catalogues: Readonly<Record<Language, Sentences>> = { en: english, de, es, fr, pt, 'pt-BR': ptBR, ar };

/** Words that are the same in both languages. */
const sameAsEnglish: Readonly<Record<Language, readonly EveryKey[]>> = {
  en: [],
  de: ['optional'],
  es: ['no', 'error.heard'],
  fr: ['field.cv', 'section.documents', 'section.questions', 'steps.questions'],
  pt: [],
  'pt-BR': [],
  ar: [],
};

const speaking = (language: Language): Speaking => ({
  language,
  locale: chooseLanguage(language)?.locale ?? language,
  sameAsEnglish: sameAsEnglish[language],
});

const faultsOf = (language: Language, catalogue: Sentences): string[] =>
  catalogueFaults(speaking(language), catalogue, english);

test.each(languages)(
  '%s has every sentence, translated, with its parameters and plural forms',
  (language) => {
    expect(faultsOf(language, catalogues[language])).toEqual([]);
  },
);

test('no sentence is in two parts of the English catalogue', () => {
  const keys = parts.flatMap((part) => Object.keys(part));
  expect(keys.length).toBe(new Set(keys).size);
});

describe('the check finds', () => {
  test('a missing sentence, and one that English does not have', () => {
    const { yes: _yes, ...rest } = de;
    expect(faultsOf('de', rest)).toEqual(['yes: missing']);
    expect(faultsOf('de', { ...de, extra: 'Mehr' })).toEqual(['extra: not in English']);
  });

  test.each<[Language, MessageKey, Sentences[string], string]>([
    ['de', 'no', 'No', 'still English'],
    ['de', 'choose.between', '{minimum} beantwortet', 'no {maximum}'],
    ['de', 'choose.between', '{minimum} von {maximum} und {more} beantwortet', '{more} too many'],
    ['de', 'summary.title', 'Es gibt Probleme', 'plural forms in one language only'],
    ['es', 'file.several', { one: '{count} archivo', other: '{count} archivos' }, 'no form “many”'],
    ['ar', 'file.several', { ...ar['file.several'], few: 'ملفات' }, 'no {count}'],
  ])('in %s, the fault of %s: %j', (language, key, sentence, fault) => {
    const faults = faultsOf(language, { ...catalogues[language], [key]: sentence });
    expect(faults).toContain(`${key}: ${fault}`);
  });
});

/** Names of a union; the compiler checks that none is missing. */
const namesOf = <Name extends string>(names: Readonly<Record<Name, true>>): string[] => Object.keys(names);

type BrowserCode = Exclude<FailureCode, ErrorCode>;
/** Errors of files have messages at the file. */
type OfFile = 'file_failed' | 'file_rejected';
type OwnMessage = Exclude<Invalidity['code'], OfFile | 'required' | 'range_incomplete' | 'own'>;
type Side = Extract<Invalidity, { code: 'range_incomplete' }>['missing'];

/** Keys that are composed at run time: the template and its possible values. */
const putTogether: Readonly<Record<string, readonly string[]>> = {
  'failure.*': [
    ...errorCodes,
    ...namesOf<BrowserCode>({ offline: true, timed_out: true, bad_setup: true, blocked: true }),
  ],
  'field.*': fieldNames,
  'need.*': fieldNames.filter((name) => !/^(first|last)_name$|^e(mail|quality)/.test(name)),
  'wait.*': namesOf<Reason>({ offline: true, unreached: true, slow: true, busy: true, long: true }),
  'error.*': namesOf<OwnMessage>({
    unreadable_number: true,
    number_too_long: true,
    unreadable_date: true,
    range_reversed: true,
    invalid_url: true,
    invalid_email: true,
    too_long: true,
    not_an_option: true,
    too_few_options: true,
    too_many_options: true,
    refused: true,
  }),
  'error.range_incomplete.*': namesOf<Side>({ from: true, to: true }),
  'detail.*': basicDetailNames,
  'error.required.*': [...questionTypes.filter((type) => !/text|choice/.test(type)), ...basicDetailNames],
  'file.*': namesOf<Exclude<FileRejection, 'too_many' | 'renamed'>>({
    file_too_large: true,
    file_type: true,
    file_empty: true,
    file_unreadable: true,
    damaged: true,
    macros: true,
    infected: true,
    total_too_large: true,
  }),
  '*.title': ['closed', 'already_sent'],
  '*.text': ['closed', 'already_sent'],
  'date.*': ['day', 'month', 'year'],
  'error.date.*': ['day', 'month', 'year'],
};

describe('every sentence is used', () => {
  const source = new URL('../', import.meta.url);
  const code = readdirSync(source, { recursive: true })
    .map(String)
    .filter((name) => /\.tsx?$/.test(name) && !/^locale\/|\.test\.|\.support\./.test(name))
    .map((name) => readFileSync(new URL(name, source), 'utf8'))
    .join('\n');
  const templates = [...code.matchAll(/\btext\(\s*`([^`]+)`/g)].map(([, template = '']) =>
    template.replace(/\$\{[^}]*\}/g, '*'),
  );
  const filled = Object.entries(putTogether).flatMap(([template, names]) =>
    names.map((name) => template.replace('*', name)),
  );
  const unused = (keys: readonly string[]) =>
    keys.filter((key) => !filled.includes(key) && !code.includes(`'${key}'`));

  test('the keys composed at run time are in this list', () => {
    expect([...new Set(templates)].sort()).toEqual(Object.keys(putTogether).sort());
    expect(filled.filter((key) => !(key in english))).toEqual([]);
  });

  test('no key is unused', () => {
    expect(unused(Object.keys(english))).toEqual([]);
  });

  test('the test finds an unused key (control)', () => {
    expect(unused(['form.send', 'form.sned'])).toEqual(['form.sned']);
  });
});
