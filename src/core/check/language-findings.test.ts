import { describe, expect, test } from 'vitest';
import { findingsIn, question, treeOf } from './question-sets.support.ts';

type Texts = readonly string[];
type Attributes = Readonly<Record<string, unknown>>;

const title = (text: string) => ({ title: text });

/** What is found of one question, beside others that are translated. */
function foundIn(type: string, own: Attributes, german: Attributes) {
  const others = ['1', '2'].map((id) => question(id, 'date', title(`What is question ${id} about?`)));
  const inGerman = ['1', '2'].map((id) => question(id, 'date', title(`Frage ${id}`)));
  const translated = treeOf([...inGerman, question('3', type, { ...own, ...german })]).records;
  return findingsIn([...others, question('3', type, own)], { languages: new Map([['de', translated]]) });
}

const ofOptions = (own: Texts, german: Texts) =>
  foundIn(
    'multiple_choice',
    { title: 'Which is right for you?', multiple_choice_options: own },
    { title: 'Was passt für Sie?', multiple_choice_options: german },
  ).filter(({ code }) => code !== 'duplicate_option');

const times = ['Full time', 'Part time', 'Weekends only'];

describe('options in another language', () => {
  test.each<readonly [own: Texts, german: Texts, code: string, what: string]>([
    [
      ['Full time', 'Part time', 'Remote'],
      ['Part time', 'Vollzeit', 'Remote'],
      'translation_differs',
      'the option “Part time” stands at another place there (German)',
    ],
    [
      ['Day', 'Night'],
      ['Schicht', 'Schicht'],
      'translation_differs',
      'two options are called “Schicht” there (German)',
    ],
    [['Yes', 'No'], ['Ja'], 'translation_differs', 'it has 1 option there instead of 2 (German)'],
    [['Yes', 'No'], ['Ja', ''], 'untranslated', 'Not translated: the option “No” (German)'],
    [times, times, 'untranslated', 'Not translated: the options (German)'],
    [
      times,
      ['Vollzeit', 'Part time', 'Weekends only'],
      'untranslated',
      'Not translated: the options “Part time” and “Weekends only” (German)',
    ],
    [
      ['Yes, at any time', 'No'],
      ['Yes, at any time', 'Nein'],
      'untranslated',
      'Not translated: the option “Yes, at any time” (German)',
    ],
  ])('%j as %j', (own, german, code, what) => {
    expect(ofOptions(own, german)).toMatchObject([
      { code, question: '3', found: expect.stringContaining(what) },
    ]);
  });

  const clouds = ['Amazon Web Services', 'Microsoft Azure', 'Google Cloud Platform'];

  test.each<readonly [own: Texts, german: Texts]>([
    [
      ['Yes', 'Yes', 'No'],
      ['Ja', 'Jawohl', 'Nein'],
    ],
    [clouds, clouds],
    [
      ['Ruby on Rails', 'React', 'Other tools'],
      ['Ruby on Rails', 'React', 'Andere Werkzeuge'],
    ],
    [
      ['Bachelor of Science', 'Master of Arts'],
      ['Bachelor of Science', 'Master of Arts'],
    ],
  ])('control: nothing is wrong with %j as %j', (own, german) => {
    expect(ofOptions(own, german)).toEqual([]);
  });
});

describe('titles and help in another language', () => {
  test.each([
    'TOEFL iBT / IELTS Academic',
    'Adobe Photoshop / Illustrator / InDesign?',
    'Java, C++ und Python?',
  ])('control: %s may be called so in each of them', (text) => {
    expect(foundIn('short_text', title(text), {})).toEqual([]);
  });

  const help = { title: 'Why?', additional_information: 'Tell us in two sentences.' };

  test.each<readonly [own: Attributes, german: Attributes, what: string]>([
    [title('Why do you want this?'), { title: ' ' }, 'the title (German)'],
    [title('Start'), { title: '', additional_information: 'Hilfe' }, 'the title (German)'],
    [help, { title: 'Warum?' }, 'the help text (German)'],
    [help, { title: 'Warum?', additional_information: '' }, 'the help text (German)'],
    [title('لماذا تريد هذه الوظيفة؟'), {}, 'the title (German)'],
  ])('%j as %j lacks one', (own, german, what) => {
    expect(foundIn('short_text', own, german)).toMatchObject([
      { code: 'untranslated', question: '3', found: expect.stringContaining(`Not translated: ${what}`) },
    ]);
  });
});
