import { describe, expect, test } from 'vitest';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

type Case = readonly [title: string, operator: string, value: string];

const followUp = (type: string, [title, operator, value]: Case, help: unknown = '') => [
  question('1', type),
  question('2', 'url', { title, additional_information: help, ...shownWhen('1', operator, value) }),
];

const foundIn = (data: readonly unknown[]) =>
  findingsIn(data).map(({ code, found }) => `${code} ${/says “(.*?)”/.exec(found)?.[1] ?? ''}`);

describe('a number in the text that is left out by the condition', () => {
  test.each<Case>([
    ['Name 3 or more of them', 'greater_than', '3'],
    ['Please list 3 or more of your employers', 'greater_than', '3'],
    ['Which of them? (at least 3)', 'greater_than', '3'],
    ['You manage more than 5. And more importantly: how?', 'greater_than', '5'],
    ['You manage 5. And more importantly: how?', 'greater_than', '5'],
    ['You manage 5 people, and more importantly: how?', 'greater_than', '5'],
    ['You manage 5 people and more importantly their work', 'greater_than', '5'],
    ['You manage 5 people and more than 3 sites', 'greater_than', '5'],
    ['Referee for the 2 jobs, phone +49 preferred', 'greater_than', '2'],
    ['Office 2 +49 30 12345', 'greater_than', '2'],
    ['More than 5 years: describe one project that ran for at least 5 months', 'greater_than', '5'],
    ['Over 5 years: which project ran for at least 5 months?', 'greater_than', '5'],
    ['Fewer than 10 hours: can you work up to 10 hours?', 'less_than', '10'],
    ['So few hours. Can you work up to 10 hours?', 'less_than', '10'],
    ['Ist ein Eintritt ab 3 Monaten möglich?', 'greater_than', '3'],
    ['Mehr als 5 Jahre: welches Projekt lief mindestens 5 Monate?', 'greater_than', '5'],
    ['You have 5 years more or less', 'less_than', '5'],
    ['Projects of 1.5 hours or more', 'greater_than', '15'],
    ['In your 2 jobs or more recent roles', 'greater_than', '2'],
    ['Please answer in 50 words or more', 'greater_than', '50'],
    ['Bitte mindestens 2 Zeugnisse hochladen', 'greater_than', '2'],
    ['You have not at least 5 years: why?', 'greater_than', '5'],
    ['Of your 5 reports at least 2 are remote', 'greater_than', '5'],
    ['For your 5 sites minimum wage is paid', 'greater_than', '5'],
    ['5 candidats au plus tard demain', 'less_than', '5'],
    ['In 2026 500 or more were hired', 'greater_than', '2026500'],
    ['More than EUR 50,000: what for, at least 50,000 of it?', 'greater_than', '50000'],
    ['You led 5 projects in 3 years or more', 'greater_than', '5'],
    ['You led 5 people, for a year or more', 'greater_than', '5'],
    ['Why would you mind 10 hours of travel?', 'greater_than', '10'],
    ['It takes longer than our usual 30 min, how will you cope?', 'greater_than', '30'],
    ['More than the 40 hours minimum: why?', 'greater_than', '40'],
    ['Your portfolio (max. 5 MB)', 'less_than', '5'],
    ['Your motivation (at least 5 sentences)', 'greater_than', '5'],
  ])('control: nothing is wrong with %s, and %s %s', (...one) => {
    expect(codesIn(followUp('number', one))).toEqual([]);
  });

  test.each<readonly [title: string, help: unknown]>([
    ['You manage more than 5: how?', 'Projects of at least 5 months count.'],
    ['Which of them?', 'At least 5'],
    ['Name your referees.', 'At least 5'],
    ['Your teams', '<p>There were 5</p><p>or more precisely: how many?</p>'],
    [
      'Your teams',
      [
        { tag: 'p', children: ['There were 5'] },
        { tag: 'p', children: ['Or more?'] },
      ],
    ],
  ])('control: nothing is wrong with %s and its help', (title, help) => {
    expect(codesIn(followUp('number', [title, 'greater_than', '5'], help))).toEqual([]);
  });

  test.each<readonly [...one: Case, words: string]>([
    ['5 years of experience or more', 'greater_than', '5', '5 years of experience or more'],
    ['5 años de experiencia o más', 'greater_than', '5', '5 años de experiencia o más'],
    ['5 ans d’expérience ou plus', 'greater_than', '5', '5 ans d’expérience ou plus'],
    ['5 anos de experiência ou mais', 'greater_than', '5', '5 anos de experiência ou mais'],
    ['Greater than or equal to 5', 'greater_than', '5', 'Greater than or equal to 5'],
    ['Größer oder gleich 5', 'greater_than', '5', 'Größer oder gleich 5'],
    ['Mayor o igual a 5', 'greater_than', '5', 'Mayor o igual a 5'],
    ['Supérieur ou égal à 5', 'greater_than', '5', 'Supérieur ou égal à 5'],
    ['Maior ou igual a 5', 'greater_than', '5', 'Maior ou igual a 5'],
    ['Less than or equal to 5', 'less_than', '5', 'Less than or equal to 5'],
    ['Inferior o igual a 5', 'less_than', '5', 'Inferior o igual a 5'],
    ['>= 5 years', 'greater_than', '5', '>= 5'],
    ['Hours <= 20: when?', 'less_than', '20', '<= 20'],
    ['5 years minimum', 'greater_than', '5', '5 years minimum'],
    ['5 ans minimum', 'greater_than', '5', '5 ans minimum'],
    ['5 años como mínimo', 'greater_than', '5', '5 años como mínimo'],
    ['5 Jahre mindestens: wo?', 'greater_than', '5', '5 Jahre mindestens'],
    ['5 anos no máximo', 'less_than', '5', '5 anos no máximo'],
    ['Au moins 50 000 €', 'greater_than', '50000', 'Au moins 50 000'],
    ['Au moins 50\u202f000 €', 'greater_than', '50000', 'Au moins 50 000'],
    ['Mindestens 50\u00a0000 €', 'greater_than', '50000', 'Mindestens 50 000'],
    ["Mindestens 50'000 CHF", 'greater_than', '50000', "Mindestens 50'000"],
    ['Mindestens 50’000 CHF', 'greater_than', '50000', 'Mindestens 50’000'],
    ['At least EUR 50,000', 'greater_than', '50000', 'At least EUR 50,000'],
    ['Pelo menos R$ 50.000', 'greater_than', '50000', 'Pelo menos R$ 50.000'],
    ['50 000 euros ou plus', 'greater_than', '50000', '50 000 euros ou plus'],
  ])('%s, and %s %s', (title, operator, value, words) => {
    expect(foundIn(followUp('number', [title, operator, value]))).toEqual([`bound_left_out ${words}`]);
  });

  test('a bound in the help is no mark-up', () => {
    const help = 'For hours >= 5 and <= 9 <b>only</b>';
    expect(foundIn(followUp('number', ['Why', 'greater_than', '5'], help))).toEqual(['bound_left_out >= 5']);
    expect(foundIn(followUp('number', ['Why', 'less_than', '9'], help))).toEqual(['bound_left_out <= 9']);
  });

  test.each<readonly [...one: Case, words: string]>([
    ['You have 5 or more years: tell us about them', 'greater_than', '5', '5 or more'],
    ['For teams of 5+: who plans?', 'greater_than', '5', '5+'],
    ['How do you plan? For 5 people or more.', 'greater_than', '5', '5 people or more'],
    ['Min. 5 years: where?', 'greater_than', '5', 'Min. 5'],
    ['Was haben Sie in 5 Jahren oder mehr gelernt?', 'greater_than', '5', '5 Jahren oder mehr'],
    ['As the lead of 5 or more people, how do you plan?', 'greater_than', '5', '5 or more'],
  ])('control: %s, and %s %s', (title, operator, value, words) => {
    expect(foundIn(followUp('number', [title, operator, value]))).toEqual([`bound_left_out ${words}`]);
  });
});

