import { expect, test } from 'vitest';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

/** What is advised where a condition names an option that there is not. */
const adviceFor = (options: readonly string[], value: string): string | undefined =>
  findingsIn([
    question('1', 'multiple_choice', { multiple_choice_options: options }),
    question('2', 'date', shownWhen('1', 'equals', value)),
  ]).find(({ code }) => code === 'value_not_an_option')?.fix;

test.each<readonly [value: string, options: readonly string[], same: string]>([
  ['<5 years', ['> 5 years', '< 5 years'], '< 5 years'],
  ['c++', ['C', 'C++', 'C#'], 'C++'],
  ['c #', ['C', 'C++', 'C#'], 'C#'],
  ['2 – 5 years', ['0-2 years', '2-5 years'], '2-5 years'],
  ['r & d', ['R&D', 'RD'], 'R&D'],
  ['yes', ['Yes!', 'No!'], 'Yes!'],
  ['full time', ['Full-time', 'Part-time'], 'Full-time'],
  ['a-', ['A', 'A-'], 'A-'],
])('%s, of %j, is %s', (value, options, same) => {
  expect(adviceFor(options, value)).toBe(`Write “${same}”, exactly as the option is written.`);
});

test.each<readonly [value: string, options: readonly string[], near: string]>([
  ['Fulltime', ['Full-time', 'Part-time'], 'Full-time'],
  ['Ete', ['Été', 'Hiver'], 'Été'],
  ['Ano', ['Año', 'Mes'], 'Año'],
  ['Avialable', ['Available', 'Not sure'], 'Available'],
  ['3 yaers', ['1 year', '3 years', '4 years'], '3 years'],
])('%s, of %j, is perhaps %s', (value, options, near) => {
  expect(adviceFor(options, value)).toMatch(
    `If “${near}” is meant, write it exactly so; else choose one of its options: `,
  );
});

test.each<readonly [value: string, options: readonly string[]]>([
  ['4 years', ['1 year', '2 years', '3 years']],
  ['2-5 years', ['0-2 years', '3-5 years', '6-10 years']],
  ['Level A1', ['Level B1', 'Level B2', 'Level C1']],
  ['Level A1', ['Level B1', 'None']],
  ['Grade C', ['Grade A', 'None']],
  ['Unemployed', ['Employed', 'Self-employed']],
  ['Unavailable', ['Available', 'Not sure']],
  ['Now available', ['Not available', 'On leave']],
  ['YES', ['Yes', 'yes']],
  ['resume', ['Résumé', 'Résume']],
  ['Stage 4 level', ['Stage 4 lever', 'Stage 4 levels']],
  ['C', ['C++', 'C#']],
  ['?', ['!', '…']],
])('control: %s is none of %j, or may be several', (value, options) => {
  expect(adviceFor(options, value)).toMatch(/^Choose one of its options: .*\. Case and blanks count\.$/);
});

test.each<readonly [titles: readonly string[], codes: readonly string[]]>([
  [['Years with C', 'Years with C++', 'Years with C#'], []],
  [['Dioptres (+)', 'Dioptres (−)', 'Dioptres'], []],
  [['Grade A', 'Grade A-', 'Grade A+'], []],
  [['Salary < 50k?', 'Salary > 50k?'], []],
  [['Salary in €', 'Salary in $'], []],
  [['Years with .NET', 'Years with NET'], []],
  [['From 2-5', 'From 25', 'From 2.5'], []],
  [['Since when?', 'since  when.', 'Since when …'], ['3 twin_questions']],
  [['Salary (gross)', 'salary: gross'], ['3 twin_questions']],
  [['Full-time since', 'Full time – since'], ['3 twin_questions']],
  [['2–5 years', '2-5 years'], ['3 twin_questions']],
])('follow-ups with the titles %j', (titles, codes) => {
  const data = titles.map((title, place) =>
    question(String(place + 2), 'number', { title, ...shownWhen('1', 'equals', 'true') }),
  );
  expect(codesIn([question('1', 'boolean'), ...data])).toEqual(codes);
});
