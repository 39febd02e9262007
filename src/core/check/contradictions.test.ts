import { describe, expect, test } from 'vitest';
import { codesIn, question, shownWhen } from './question-sets.support.ts';

type Asked = readonly [title: string, type: string, ...options: readonly string[]];
type Shown = readonly [operator: string, value: string];

/** Questions, each with the condition of what is asked below it. */
type Steps = readonly (readonly [Asked, Shown])[];

/** Each question below the one before, and at the end what is asked last. */
function chain(steps: Steps) {
  const asked = [...steps.map(([one]) => one), ['Anything else?', 'date'] as const];
  return asked.map(([title, type, ...options], place) => {
    const above = steps[place - 1]?.[1];
    return question(String(place + 1), type, {
      title,
      ...(options.length === 0 ? {} : { multiple_choice_options: options }),
      ...(above === undefined ? {} : shownWhen(String(place), ...above)),
    });
  });
}

const yes: Shown = ['equals', 'true'];
const no: Shown = ['equals', 'false'];
const years: Asked = ['For how many years?', 'number'];
const level: Asked = ['Level?', 'multiple_choice', 'A', 'B', 'C'];
const language: Asked = ['Which language?', 'multiple_choice', 'German', 'French'];
const visa: Asked = ['Visa?', 'boolean'];

test('with another help text it is another question', () => {
  const help = { additional_information: 'Of your second job.' };
  const set = [
    question('1', 'boolean', { title: 'Full-time?' }),
    question('2', 'boolean', { title: 'Full-time?', ...help, ...shownWhen('1', 'equals', 'true') }),
    question('3', 'date', { title: 'Since when?', ...shownWhen('2', 'equals', 'false') }),
  ];
  expect(codesIn(set)).toEqual([]);
});

describe('the same question asked again', () => {
  test.each<readonly [name: string, steps: Steps]>([
    [
      'below no',
      [
        [visa, yes],
        [visa, no],
      ],
    ],
    [
      'with another case',
      [
        [visa, yes],
        [
          ['visa', 'boolean'],
          ['not_equals', 'true'],
        ],
      ],
    ],
    [
      'by another option',
      [
        [language, ['equals', 'German']],
        [language, ['equals', 'French']],
      ],
    ],
    [
      'by numbers that exclude each other',
      [
        [years, ['greater_than', '5']],
        [years, ['less_than', '3']],
      ],
    ],
    [
      'further down a chain of the same',
      [
        [years, ['greater_than', '5']],
        [years, ['greater_than', '2']],
        [years, ['less_than', '4']],
      ],
    ],
  ])('directly below itself, %s', (_name, steps) => {
    const data = chain(steps);
    expect(codesIn(data)).toEqual([`${data.length} contradicts_above`]);
  });

  test.each<readonly [name: string, steps: Steps]>([
    [
      'years of two licences',
      [
        [['Car licence?', 'boolean'], yes],
        [years, ['greater_than', '2']],
        [['Truck licence?', 'boolean'], yes],
        [years, ['less_than', '2']],
      ],
    ],
    [
      'the level of two languages',
      [
        [['German?', 'boolean'], yes],
        [level, ['equals', 'C']],
        [['French?', 'boolean'], yes],
        [level, ['equals', 'A']],
      ],
    ],
    [
      'other options under one title',
      [
        [visa, yes],
        [
          ['Please specify', 'multiple_choice', 'Student', 'Work'],
          ['equals', 'Work'],
        ],
        [
          ['Please specify', 'multiple_choice', 'Full-time', 'Part-time'],
          ['equals', 'Part-time'],
        ],
      ],
    ],
    [
      'another language',
      [
        [language, ['equals', 'German']],
        [['Another language?', 'boolean'], yes],
        [language, ['equals', 'French']],
      ],
    ],
    [
      'another employer',
      [
        [['Add another employer?', 'boolean'], yes],
        [
          ['Employer', 'short_text'],
          ['not_equals', ''],
        ],
        [['Add another employer?', 'boolean'], no],
      ],
    ],
    [
      'a block of which the last has no follow-up by “yes”',
      [
        [visa, yes],
        [visa, yes],
        [visa, no],
      ],
    ],
  ])('control: it contradicts nothing: %s', (_name, steps) => {
    expect(codesIn(chain(steps))).toEqual([]);
  });

  test('control: a question that leads on by the same answer is a block that repeats itself', () => {
    const data = chain([
      [visa, yes],
      [visa, no],
    ]);
    const name = question('x', 'short_text', { title: 'Which one?', ...shownWhen('2', ...yes) });
    expect(codesIn([...data, name])).toEqual([]);
  });
});