describe('a number that is written as a word', () => {
  test.each<readonly [...one: Case, words: string]>([
    ['Five or more', 'greater_than', '5', 'Five or more'],
    ['Fünf oder mehr Jahre', 'greater_than', '5', 'Fünf oder mehr'],
    ['Mindestens zwölf Monate: wo?', 'greater_than', '12', 'Mindestens zwölf'],
    ['Dos o más empresas', 'greater_than', '2', 'Dos o más'],
    ['Onze personnes ou plus', 'greater_than', '11', 'Onze personnes ou plus'],
    ['Até três anos', 'less_than', '3', 'Até três'],
    ['At most two', 'less_than', '2', 'At most two'],
  ])('%s, and %s %s', (title, operator, value, words) => {
    expect(foundIn(followUp('number', [title, operator, value]))).toEqual([`bound_left_out ${words}`]);
  });

  test.each<Case>([
    ['One or more', 'greater_than', '1'],
    ['At least once', 'greater_than', '11'],
    ['Name five or more of them', 'greater_than', '5'],
    ['Which of them? (at least five)', 'greater_than', '5'],
    ['More than five: which of them took at least five days?', 'greater_than', '5'],
    ['More than five: which of them took at least 5 days?', 'greater_than', '5'],
    ['Can you work up to ten hours?', 'less_than', '10'],
    ['Of your five reports at least two', 'greater_than', '5'],
    ['You manage five. And more importantly: how?', 'greater_than', '5'],
  ])('control: nothing is wrong with %s, and %s %s', (...one) => {
    expect(codesIn(followUp('number', one))).toEqual([]);
  });
});

