/**
 * Files of common programs are accepted and sent with the ending of their true type; harmful ones are refused. Nothing is
 * unpacked except the list of a package's parts.
 */
import { deflateRawSync } from 'node:zlib';
import { describe, expect, test } from 'vitest';
import { recordProxy } from '../submissions/recorded-proxy.support.ts';
import {
  compound,
  contentTypes,
  jpeg,
  mainType,
  movie,
  officePackage,
  png,
  text,
  toContent,
  type ZipEntry,
  zip,
} from './file-samples.support.ts';
import {
  cleanFileName,
  detailFiles,
  documentTypes,
  findKind,
  mediaTypes,
  nameAs,
  typeOfName,
} from './types.ts';

const letters = detailFiles.cv.types;

async function judge(name: string, bytes: Uint8Array, types = letters) {
  const named = typeOfName(name);
  if (named === null) throw new Error(`${name} is judged by its ending.`);
  const kind = await findKind(named, types, toContent(bytes));
  return kind.ok ? nameAs(kind.value, name) : kind.error;
}

const join = (...parts: readonly (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  );
const pdf = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n';
const headers = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 9\r\n\r\n';
const word = officePackage('word');
const rtf = '{\\rtf1\\ansi Nurse}';
const deflated = (content: string | Uint8Array) => ({
  bytes: deflateRawSync(Buffer.from(content)),
  size: Buffer.byteLength(content),
});
const packed = deflated('<w:p/>'.repeat(500));
const oldDocument = compound(['1Table', 'WordDocument', '\u0005SummaryInformation']);

type Taken = readonly [string, string, Uint8Array, string];
const cvs: readonly Taken[] = [
  ['a PDF after the headers of its download', 'cv.pdf', join(headers, pdf), 'cv.pdf'],
  ['a PDF called a Word document', 'Ada.Example.DOCX', join(pdf), 'Ada.Example.pdf'],
  ['an old Word document called a new one', 'cv.docx', oldDocument, 'cv.doc'],
  ['rich text called a Word document', 'cv.doc', join(rtf), 'cv.rtf'],
  ['a text called a Word document', 'cv.doc', text('Nurse'), 'cv.txt'],
];

const documents: readonly Taken[] = [
  ['a PNG called a JPEG', 'me.jpg', png(640, 480), 'me.png'],
  ['a picture called a PDF', 'scan.pdf', jpeg(640, 480), 'scan.jpeg'],
  ['QuickTime called an MP4', 'me.mp4', movie('qt  '), 'me.mov'],
  ['a new spreadsheet called an old one', 'a.xls', officePackage('xl'), 'a.xlsx'],
];

describe('accepts and renames', () => {
  test.each(cvs)('a CV: %s', async (_what, name, bytes, sent) => {
    expect(await judge(name, bytes)).toBe(sent);
  });
  test.each(documents)('a document: %s', async (_what, name, bytes, sent) => {
    expect(await judge(name, bytes, documentTypes)).toBe(sent);
  });
});

const damaged = { reason: 'damaged' };
const macros = { reason: 'macros' };
const renamed = (found: string) => ({ reason: 'renamed', found });

const wordOf = (type: string) =>
  officePackage('word', {
    'word/fonts.bin': {},
    '[Content_Types].xml': { content: contentTypes(mainType('word'), type) },
  });
const lie = (more: ZipEntry) => officePackage('word', { 'word/a.xml': { deflated: packed, ...more } });
const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/${index}.xml`, { content: '' }]));

test.each<readonly [string, string, Uint8Array, object]>([
  ['a picture called a PDF', 'cv.pdf', png(9, 9), renamed('png')],
  ['a spreadsheet called a document', 'cv.docx', officePackage('xl'), renamed('xlsx')],
  ['a web page called a Word document', 'cv.doc', text('<html><p>CV'), renamed('html')],
  ['a program in front of a PDF', 'cv.pdf', join('MZ\x90\0\x03', new Uint8Array(60), pdf), renamed('exe')],
  ['a document with a password', 'cv.docx', compound(['EncryptedPackage', 'EncryptionInfo']), damaged],
  ['an old document with macros', 'cv.doc', compound(['WordDocument', 'Macros', 'VBA']), macros],
  ['a document with macros', 'cv.docx', officePackage('word', { 'word/vbaProject.bin': {} }), macros],
  ['declared macros', 'cv.docx', wordOf('application/vnd.ms-word.document.macroEnabled.main+xml'), macros],
  ['a zip that is not a document', 'cv.docx', zip({ 'evil.exe': { content: 'MZ' } }), damaged],
  ['a program in front of a zip', 'cv.docx', join('MZ', word), renamed('exe')],
  ['a document that was cut off', 'cv.docx', word.subarray(0, -30), damaged],
  ['a small document that claims to unpack to 16 MB', 'cv.docx', lie({ claimed: 16 * 1_048_576 }), damaged],
  ['more than 2,000 entries', 'cv.docx', officePackage('word', many(2_000)), damaged],
  ['a document with an entry of two names', 'cv.docx', lie({ calledItself: 'word/b.xml' }), damaged],
  ['a document with an unlisted entry', 'cv.docx', lie({ unlisted: true }), damaged],
  ['a document with overlapping entries', 'cv.docx', lie({ from: 0 }), damaged],
  [
    'a document whose list of parts unpacks to 2 MB',
    'cv.docx',
    officePackage('word', {
      '[Content_Types].xml': { deflated: deflated(Buffer.alloc(2 * 1_048_576, ' ')), claimed: 9 },
    }),
    damaged,
  ],
])('%s is refused', async (_what, name, bytes, fault) => {
  expect(await judge(name, bytes)).toEqual(fault);
});

test('files are sent with the name and the type of their content', async () => {
  const proxy = recordProxy({ details: { cv: 'optional', documents: 'optional' } });
  const visit = await proxy.visit();
  const ids = [
    await visit.put('document', 'me.jpg', png(9, 9)),
    await visit.put('document', 'me.png', png(8, 8)),
  ];
  const cv = await visit.put('cv', 'cv.doc', word);
  const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  expect((await visit.send({ ...names, cv, documents: ids })).status).toBe(200);
  const sent = proxy.accepted.at(-1);
  expect(Object(sent?.destination).files.cv).toMatchObject({ name: 'cv.docx', type: mediaTypes.docx });
  expect(sent?.answers.map(({ value }) => Object(value).file)).toMatchObject([
    { name: 'me.png', type: mediaTypes.png },
    { name: 'me.png', type: mediaTypes.png },
  ]);
});

test.each([
  ['  ../..\\etc/pass wd.txt ', 'pass wd.txt'],
  ['cv\u202efdp.exe', 'cvfdp.exe'],
  ['re\u0301sume\u0301.pdf', 'résumé.pdf'],
  [`${'x'.repeat(300)}.docx`, `${'x'.repeat(95)}.docx`],
  ['\ud800cv.pdf', 'cv.pdf'],
])('the name %j becomes %j', (given, cleaned) => {
  expect(cleanFileName(given)).toBe(cleaned);
});
