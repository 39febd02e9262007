import { expect, test } from 'vitest';
import { questionId, revision } from '../model/ids.ts';
import { writeSubmission } from './submissions.ts';

const meta = { revision: revision('r1'), locale: null, source: null };
const answers = [{ question: questionId('7'), part: 0, value: { kind: 'text' as const, text: 'Nurse' } }];
const details = { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' };

test('the application comes before its answers', () => {
  const { data } = writeSubmission({ details, answers, meta });
  expect(data.map((element) => element.type)).toEqual(['applications', 'answers']);
  expect(data[0]).toEqual({ type: 'applications', attributes: details });
});

test('an existing application is left out', () => {
  expect(writeSubmission({ details: null, answers, meta }).data.map(({ type }) => type)).toEqual(['answers']);
});

test('a visitor can send an application without answers', () => {
  expect(writeSubmission({ details, answers: [], meta }).data).toHaveLength(1);
});
