import { expect, test } from 'vitest';
import { writeSubmission } from '../../core/jsonapi/submissions.ts';
import { applicationId, fileId, questionId, revision } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import { splitAtContents, withContent, writeAnswer } from './bodies.ts';

const file = { id: fileId('0b9f'), name: 'cv.pdf', size: 4, type: 'application/pdf' };

const range = { date_from_answer: '2024-06-05', date_to_answer: '2024-06-06' };

const table: readonly (readonly [OutgoingValue, browser: object, service?: object])[] = [
  [{ kind: 'boolean', value: false }, { boolean_answer: false }],
  [{ kind: 'text', text: 'Nurse' }, { text_answer: 'Nurse' }],
  [{ kind: 'url', text: 'https://a.example' }, { url_answer: 'https://a.example' }],
  [{ kind: 'number', text: '12.50' }, { number_answer: '12.50' }],
  [{ kind: 'date', day: '2024-06-05' }, { date_answer: '2024-06-05' }],
  [{ kind: 'date_range', from: '2024-06-05', to: '2024-06-06' }, range],
  [{ kind: 'choice', options: ['A', 'B'] }, { multiple_choice_answer: ['A', 'B'] }, {}],
  [{ kind: 'document', file }, { document: '0b9f' }, { document_base64_filename: 'cv.pdf' }],
];

const named = table.map(([value, browser, service = browser]) => ({
  kind: value.kind,
  value,
  browser,
  service,
}));

test.each(named)('a $kind answer travels to the proxy in its own attribute', ({ value, browser }) => {
  const body = writeSubmission({
    details: null,
    answers: [{ question: questionId('7'), part: 0, value }],
    meta: { revision: revision('r'), locale: 'de', source: null },
  });
  const relationships = { question: { data: { type: 'questions', id: '7' } } };
  expect(body).toEqual({
    data: [{ type: 'answers', attributes: browser, relationships }],
    meta: { revision: 'r', locale: 'de' },
  });
});

test.each(named)(
  'a $kind answer is written for the service with its question and its application',
  ({ value, service }) => {
    const body = writeAnswer({ question: questionId('8'), part: 0, value }, applicationId('99'));
    expect(body.data.attributes).toEqual(service);
    expect(body.data.relationships.question).toEqual({ data: { type: 'questions', id: '8' } });
    expect(body.data.relationships.answerable).toEqual({ data: { type: 'applications', id: '99' } });
  },
);

test('a choice creates one option record a text, exactly as the doors show it', () => {
  const value: OutgoingValue = { kind: 'choice', options: ['Full time'] };
  expect(writeAnswer({ question: questionId('8'), part: 0, value }, applicationId('99'))).toEqual({
    data: {
      type: 'answers',
      attributes: {},
      relationships: {
        question: { data: { type: 'questions', id: '8' } },
        answerable: { data: { type: 'applications', id: '99' } },
        answer_options: { data: [{ type: 'answer_options', 'temp-id': 'o1', method: 'create' }] },
      },
    },
    included: [{ type: 'answer_options', 'temp-id': 'o1', attributes: { text: 'Full time' } }],
  });
});

test.each(['cv.pdf', '"document_base64_data":"', 'a\\".pdf', 'Zeugnis – ü.pdf'])(
  'the content of the file %s goes into a gap of the text, as a data URI',
  (name) => {
    const value: OutgoingValue = { kind: 'document', file: { ...file, name } };
    const body = writeAnswer({ question: questionId('8'), part: 0, value }, applicationId('99'));
    const [before = '', after = ''] = splitAtContents(withContent(body, 'application/pdf'));
    const attributes = {
      document_base64_data: 'data:application/pdf;base64,AAAA',
      document_base64_filename: name,
    };
    expect(JSON.parse(`${before}AAAA${after}`)).toEqual({ ...body, data: { ...body.data, attributes } });
  },
);
