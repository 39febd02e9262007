import { describe, expect, test } from 'vitest';
import type { AskedName } from '../model/details.ts';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

const details: readonly AskedName[] = ['cv', 'cover_letter', 'phone', 'email', 'last_name', 'linkedin_url'];

const asked = (title: string, type: string) => codesIn([question('1', type, { title })], { details });

describe('what the form asks itself, under a title as it is written', () => {
  test.each<readonly [type: string, title: string]>([
    ['document', 'Bitte laden Sie Ihren Lebenslauf hoch'],
    ['document', 'Lade hier deinen Lebenslauf hoch'],
    ['document', 'Lebenslauf als PDF'],
    ['document', 'Lebenslauf (PDF-Datei)'],
    ['document', 'CV (optional)'],
    ['document', 'CV (required)'],
    ['document', 'Please upload your CV in PDF format'],
    ['document', 'Copy of your CV as a file'],
    ['document', 'Can you upload your resume here?'],
    ['document', 'Téléchargez votre CV'],
    ['document', 'Joignez votre CV'],
    ['document', 'Ajoutez votre CV'],
    ['document', 'Merci de joindre votre CV'],
    ['document', 'Sube tu CV aquí'],
    ['document', 'Carregue o seu CV'],
    ['multi_document', 'Upload CV & cover letter'],
    ['url', 'LinkedIn profile link'],
    ['url', 'Link to your LinkedIn'],
    ['url', 'Lien vers votre profil LinkedIn'],
    ['short_text', 'Telefonnummer (mobil)'],
  ])('a %s: %s', (type, title) => {
    expect(asked(title, type)).toEqual(['1 asked_by_form']);
  });

  test.each<readonly [type: string, title: string]>([
    ['short_text', 'Name or type of the file'],
    ['short_text', 'Name of the file'],
    ['document', 'Type of file'],
    ['document', 'Your portfolio (PDF)'],
    ['document', 'Please upload your certificate here'],
    ['url', 'Link to your CV'],
    ['url', 'Link to your GitHub profile'],
    ['document', 'CV of your partner'],
    ['boolean', 'Can you send us your CV?'],
  ])('control: a %s: %s', (type, title) => {
    expect(asked(title, type)).toEqual([]);
  });

  test('control: what asks for two of them is not deleted for one', () => {
    const both = [question('1', 'multi_document', { title: 'CV and cover letter' })];
    expect([codesIn(both, { details: ['cv'] }), findingsIn(both, { details })[0]?.found]).toEqual([
      [],
      expect.stringContaining('for a CV and a cover letter itself'),
    ]);
  });

  test.each<readonly [type: string, title: string, codes: readonly string[]]>([
    ['document', 'Upload your CV', ['2 asked_by_form']],
    ['long_text', 'Your cover letter', ['2 asked_by_form']],
    ['short_text', 'Phone number', []],
    ['url', 'LinkedIn profile', []],
  ])('below another question, a %s: %s', (type, title, codes) => {
    const data = [
      question('1', 'boolean', { title: 'Do you have one?' }),
      question('2', type, { title, ...shownWhen('1', 'equals', 'true') }),
    ];
    expect(codesIn(data, { details })).toEqual(codes);
  });
});

describe('what the form asks itself', () => {
  test.each(['Your CV', 'Resume/CV', 'Lebenslauf', 'Currículum vítae', 'Please attach your current CV'])(
    '%s, as a file',
    (title) => {
      const cv = [question('1', 'document', { title })];
      expect([codesIn(cv, { details: ['cv'] }), codesIn(cv, { details: ['phone'] })]).toEqual([
        ['1 asked_by_form'],
        [],
      ]);
    },
  );

  test('name and email of a referee are those of another person', () => {
    const details = { details: ['last_name', 'email'] } as const;
    const asking = (more: object) => [
      question('1', 'boolean', { title: 'May we ask a referee?' }),
      question('2', 'short_text', { title: 'Name', ...more }),
      question('3', 'short_text', { title: 'Email', ...more }),
    ];
    expect(codesIn(asking(shownWhen('1', 'equals', 'true')), details)).toEqual([]);
    expect(codesIn(asking({}), details)).toEqual(['2 asked_by_form', '3 asked_by_form']);
  });

  test.each<readonly [title: string, detail: AskedName, canBeLeftOut: boolean]>([
    ['First name', 'first_name', false],
    ['Last name', 'last_name', false],
    ['Email', 'email', false],
    ['Phone', 'phone', true],
  ])('%s: no detail is to be switched off that an application needs', (title, detail, canBeLeftOut) => {
    const [finding] = findingsIn([question('1', 'short_text', { title })], { details: [detail] });
    expect(finding?.fix.includes('to "no"')).toBe(canBeLeftOut);
  });

  test.each<readonly [title: string, type: string]>([
    ['Your certificate', 'document'],
    ['Link to your CV', 'url'],
    ['Emergency contact phone number', 'short_text'],
    ['Email of a referee', 'short_text'],
    ['Name of your school', 'short_text'],
  ])('control: %s is something else', (title, type) => {
    expect(
      codesIn([question('1', type, { title })], { details: ['cv', 'phone', 'email', 'last_name'] }),
    ).toEqual([]);
  });
});
