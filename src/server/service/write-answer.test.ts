import { expect, test } from 'vitest';
import { applicationId, fileId, questionId } from '../../core/model/ids.ts';
import type { OutgoingValue } from '../../core/model/question.ts';
import { splitAtContents, withContent, writeAnswer } from './bodies.ts';

const file = { id: fileId('0b9f'), name: 'cv.pdf', size: 4, type: 'application/pdf' };

test('a choice creates one option record for each text, in the documented form', () => {
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
  'the content of the file %s is inserted into the body as a data URI',
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
