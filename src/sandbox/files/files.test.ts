import { describe, expect, test } from 'vitest';
import { coverLetterLimit, documentLimit, MB } from './check-file.ts';
import { readDataUri } from './data-uri.ts';
import { createFileStore, fileResponse } from './file-store.ts';
import { findUploadFaults } from './uploads.ts';

/** A data URI of this many zero bytes. */
const dataOf = (bytes: number): string =>
  `data:application/pdf;base64,${Buffer.alloc(bytes).toString('base64')}`;

const SMALL = dataOf(3);

const faultsOf = (attributes: object) =>
  findUploadFaults({ ...attributes }).map(({ pointer, detail }) => [pointer, detail]);

const letter = (filename: unknown, data: unknown = SMALL) => ({
  cover_letter_base64_data: data,
  cover_letter_base64_filename: filename,
});

const documents = (...names: readonly unknown[]) => ({
  documents_base64: names.map((filename) => ({ data: SMALL, filename })),
});

const LETTER_NAME = '/data/attributes/cover_letter_base64_filename';
const LETTER_DATA = '/data/attributes/cover_letter_base64_data';

describe('types of files', () => {
  test('limit.cover_letter.types: five types are accepted, others are refused', () => {
    for (const type of ['pdf', 'doc', 'docx', 'txt', 'rtf', 'PDF'])
      expect(faultsOf(letter(`letter.${type}`))).toEqual([]);
    const detail = 'cover_letter_base64_filename is not of an accepted type (pdf, doc, docx, txt, rtf)';
    for (const type of ['png', 'xls', 'exe', 'pdf.exe'])
      expect(faultsOf(letter(`letter.${type}`))).toEqual([[LETTER_NAME, detail]]);
  });

  test('limit.documents.types: the types of the table are accepted, others are refused', () => {
    expect(faultsOf(documents(...[...documentLimit.types, 'jpg', 'PNG'].map((type) => `a.${type}`)))).toEqual(
      [],
    );
    const detail = expect.stringContaining('documents_base64 filename is not of an accepted type');
    for (const type of ['rtf', 'gif', 'zip', 'html'])
      expect(faultsOf(documents('a.pdf', `a.${type}`))).toEqual([
        ['/data/attributes/documents_base64/1/filename', detail],
      ]);
  });

  test('applications.cv_base64_filename: a CV of any type is accepted, because the document names none', () => {
    expect(faultsOf({ cv_base64_data: SMALL, cv_base64_filename: 'cv.odt' })).toEqual([]);
  });
});

describe('sizes of files', () => {
  test('limit.megabyte: 1 MB is 1,048,576 bytes for limit.cover_letter.size and limit.documents.size', () => {
    expect([coverLetterLimit.bytes, documentLimit.bytes]).toEqual([31_457_280, 10_485_760]);
  });

  test('limit.documents.size: a file of exactly 10 MB is accepted, one byte more is refused', () => {
    const [most, over] = [10 * MB, 10 * MB + 1].map((bytes) => ({ data: dataOf(bytes), filename: 'a.pdf' }));
    expect(faultsOf({ documents_base64: [most, over] })).toEqual([
      ['/data/attributes/documents_base64/1/data', 'documents_base64 data is too large (maximum is 10 MB)'],
    ]);
  });

  test('limit.cover_letter.size: one byte more than 30 MB is refused, also for a CV, which is our reading', {
    tags: 'deep',
  }, () => {
    const [most, over] = [dataOf(30 * MB), dataOf(30 * MB + 1)];
    const cv = (data: string) => ({ cv_base64_data: data, cv_base64_filename: 'cv.pdf' });
    expect(faultsOf({ ...letter('a.pdf', most), ...cv(most) })).toEqual([]);
    expect(faultsOf({ ...letter('a.pdf', over), ...cv(over) }).map(([, detail]) => detail)).toEqual([
      'cv_base64_data is too large (maximum is 30 MB)',
      'cover_letter_base64_data is too large (maximum is 30 MB)',
    ]);
  });
});

describe('content and name', () => {
  test.each([
    ['applications.cover_letter_base64_filename: data without a name', letter(null), LETTER_NAME],
    ['applications.cover_letter_base64_filename: a blank name', letter(' '), LETTER_NAME],
    ['applications.cover_letter_base64_data: a name without data', letter('a.pdf', null), LETTER_DATA],
    [
      'applications.cv_base64_filename: data without a name',
      { cv_base64_data: SMALL },
      '/data/attributes/cv_base64_filename',
    ],
    [
      'applications.cv_base64_data: a name without data',
      { cv_base64_filename: 'a.pdf' },
      '/data/attributes/cv_base64_data',
    ],
    [
      'applications.documents_base64: an item without data',
      { documents_base64: [{ filename: 'a.pdf' }] },
      '/data/attributes/documents_base64/0/data',
    ],
  ])('%s is refused', (_, attributes, pointer) => {
    expect(faultsOf(attributes).map(([place]) => place)).toEqual([pointer]);
  });
});

describe('stored files', () => {
  const uriOf = (text: string) => {
    const uri = readDataUri(`data:text/plain;base64,${Buffer.from(text).toString('base64')}`);
    if (uri === null) throw new Error('no data URI');
    return uri;
  };

  test('are served as downloads that a browser never runs', async () => {
    const files = createFileStore(() => undefined);
    const file = await files.store('Übersicht "1".txt', uriOf('hello'));
    const response = fileResponse(files, file.id);
    expect(await response.text()).toBe('hello');
    expect(Object.fromEntries(response.headers)).toEqual({
      'content-type': 'text/plain; charset=utf-8',
      'content-disposition': "attachment; filename*=UTF-8''%C3%9Cbersicht%20%221%22.txt",
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    });
  });

  test('lose the oldest bytes when there is no room, and equal contents share their room', async () => {
    const files = createFileStore(() => undefined, 10);
    const [first, second] = [await files.store('1', uriOf('aaaa')), await files.store('2', uriOf('bbbb'))];
    const again = await files.store('3', uriOf('aaaa'));
    expect([first, second, again].map(({ id }) => fileResponse(files, id).status)).toEqual([200, 200, 200]);
    const third = await files.store('4', uriOf('cccc'));
    expect([first, second, again, third].map(({ id }) => fileResponse(files, id).status)).toEqual([
      200, 404, 200, 200,
    ]);
    const large = await files.store('5', uriOf('x'.repeat(11)));
    expect([first, large].map(({ id }) => fileResponse(files, id).status)).toEqual([200, 404]);
    expect(large).toMatchObject({ size: 11, filename: '5', type: 'text/plain' });
  });
});
