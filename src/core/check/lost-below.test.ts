import { describe, expect, test } from 'vitest';
import { codesIn, findingsIn, question, shownWhen } from './question-sets.support.ts';

const lossIn = (data: readonly unknown[]) => findingsIn(data).find(({ code }) => code === 'lost_below');

const [yes, no] = [
  ['equals', 'true'],
  ['equals', 'false'],
] as const;

describe('what is lost below a fault', () => {
  test('that is gone before the form is sent', () => {
    const data = [
      question('1', 'document', { required: true }),
      question('2', 'boolean', shownWhen('1', ...no)),
      question('3', 'boolean', shownWhen('2', ...yes)),
      question('4', 'date', shownWhen('3', ...yes)),
    ];
    expect(codesIn(data)).toEqual(['2 gone_before_sending', '2 lost_below']);
    expect(lossIn(data)).toMatchObject({
      found:
        '2 questions below it are gone with it before the form can be sent: “Question 3” and “Question 4”.',
      fix: expect.stringContaining('and their answers arrive.'),
    });
  });

  test('that contradicts what was answered above', () => {
    const title = { title: 'Visa?' };
    const data = [
      question('1', 'boolean', title),
      question('2', 'boolean', { ...title, ...shownWhen('1', ...yes) }),
      question('3', 'boolean', shownWhen('2', ...no)),
      question('4', 'date', shownWhen('3', ...yes)),
    ];
    expect(codesIn(data)).toEqual(['3 contradicts_above', '3 lost_below']);
    expect(lossIn(data)?.found).toBe(
      '1 question below it is lost with it for all who answer alike: “Question 4”.',
    );
  });

  test.each([false, true])(
    'control: a file that may be left out keeps what is below “no file”',
    (required) => {
      const data = [
        question('1', 'document', { required }),
        question('2', 'boolean', shownWhen('1', 'equals', String(required))),
        question('3', 'date', shownWhen('2', ...yes)),
      ];
      expect(codesIn(data)).toEqual([]);
    },
  );
});
