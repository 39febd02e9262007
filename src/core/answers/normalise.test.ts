import { expect, test } from 'vitest';
import type { Answer } from '../model/answer.ts';
import { fileId, questionId } from '../model/ids.ts';
import type { Question } from '../model/question.ts';
import { normaliseAnswer } from './normalise.ts';

const base = {
  id: questionId('1'),
  title: 'A question',
  canonicalTitle: 'A question',
  help: [],
  required: false,
  conditional: { kind: 'none' },
} as const;
const plain: Question = { ...base, type: 'short_text' };
const choice: Question = {
  ...base,
  type: 'multiple_choice',
  options: ['A', 'B', ' C '].map((text) => ({ text, shown: text })),
  minimum: 0,
  maximum: null,
};
const file = { id: fileId('f'), name: 'cv.pdf', size: 1, type: 'application/pdf' };

test.each<[string, Question, Answer | null, Answer | null]>([
  ['nothing stays nothing', plain, null, null],
  ['text is trimmed', plain, { kind: 'text', text: '  a b \n' }, { kind: 'text', text: 'a b' }],
  [
    'control characters and halves of a character go',
    plain,
    { kind: 'text', text: '\u0000\ta\u0007\tb\r\n\ud800c\udfff\u0085\n' },
    { kind: 'text', text: 'a\tb\r\nc' },
  ],
  ['a text of control characters is none', plain, { kind: 'text', text: ' \u0000 \u007f' }, null],
  [
    'joined signs and marks of direction stay',
    plain,
    { kind: 'text', text: '\u{1f468}\u200d\u{1f4bb} \u202eb' },
    { kind: 'text', text: '\u{1f468}\u200d\u{1f4bb} \u202eb' },
  ],
  ['blank text is none', plain, { kind: 'text', text: ' \t ' }, null],
  ['a number is trimmed', plain, { kind: 'number', text: ' 12.50 ' }, { kind: 'number', text: '12.50' }],
  ['a blank number is none', plain, { kind: 'number', text: '' }, null],
  [
    'a URL gets its scheme',
    plain,
    { kind: 'url', text: ' example.com/me ' },
    { kind: 'url', text: 'https://example.com/me' },
  ],
  [
    'a URL keeps its scheme',
    plain,
    { kind: 'url', text: 'HTTP://example.com' },
    { kind: 'url', text: 'HTTP://example.com' },
  ],
  [
    'a URL keeps a scheme that we refuse',
    plain,
    { kind: 'url', text: 'ftp://example.com' },
    { kind: 'url', text: 'ftp://example.com' },
  ],
  [
    'a host with a port is no scheme',
    plain,
    { kind: 'url', text: 'example.com:8080' },
    { kind: 'url', text: 'https://example.com:8080' },
  ],
  [
    'a URL that starts with two slashes',
    plain,
    { kind: 'url', text: '//example.com' },
    { kind: 'url', text: 'https://example.com' },
  ],
  [
    'a path of LinkedIn gets its address where that is asked for',
    { ...base, type: 'url', detail: 'linkedin_url' },
    { kind: 'url', text: '/in/ada' },
    { kind: 'url', text: 'https://www.linkedin.com/in/ada' },
  ],
  [
    'and nowhere else',
    { ...base, type: 'url' },
    { kind: 'url', text: 'in/ada' },
    { kind: 'url', text: 'in/ada' },
  ],
  ['a word alone is no URL', plain, { kind: 'url', text: 'n/a' }, { kind: 'url', text: 'n/a' }],
  [
    'an e-mail address is no URL',
    plain,
    { kind: 'url', text: 'me@example.com' },
    { kind: 'url', text: 'me@example.com' },
  ],
  ['a blank URL is none', plain, { kind: 'url', text: ' ' }, null],
  ['a day is trimmed', plain, { kind: 'date', day: ' 2024-06-05 ' }, { kind: 'date', day: '2024-06-05' }],
  ['a blank day is none', plain, { kind: 'date', day: '' }, null],
  [
    'a range',
    plain,
    { kind: 'date_range', from: ' 2024-01-01', to: '' },
    { kind: 'date_range', from: '2024-01-01', to: '' },
  ],
  [
    'a range with its end alone',
    plain,
    { kind: 'date_range', from: '', to: '2024-01-01' },
    { kind: 'date_range', from: '', to: '2024-01-01' },
  ],
  ['a blank range is none', plain, { kind: 'date_range', from: ' ', to: '' }, null],
  [
    'options stand in the order of the question',
    choice,
    { kind: 'choice', options: [' C ', 'A'] },
    { kind: 'choice', options: ['A', ' C '] },
  ],
  [
    'an option counts once',
    choice,
    { kind: 'choice', options: ['B', 'B'] },
    { kind: 'choice', options: ['B'] },
  ],
  [
    'a text that is no option stays, at the end',
    choice,
    { kind: 'choice', options: ['Z', 'A'] },
    { kind: 'choice', options: ['A', 'Z'] },
  ],
  ['no option is none', choice, { kind: 'choice', options: [] }, null],
  [
    'options of a question without any',
    plain,
    { kind: 'choice', options: ['Z'] },
    { kind: 'choice', options: ['Z'] },
  ],
  ['files stay', plain, { kind: 'files', files: [file] }, { kind: 'files', files: [file] }],
  ['no file is none', plain, { kind: 'files', files: [] }, null],
  ['no is an answer', plain, { kind: 'boolean', value: false }, { kind: 'boolean', value: false }],
  [
    'what cannot be read stays, even when nothing of it is known',
    plain,
    { kind: 'unreadable', typed: '' },
    { kind: 'unreadable', typed: '' },
  ],
])('%s', (_name, question, entered, stored) => {
  expect(normaliseAnswer(question, entered)).toEqual(stored);
  expect(normaliseAnswer(question, stored)).toEqual(stored);
});
