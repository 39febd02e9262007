import { expect, test } from 'vitest';
import type { ListApplicationsParameters } from './application-query.ts';
import type { ListQuestionsParameters } from './question-query.ts';

/** What follows is judged by the compiler: an `@ts-expect-error` over something that compiles is an error. */
const accepts = (..._parameters: readonly ListApplicationsParameters[]): void => undefined;
const acceptsQuestions = (..._parameters: readonly ListQuestionsParameters[]): void => undefined;

test('list_applications.sort takes each attribute once, in one direction', () => {
  accepts({ sort: [] }, { sort: ['id'] }, { sort: ['-created_at', 'id', 'updated_at'] });
  // @ts-expect-error both directions of one attribute
  accepts({ sort: ['id', '-id'] });
  // @ts-expect-error both directions, another between them
  accepts({ sort: ['created_at', 'id', '-created_at'] });
  // @ts-expect-error twice
  accepts({ sort: ['id', 'id'] });
  // @ts-expect-error no sortable attribute
  accepts({ sort: ['email'] });
  expect(true).toBe(true);
});

test('list_questions.sort is never given both ways', () => {
  acceptsQuestions({ sort: ['id'] }, { sort: ['-id'] });
  // @ts-expect-error both ways
  acceptsQuestions({ sort: ['id', '-id'] });
  expect(true).toBe(true);
});
