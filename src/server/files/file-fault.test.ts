/** A file that was refused is told what is wrong with it. */
import { expect, test } from 'vitest';
import type { FileType } from './document-types.ts';
import { findKind } from './file-kind.ts';
import { compound, officePackage, png, text, zip } from './file-samples.support.ts';
import { toContent } from './memory-bytes.ts';
import { isProtectedPdf } from './protected-pdf.ts';

const word = officePackage('word');
const macros = officePackage('word', { 'word/vbaProject.bin': {} });
const sealed = compound(['EncryptedPackage', 'EncryptionInfo']);
const openDocument = zip({
  mimetype: { content: 'application/vnd.oasis.opendocument.text' },
  'content.xml': {},
});

test.each<[string, FileType, Uint8Array, object]>([
  ['a picture called a PDF', 'pdf', png(9, 9), { reason: 'renamed', found: 'png' }],
  ['another office called Word', 'docx', openDocument, { reason: 'renamed', found: 'odt' }],
  ['a web page called a Word document', 'doc', text('<html><p>CV'), { reason: 'renamed', found: 'html' }],
  ['a Word document that was cut off', 'docx', word.slice(0, -30), { reason: 'damaged' }],
  ['bytes that are nothing', 'pdf', Uint8Array.from([0, 1, 2, 3]), { reason: 'damaged' }],
  ['macros', 'docx', macros, { reason: 'macros' }],
  ['a document with a password', 'docx', sealed, { reason: 'encrypted' }],
  ['an archive with a password', 'docx', zip({ 'word/x.xml': { flags: 1 } }), { reason: 'encrypted' }],
])('%s', async (_name, named, bytes, fault) => {
  const asked = { named, types: [named] };
  expect(await findKind(asked, toContent(Uint8Array.from(bytes)))).toEqual({ ok: false, error: fault });
});

const isProtected = (trailer: string) => isProtectedPdf(toContent(text(`%PDF-1.7\n${trailer}\n%%EOF`)));

test.each([
  ['a reference to how it is encrypted', 'trailer <</Root 1 0 R /Encrypt 12 0 R>>', true],
  ['its dictionary in place', 'trailer <</Encrypt<</Filter/Standard>>>>', true],
  ['none', 'trailer <</Root 1 0 R>>', false],
  ['the word in a sentence', '(I know /Encrypt well)', false],
  ['a longer name', '<</EncryptMetadata true>>', false],
])('a PDF with %s', async (_name, trailer, expected) => {
  expect(await isProtected(trailer)).toBe(expected);
});

test('a PDF is known as protected also where two chunks of it meet', async () => {
  const parts = ['%PDF-1.7 <</Encr', 'ypt 12 0 R>>'].map(text);
  async function* chunks() {
    yield* parts;
  }
  expect(await isProtectedPdf({ size: 0, read: async () => new Uint8Array(), chunks })).toBe(true);
});
