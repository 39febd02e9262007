import { expect, test } from 'vitest';
import { fileId, questionId } from '../model/ids.ts';
import type { Answer, Question } from '../model/question.ts';
import { normaliseAnswer } from './answers.ts';

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

const text = (words: string): Answer => ({ kind: 'text', text: words });
const url = (words: string): Answer => ({ kind: 'url', text: words });
const range = (from: string, to: string): Answer => ({ kind: 'date_range', from, to });
const chosen = (...options: readonly string[]): Answer => ({ kind: 'choice', options });
const linkedin: Question = { ...base, type: 'url', detail: 'linkedin_url' };

test.each<[string, Question, Answer | null, Answer | null]>([
  ['no answer stays no answer', plain, null, null],
  ['text is trimmed', plain, text('  a b \n'), text('a b')],
  [
    'control characters and lone surrogates are removed',
    plain,
    text('\u0000\ta\u0007\tb\r\n\ud800c\udfff\u0085\n'),
    text('a\tb\r\nc'),
  ],
  ['a text of control characters becomes no answer', plain, text(' \u0000 \u007f'), null],
  [
    'joined emoji and direction marks stay',
    plain,
    text('\u{1f468}\u200d\u{1f4bb} \u202eb'),
    text('\u{1f468}\u200d\u{1f4bb} \u202eb'),
  ],
  ['a number is trimmed', plain, { kind: 'number', text: ' 12.50 ' }, { kind: 'number', text: '12.50' }],
  ['a URL gets its scheme', plain, url(' example.com/me '), url('https://example.com/me')],
  ['a URL keeps its scheme', plain, url('HTTP://example.com'), url('HTTP://example.com')],
  [
    'a LinkedIn path becomes an address in the LinkedIn question',
    linkedin,
    url('/in/ada'),
    url('https://www.linkedin.com/in/ada'),
  ],
  ['a LinkedIn path stays a path in other questions', { ...base, type: 'url' }, url('in/ada'), url('in/ada')],
  ['an e-mail address does not become a URL', plain, url('me@example.com'), url('me@example.com')],
  ['a blank URL becomes no answer', plain, url(' '), null],
  ['a range is trimmed', plain, range(' 2024-01-01', ''), range('2024-01-01', '')],
  ['a blank day becomes no answer', plain, { kind: 'date', day: '' }, null],
  ['a URL with two slashes gets its scheme', plain, url('//example.com'), url('https://example.com')],
  ['a single word does not become a URL', plain, url('n/a'), url('n/a')],
  ['a blank range becomes no answer', plain, range(' ', ''), null],
  ['options are sorted in the order of the question', choice, chosen(' C ', 'A'), chosen('A', ' C ')],
  ['an option counts once', choice, chosen('B', 'B'), chosen('B')],
  ['an unknown option stays, at the end', choice, chosen('Z', 'A'), chosen('A', 'Z')],
  ['an empty choice becomes no answer', choice, chosen(), null],
  ['options stay when the question has none', plain, chosen('Z'), chosen('Z')],
  ['files stay', plain, { kind: 'files', files: [file] }, { kind: 'files', files: [file] }],
  ['an empty file list becomes no answer', plain, { kind: 'files', files: [] }, null],
  ['no is an answer', plain, { kind: 'boolean', value: false }, { kind: 'boolean', value: false }],
  ['an unreadable entry stays', plain, { kind: 'unreadable', typed: '' }, { kind: 'unreadable', typed: '' }],
])('%s', (_name, question, entered, stored) => {
  expect(normaliseAnswer(question, entered)).toEqual(stored);
  expect(normaliseAnswer(question, stored)).toEqual(stored);
});
