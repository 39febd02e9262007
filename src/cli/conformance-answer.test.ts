import { expect, test } from 'vitest';
import { isAnswered } from '../core/conditions/answered.ts';
import { questionTypes } from '../core/model/question.ts';
import { readCaseAnswer } from './conformance-answer.ts';

test.each([
  ['boolean', false, { kind: 'boolean', value: false }],
  ['short_text', ' a ', { kind: 'text', text: ' a ' }],
  ['long_text', 'a', { kind: 'text', text: 'a' }],
  ['url', 'a', { kind: 'url', text: 'a' }],
  ['number', '12.50', { kind: 'number', text: '12.50' }],
  ['number', 12.5, { kind: 'number', text: '12.5' }],
  ['date', '2024-06-05', { kind: 'date', day: '2024-06-05' }],
  ['date_range', { from: '2024-06-05', to: 7 }, { kind: 'date_range', from: '2024-06-05', to: '' }],
  ['multiple_choice', ['A', 7, 'B'], { kind: 'choice', options: ['A', 'B'] }],
  [
    'document',
    ['cv.pdf'],
    { kind: 'files', files: [{ id: '0', name: 'cv.pdf', size: 1, type: 'application/octet-stream' }] },
  ],
  ['multi_document', [], { kind: 'files', files: [] }],
  ['unknown', 'a', null],
] as const)('%s %j', (type, json, answer) => {
  expect(readCaseAnswer(type, json)).toEqual(answer);
});

test.each(questionTypes)('%s: an answer of another shape is none', (type) => {
  for (const json of [undefined, null, {}, { from: 7 }, [], [7]])
    expect(isAnswered(readCaseAnswer(type, json))).toBe(false);
});
