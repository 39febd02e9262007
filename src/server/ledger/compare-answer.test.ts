import { expect, test } from 'vitest';
import { fileId, questionId } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import type { AnswerToSend, ServiceAnswer } from './http-gateway.ts';
import { findAnswer } from './http-gateway.ts';

const wanted = (value: OutgoingValue, change: Partial<AnswerToSend> = {}): AnswerToSend => ({
  question: questionId('7'),
  part: 0,
  value,
  title: 'Salary',
  type: 'short_text',
  isDistinct: true,
  ...change,
});

const stored = (
  attributes: ServiceAnswer['attributes'],
  change: Partial<ServiceAnswer> = {},
): ServiceAnswer => ({
  id: '1',
  question: questionId('7'),
  title: 'Salary',
  type: 'short_text',
  attributes,
  createdAt: null,
  ...change,
});

const text = (content: string): OutgoingValue => ({ kind: 'text', text: content });
const number = (content: string): OutgoingValue => ({ kind: 'number', text: content });
const choice = (...options: string[]): OutgoingValue => ({ kind: 'choice', options });
const range = (from: string, to: string): OutgoingValue => ({ kind: 'date_range', from, to });
const file = (name: string): OutgoingValue => ({
  kind: 'document',
  file: { id: fileId('f'), name, size: 1, type: 'application/pdf' },
});

const values: [value: OutgoingValue, attributes: ServiceAnswer['attributes'], finding: string][] = [
  [text('Nurse'), { text_answer: 'Nurse' }, 'same'],
  [text('two\nlines'), { text_answer: ' two\r\nlines\n' }, 'same'],
  [text('Zoe\u0308'), { text_answer: 'Zo\u00eb' }, 'same'],
  [text('R&D <b> "x"'), { text_answer: 'R&amp;D &lt;b&gt; &quot;x&quot;' }, 'same'],
  [text('Nurse'), { text_answer: 'nurse' }, 'other'],
  [text('Nurse'), { text_answer: null }, 'other'],
  [{ kind: 'url', text: 'https://a.example' }, { url_answer: 'https://a.example' }, 'same'],
  [{ kind: 'url', text: 'https://A.example' }, { url_answer: 'https://a.example/' }, 'same'],
  [{ kind: 'url', text: 'https://a.example/\u00fc/' }, { url_answer: 'https://a.example/%C3%BC' }, 'same'],
  [{ kind: 'url', text: 'https://a.example' }, { url_answer: 'https://b.example' }, 'other'],
  [{ kind: 'boolean', value: false }, { boolean_answer: false }, 'same'],
  [{ kind: 'boolean', value: false }, { boolean_answer: null }, 'other'],
  [number('7'), { number_answer: '7.0' }, 'same'],
  [number('7'), { number_answer: 7 }, 'same'],
  [number('-0.50'), { number_answer: '-0.5' }, 'same'],
  [number('90071992547409931'), { number_answer: '90071992547409930' }, 'other'],
  [number('0.1234567890123456789'), { number_answer: 0.12345678901234568 }, 'same'],
  [number('0.0000001'), { number_answer: 1e-7 }, 'same'],
  [number('7'), { number_answer: '70' }, 'other'],
  [{ kind: 'date', day: '2026-02-03' }, { date_answer: '2026-02-03' }, 'same'],
  [{ kind: 'date', day: '2026-02-03' }, { date_answer: '2026-02-03T00:00:00Z' }, 'same'],
  [range('2026-02-03', ''), { date_from_answer: '2026-02-03', date_to_answer: null }, 'same'],
  [range('2026-02-03', ''), { date_from_answer: '2026-02-03', date_to_answer: '2026-02-04' }, 'other'],
  [choice('A', 'B'), { multiple_choice_answer: ['B', 'A'] }, 'same'],
  [choice('A', 'B'), { multiple_choice_answer: ['A'] }, 'other'],
  [choice('A'), { multiple_choice_answer: ['A', 'B'] }, 'other'],
  [file('cv.pdf'), { document_answer: { filename: 'cv.pdf' } }, 'same'],
  [file('cv.pdf'), { document_answer: null, attachments: [{ name: 'cv.pdf', url: 'x' }] }, 'same'],
  [file('cv.pdf'), { document_answer: { filename: 'other.pdf' } }, 'other'],
  [file('Zo\u00eb (2).pdf'), { document_answer: { file_name: 'Zoe__2_.pdf' } }, 'same'],
  [file('\u7b80\u5386.pdf'), { document_answer: { filename: '\u8bc1\u4e66.pdf' } }, 'other'],
  [file('cv.pdf'), { document_answer: { url: 'https://files.example/7' } }, 'same'],
  // The service shows that there is an answer, but not its value.
  [choice('A'), {}, 'same'],
  [file('cv.pdf'), { document_answer: null }, 'same'],
];

test.each(values)('compares %j with %j in the service: %s', (value, attributes, finding) => {
  expect(findAnswer(wanted(value), [stored(attributes)], false).kind).toBe(finding);
});

const nurse = { text_answer: 'Nurse' };
const nurseWanted = wanted(text('Nurse'));
const hidden = (change: Partial<ServiceAnswer> = {}) => [stored(nurse, { question: null, ...change })];
const questions: [name: string, AnswerToSend, ServiceAnswer[], finding: string][] = [
  ['is absent if nothing is stored', nurseWanted, [], 'absent'],
  ['is absent if only another is answered', nurseWanted, hidden({ question: questionId('8') }), 'absent'],
  ['is found by title and type if its question is hidden', nurseWanted, hidden(), 'same'],
  [
    'is absent if its question is hidden and the title differs',
    nurseWanted,
    hidden({ title: 'Name' }),
    'absent',
  ],
  [
    'is absent if its question is hidden and the type differs',
    nurseWanted,
    hidden({ type: 'url' }),
    'absent',
  ],
  [
    'is unclear if two questions share its title',
    { ...nurseWanted, isDistinct: false },
    hidden(),
    'impossible',
  ],
  ['is unclear if question and title are hidden', nurseWanted, hidden({ title: null }), 'impossible'],
];

test.each(questions)('an answer %s', (_name, answer, all, finding) => {
  expect(findAnswer(answer, all, false).kind).toBe(finding);
});

test('distinguishes the files of one question by their names', () => {
  const shown = [stored({ document_answer: { filename: 'a.pdf' } })];
  expect(findAnswer(wanted(file('b.pdf')), shown, true).kind).toBe('absent');
  expect(findAnswer(wanted(file('a.pdf')), shown, true).kind).toBe('same');
  expect(findAnswer(wanted(file('b.pdf')), [], true).kind).toBe('absent');
});

test.each([
  ['no name', { document_answer: { url: 'https://files.example/7' } }],
  ['no file', { document_answer: null }],
  ['a changed name', { document_answer: { filename: 'b_2.pdf' } }],
])('never repeats one of several files when the service shows %s', (_name, attributes) => {
  expect(findAnswer(wanted(file('b (2).pdf')), [stored(attributes)], true).kind).toBe('impossible');
});

test('reports every copy of an answer, so that duplicates can be counted', () => {
  const found = findAnswer(wanted(text('Nurse')), [stored(nurse), stored(nurse, { id: '2' })], false);
  expect(found.kind === 'same' && found.copies.map(({ id }) => id)).toEqual(['1', '2']);
});
