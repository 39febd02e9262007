import { expect, test } from 'vitest';
import { documentsQuestion } from '../../core/model/details.ts';
import { questionId } from '../../core/model/ids.ts';
import { createFileNames, renameFiles } from './accept.ts';
import { answer, attached, document, firstSubmission } from './ledger.support.ts';

test.each<readonly [string, readonly string[], readonly string[]]>([
  ['only when it is taken', ['a.pdf', 'b.pdf', 'a.pdf'], ['a.pdf', 'b.pdf', 'a (2).pdf']],
  ['when a numbered name has taken it', ['a.pdf', 'a (2).pdf', 'a.pdf'], ['a.pdf', 'a (2).pdf', 'a (3).pdf']],
  ['when it differs only in spaces', ['Jane CV.pdf', 'Jane_CV.pdf'], ['Jane CV.pdf', 'Jane_CV (2).pdf']],
  ['when it differs only in capitals', ['CV.pdf', 'cv.PDF'], ['CV.pdf', 'cv (2).PDF']],
  ['when it differs only in accents', ['Résumé.pdf', 'Resume.pdf'], ['Résumé.pdf', 'Resume (2).pdf']],
  [
    'when it differs only in letters that a service may drop',
    ['履歴書.pdf', '経歴.pdf'],
    ['履歴書.pdf', '経歴 (2).pdf'],
  ],
])('a file name changes %s', (_name, given, named) => {
  const names = createFileNames();
  expect(given.map((name) => names.rename(documentsQuestion, attached('x', name)).name)).toEqual(named);
});

test('two questions may share a file name, but not with a file of the application', () => {
  const names = createFileNames();
  const rename = (question: string, name: string) =>
    names.rename(questionId(question), attached('x', name)).name;
  expect([rename('1', 'a.pdf'), rename('2', 'a.pdf'), rename('2', 'a.pdf')]).toEqual([
    'a.pdf',
    'a.pdf',
    'a (2).pdf',
  ]);
  expect(rename(documentsQuestion, 'a.pdf')).toBe('a (3).pdf');
  expect(rename('3', 'a (3).pdf')).toBe('a (3) (2).pdf');
});

test('a conflict favours the CV, then the cover letter, then documents, then files of answers', () => {
  const file = (id: string) => attached(id, 'ada.txt');
  const files = { cv: file('a'), cover_letter: file('b'), documents: [file('c')] };
  const answers = [document('d', 0, 'ada.txt'), answer('1', { kind: 'document', file: file('e') })];
  const renamed = renameFiles(firstSubmission(answers, 'Ada', { files }), createFileNames());
  expect(renamed.destination).toMatchObject({
    files: {
      cv: { name: 'ada.txt' },
      cover_letter: { name: 'ada (2).txt' },
      documents: [{ name: 'ada (3).txt' }],
    },
  });
  expect(renamed.answers).toMatchObject([
    { value: { file: { name: 'ada (4).txt' } } },
    { value: { file: { name: 'ada (5).txt' } } },
  ]);
});
