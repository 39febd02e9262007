import { describe, expect, test } from 'vitest';
import type { FileLimits } from '../core/model/question.ts';
import type { FileProgress, FileRejection } from '../form/contract.ts';
import { en } from '../locale/en.ts';
import { enFilling } from '../locale/en-filling.ts';
import { createMessages } from '../locale/messages.ts';
import { kindsOfFiles, stateText } from './file-list.tsx';

const messages = createMessages('en', { ...en, ...enFilling });
const limits: FileLimits = { bytes: 10 * 1_048_576, types: ['.pdf', '.doc', '.docx', '.jpg', '.jpeg'] };

const stateOf = (progress: FileProgress): string =>
  stateText(messages, limits, { name: 'my.cv.pdf', size: 12 * 1_048_576, progress });

describe('the message of a refused file tells the applicant what to do', () => {
  test.each<[FileRejection, string]>([
    ['file_too_large', 'This file is too big: 12 MB. Choose one of up to 10 MB.'],
    [
      'renamed',
      'Its name says PDF, but this file is PNG. Save it in the right format, or choose another one.',
    ],
    ['file_type', 'This type of file is not accepted. Choose one of these types: PDF, Word, or JPEG.'],
    [
      'total_too_large',
      'All your files together can be up to 100 MB. Remove another one first, or choose a smaller one.',
    ],
  ])('has its limit or reason for %s', (code, sentence) => {
    const found = code === 'renamed' ? { found: 'png' } : {};
    expect(stateOf({ kind: 'rejected', code, ...found })).toBe(sentence);
  });

  test('names the cause of a failed upload only if the applicant can remove it', () => {
    expect(stateOf({ kind: 'failed', code: 'offline' })).toBe(
      'Not uploaded. Check your internet connection, then try again.',
    );
    expect(stateOf({ kind: 'failed', code: 'rate_limited' })).toBe('Not uploaded');
  });
});

test.each([
  [
    ['.pdf', '.doc', '.docx', '.png', '.jpg', '.jpeg', '.xls', '.xlsx', '.pptx', '.txt'],
    'PDF Word PNG JPEG Excel PowerPoint TXT',
  ],
  [['application/pdf', 'image/jpeg', ' text/plain '], 'PDF JPEG TXT'],
])('the file types %s have the names %s', (types, names) => {
  expect(kindsOfFiles(types).join(' ')).toBe(names);
});
