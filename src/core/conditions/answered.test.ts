import { expect, test } from 'vitest';
import { fileId } from '../model/ids.ts';
import type { Answer } from '../model/question.ts';
import { isAnswered } from './read-answer.ts';

const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };

test.each<[string, Answer | null | undefined, boolean]>([
  ['nothing', null, false],
  ['nothing stored', undefined, false],
  ['true', { kind: 'boolean', value: true }, true],
  ['false is an answer', { kind: 'boolean', value: false }, true],
  ['a text', { kind: 'text', text: 'a' }, true],
  ['an empty text', { kind: 'text', text: '' }, false],
  ['white space only', { kind: 'text', text: ' \t\n\u00a0' }, false],
  ['a URL', { kind: 'url', text: 'https://a' }, true],
  ['zero is an answer', { kind: 'number', text: '0' }, true],
  ['a number', { kind: 'number', text: '-12.50' }, true],
  ['no number', { kind: 'number', text: 'five' }, false],
  ['a day', { kind: 'date', day: '2024-02-29' }, true],
  ['a day that does not exist', { kind: 'date', day: '2023-02-29' }, false],
  ['no day', { kind: 'date', day: '' }, false],
  ['both ends', { kind: 'date_range', from: '2024-01-01', to: '2024-01-02' }, true],
  ['a start alone', { kind: 'date_range', from: '2024-01-01', to: '' }, false],
  ['an end alone', { kind: 'date_range', from: '', to: '2024-01-01' }, false],
  ['an option', { kind: 'choice', options: ['A'] }, true],
  ['no option', { kind: 'choice', options: [] }, false],
  ['a file', { kind: 'files', files: [file] }, true],
  ['no file', { kind: 'files', files: [] }, false],
  ['an entry that cannot be read', { kind: 'unreadable', typed: 'five' }, false],
])('an answer counts as answered or not: %s', (_name, answer, answered) => {
  expect(isAnswered(answer)).toBe(answered);
});