describe('a day in the text that is left out by the condition', () => {
  const [after, before] = ['greater_than', 'less_than'] as const;

  test.each<readonly [...one: Case, words: string, instead: string]>([
    ['On or after 1 January 2026', after, '2026-01-01', 'On or after 1 January 2026', '31 December 2025'],
    ['If on or after 2026-01-01', after, '1 January 2026', 'on or after 2026-01-01', '31 December 2025'],
    ['From 1 March 2026', after, '2026-03-01', 'From 1 March 2026', '28 February 2026'],
    ['From March 1st, 2026: why?', after, '2026-03-01', 'From March 1st, 2026', '28 February 2026'],
    ['Ab dem 1. März 2026', after, '2026-03-01', 'Ab dem 1. März 2026', '28 February 2026'],
    ['Ab 13.03.2026', after, '2026-03-13', 'Ab 13.03.2026', '12 March 2026'],
    [
      'A partir del 1 de marzo de 2026',
      after,
      '2026-03-01',
      'A partir del 1 de marzo de 2026',
      '28 February 2026',
    ],
    ['À partir du 1er mars 2026', after, '2026-03-01', 'À partir du 1er mars 2026', '28 February 2026'],
    ['Until 31 March 2026', before, '2026-03-31', 'Until 31 March 2026', '1 April 2026'],
    ['Up to 31 March 2026', before, '2026-03-31', 'Up to 31 March 2026', '1 April 2026'],
    ['Bis 31. März 2026', before, '2026-03-31', 'Bis 31. März 2026', '1 April 2026'],
    ['Bis zum 31. März 2026', before, '2026-03-31', 'Bis zum 31. März 2026', '1 April 2026'],
    ['Hasta el 31 de marzo de 2026', before, '2026-03-31', 'Hasta el 31 de marzo de 2026', '1 April 2026'],
    ['Jusqu’au 31 mars 2026', before, '2026-03-31', 'Jusqu’au 31 mars 2026', '1 April 2026'],
    ['1 March 2026 or later', after, '2026-03-01', '1 March 2026 or later', '28 February 2026'],
    ['1. März 2026 oder später', after, '2026-03-01', '1. März 2026 oder später', '28 February 2026'],
    ['Até 31 de março de 2026', before, '2026-03-31', 'Até 31 de março de 2026', '1 April 2026'],
  ])('%s, and %s %s', (title, operator, value, words, instead) => {
    const [finding, ...more] = findingsIn(followUp('date', [title, operator, value]));
    expect(more).toEqual([]);
    expect(finding?.code).toBe('bound_left_out');
    expect(finding?.found).toContain(`Its text says “${words}”, but it is shown when “Question 1” is `);
    expect(finding?.fix).toBe(`There is no “or equal”: write “${operator}” with ${instead}.`);
  });

  test.each<Case>([
    ['After 1 January 2026', after, '2026-01-01'],
    ['After 1 January 2026: what do you do from 1 January 2026?', after, '2026-01-01'],
    ['From 1 March 2026', after, '2026-02-28'],
    ['From 1 March 2026', before, '2026-03-01'],
    ['From March 2026', after, '2026-03-01'],
    ['From 1 March', after, '2026-03-01'],
    ['From 05/06/2026', after, '2026-06-05'],
    ['1 January 2026 or more', after, '2026-01-01'],
    ['1 January 2026 in the morning or later', after, '2026-01-01'],
    ['Can you start from 1 March 2026?', after, '2026-03-01'],
    ['Please describe what you did until 31 March 2026', before, '2026-03-31'],
    ['Not until 31 March 2026', before, '2026-03-31'],
    ['Until 31 December 9999', before, '9999-12-31'],
    ['Before 31 March 2026', before, '2026-03-31'],
  ])('control: nothing is wrong with %s, and %s %s', (...one) => {
    expect(codesIn(followUp('date', one))).not.toContain('2 bound_left_out');
  });
});

describe('texts that promise another bound than the condition keeps', () => {
  const followUp = (title: string, operator: string, help = '') => [
    question('1', 'number'),
    question('2', 'date', { title, additional_information: help, ...shownWhen('1', operator, '1,000') }),
  ];

  test.each<readonly [title: string, operator: string]>([
    ['1,000 or more', 'greater_than'],
    ['1000 hours or more', 'greater_than'],
    ['ab 1.000 Stunden', 'greater_than'],
    ['mindestens 1000', 'greater_than'],
    ['a partir de 1.000', 'greater_than'],
    ['au moins 1000', 'greater_than'],
    ['at most 1,000', 'less_than'],
    ['höchstens 1.000', 'less_than'],
    ['1000 o menos', 'less_thanThan'],
    ['1000 ou moins', 'less_than'],
    ['até 1000', 'less_than'],
  ])('%s, and %s', (title, operator) => {
    expect(codesIn(followUp(title, operator))).toEqual(['2 bound_left_out']);
  });

  test('in the help of the question, too', () => {
    expect(codesIn(followUp('Which?', 'greater_than', '<p>For 1,000 or <b>more</b> hours.</p>'))).toEqual([
      '2 bound_left_out',
    ]);
  });

  test.each<readonly [title: string, operator: string]>([
    ['more than 1,000', 'greater_than'],
    ['1,000 or more', 'less_than'],
    ['at least 10', 'greater_than'],
    ['Name at least 1000 of them', 'greater_than'],
    ['2,000 or more', 'greater_than'],
  ])('control: nothing is wrong with %s, and %s', (title, operator) => {
    expect(codesIn(followUp(title, operator))).toEqual([]);
  });

  test.each<readonly [title: string, operator: string, value: string]>([
    ['Hours a week (up to 40)?', 'less_than', '40'],
    ['How many children (0 or more)?', 'greater_than', '0'],
  ])('control: %s says what may be answered, not when its follow-up is shown', (title, operator, value) => {
    const data = [question('1', 'number', { title }), question('2', 'date', shownWhen('1', operator, value))];
    expect(codesIn(data)).toEqual([]);
  });

  test('on the last day of all, only the step that there is is advised', () => {
    const data = [
      question('1', 'date'),
      question('2', 'date', shownWhen('1', 'less_than', '9999-12-31')),
      question('3', 'url', shownWhen('1', 'greater_than', '9999-12-31')),
    ];
    const gap = findingsIn(data).find(({ code }) => code === 'gap_between');
    expect(gap?.fix).toMatch(/by one step: 30 December 9999 here\.$/);
  });

  test.each<readonly [third: readonly [string, string] | null, codes: readonly string[]]>([
    [null, ['3 gap_between']],
    [['equals', '5'], []],
    [['greater_than', '3'], []],
    [['not_equals', '7'], []],
    [['not_equals', '5.0'], ['3 gap_between']],
  ])('less and more than 5, and %j beside', (third, codes) => {
    const data = [
      question('1', 'number'),
      question('2', 'date', shownWhen('1', 'less_than', '5')),
      question('3', 'url', shownWhen('1', 'greater_than', '5.0')),
      ...(third === null ? [] : [question('4', 'boolean', shownWhen('1', ...third))]),
    ];
    expect(codesIn(data)).toEqual(codes);
  });
});
