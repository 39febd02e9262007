/** Good files of other writers are taken, and sent on under the ending of what they are; what could harm is not. */
import { deflateRawSync } from 'node:zlib';
import { beforeAll, describe, expect, test } from 'vitest';
import { type RecordedProxy, recordProxy, type Visit } from '../submissions/recorded-proxy.support.ts';
import {
  compound,
  contentTypes,
  jpeg,
  mainType,
  movie,
  officePackage,
  png,
  text,
  type ZipEntry,
  zip,
} from './file-samples.support.ts';

const details = { cv: 'optional', documents: 'optional' } as const;
let proxy: RecordedProxy;
let visit: Visit;
beforeAll(async () => {
  proxy = recordProxy({ details });
});

const join = (...parts: readonly (string | Uint8Array)[]) =>
  new Uint8Array(
    Buffer.concat(parts.map((part) => (typeof part === 'string' ? Buffer.from(part, 'latin1') : part))),
  );
const pdf = '%PDF-1.4\n%\xe2\xe3\xcf\xd3\n1 0 obj<<>>endobj\ntrailer<<>>\nstartxref\n9\n%%EOF\n';
const headers = 'HTTP/1.1 200 OK\r\nContent-Type: application/pdf\r\nContent-Length: 9\r\n\r\n';
const word = officePackage('word');
const rtf = '{\\rtf1\\ansi Nurse}';
const packed = { bytes: deflateRawSync(Buffer.from('<w:p/>'.repeat(500))), size: 3_000 };
const wordWith = (entry: ZipEntry) => officePackage('word', { 'word/document.xml': entry });
const box = (name: string, size = 16) => join('\0\0\0', Uint8Array.of(size), name, new Uint8Array(size - 8));
const segment = (size: number) =>
  join('\xff\xe2', Uint8Array.of(size >> 8, size & 255), new Uint8Array(size - 2));
/** With segments between its first two bytes and what follows. */
const jpegWith = (...segments: readonly Uint8Array[]) =>
  join('\xff\xd8', ...segments, jpeg(640, 480).subarray(2));

const types = {
  pdf: 'application/pdf',
  doc: 'application/msword',
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  xls: 'application/vnd.ms-excel',
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  pptx: 'application/vnd.openxmlformats-officedocument.presentationml.presentation',
  png: 'image/png',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
  mp4: 'video/mp4',
  mov: 'video/quicktime',
  txt: 'text/plain',
  rtf: 'application/rtf',
} as const;

type Row = readonly [string, string, Uint8Array, string];

const cvs: readonly Row[] = [
  ['a PDF behind the headers of its download', 'cv.pdf', join(headers, pdf), 'cv.pdf'],
  ['a PDF at the last place that readers look for it', 'cv.pdf', join(' '.repeat(1_019), pdf), 'cv.pdf'],
  ['a PDF called a Word document', 'Ada.Example.DOCX', join(pdf), 'Ada.Example.pdf'],
  ['a new Word document called an old one', 'cv.doc', word, 'cv.docx'],
  ['an old Word document called a new one', 'cv.docx', compound(['WordDocument', '1Table']), 'cv.doc'],
  ['rich text called a Word document', 'cv.doc', join(rtf), 'cv.rtf'],
  ['a text called a Word document', 'cv.doc', text('Nurse'), 'cv.txt'],
  [
    'a text that begins with the word for a PDF',
    'cv.txt',
    text('%PDF-1.7 is what I print all day.'),
    'cv.txt',
  ],
  [
    'sizes behind the parts, without a signature',
    'cv.docx',
    wordWith({ deflated: packed, follows: { signed: false, wide: true }, wide: true }),
    'cv.docx',
  ],
  ['sizes of eight bytes in the headers', 'cv.docx', wordWith({ deflated: packed, wide: true }), 'cv.docx'],
  [
    'an end of eight bytes a number',
    'cv.docx',
    zip(
      { '[Content_Types].xml': { content: contentTypes(mainType('word')) }, 'word/a.xml': {} },
      { wide: {} },
    ),
    'cv.docx',
  ],
  [
    'parts whose names begin with a slash',
    'cv.docx',
    zip({ '/[Content_Types].xml': { content: contentTypes(mainType('word')) }, '/word/document.xml': {} }),
    'cv.docx',
  ],
  [
    'a main part in a folder of another name',
    'cv.docx',
    zip({
      '[content_types].xml': { deflated: deflated(contentTypes(mainType('word'))) },
      'Documents/main.xml': {},
      'customXml/item1.xml': {},
      'docProps/app.xml': {},
    }),
    'cv.docx',
  ],
  [
    'two pictures whose names differ in a letter of an old code page',
    'cv.docx',
    latinNamed(['word/media/\u00e4.png', 'word/media/\u00f6.png']),
    'cv.docx',
  ],
];

const documents: readonly Row[] = [
  ['a PNG called a JPEG', 'me.jpg', png(640, 480), 'me.png'],
  ['a JPEG as Windows saves it', 'me.jfif', jpeg(640, 480), 'me.jpeg'],
  [
    'a JPEG with a depth map of many segments',
    'me.jpg',
    jpegWith(...Array(300).fill(segment(300))),
    'me.jpg',
  ],
  ['a picture called a PDF', 'scan.pdf', jpeg(640, 480), 'scan.jpeg'],
  ['QuickTime called an MP4', 'me.mp4', movie('qt  '), 'me.mov'],
  ['an MP4 of the brand iso5', 'me.mp4', movie('iso5'), 'me.mp4'],
  ['old QuickTime that begins with moov', 'me.mov', join(box('moov'), box('mdat')), 'me.mov'],
  ['a new Excel sheet called an old one', 'a.xls', officePackage('xl'), 'a.xlsx'],
  [
    'slides with the sheet of a chart that had macros',
    'a.pptx',
    officePackage('ppt', {
      '[Content_Types].xml': {
        content: contentTypes(mainType('ppt'), 'application/vnd.ms-excel.sheet.macroEnabled.12'),
      },
      'ppt/embeddings/a.xlsm': {},
    }),
    'a.pptx',
  ],
];

function deflated(content: string) {
  return { bytes: deflateRawSync(Buffer.from(content)), size: Buffer.byteLength(content) };
}

/** Names of entries in a code page from before UTF-8, in which each letter is no UTF-8. */
function latinNamed(names: readonly string[]): Uint8Array {
  const written = officePackage('word', Object.fromEntries(names.map((name) => [name, {}])));
  return join(Buffer.from(written).toString('latin1').replaceAll('\u00c3', '\u0081'));
}

describe.each([
  ['cv', cvs],
  ['document', documents],
] as const)('is taken as a %s', (purpose, rows) => {
  test.each(rows)('%s (%s)', async (_name, given, bytes, name) => {
    visit = await proxy.visit();
    const { status, json } = await visit.putFile(purpose, given, bytes);
    const type = Object.entries(types).find(([ending]) => name.toLowerCase().endsWith(`.${ending}`))?.[1];
    expect([status, json.data?.attributes ?? json]).toEqual([201, { name, size: bytes.byteLength, type }]);
  });
});

const macros = (type: string) =>
  officePackage('word', {
    'word/fonts.bin': {},
    '[Content_Types].xml': { content: contentTypes(mainType('word'), type) },
  });
const exe = join('MZ\x90\0\x03');

describe('is refused', () => {
  test.each<readonly [string, string, string, Uint8Array, object]>([
    ['a picture of an iPhone', 'document', 'me.jpg', movie('heic'), { reason: 'renamed', found: 'heic' }],
    [
      'old slides',
      'document',
      'a.pptx',
      compound(['PowerPoint Document']),
      { reason: 'renamed', found: 'ppt' },
    ],
    [
      'a PDF further down than readers look',
      'cv',
      'cv.pdf',
      join(' '.repeat(1_025), pdf),
      { reason: 'renamed', found: 'txt' },
    ],
    [
      'a page in front of a PDF',
      'cv',
      'cv.pdf',
      join('\n<script>alert(1)</script>\n', pdf),
      { reason: 'renamed', found: 'html' },
    ],
    [
      'a program in front of a PDF',
      'cv',
      'cv.pdf',
      join(exe, new Uint8Array(60), pdf),
      { reason: 'renamed', found: 'exe' },
    ],
    [
      'macros that say so',
      'cv',
      'cv.docx',
      macros('application/vnd.ms-word.document.macroEnabled.main+xml'),
      { reason: 'macros' },
    ],
    [
      'macros in a part of another name',
      'cv',
      'cv.docx',
      macros('application/vnd.ms-office.vbaProject'),
      { reason: 'macros' },
    ],
    [
      'a wide end that says otherwise',
      'cv',
      'cv.docx',
      zip(
        { '[Content_Types].xml': { content: contentTypes(mainType('word')) }, 'word/a.xml': {} },
        { wide: { entries: 1 } },
      ),
      { reason: 'damaged' },
    ],
  ])('%s', async (_name, purpose, given, bytes, fault) => {
    visit = await proxy.visit();
    const { status, json } = await visit.putFile(purpose, given, bytes);
    expect([status, json.errors?.[0].code, json.meta]).toEqual([415, 'file_type', fault]);
  });

  test.each(['cv.exe', 'cv.docm', 'cv'])('a PDF called %s, without a look at it', async (given) => {
    visit = await proxy.visit();
    const { status, json } = await visit.putFile('cv', given, join(pdf));
    expect([status, json.errors?.[0].code, json.meta]).toEqual([415, 'file_type', undefined]);
  });
});

test('what is sent has the name and the type of what the file is, and no two have the same', async () => {
  visit = await proxy.visit();
  const ids = [
    await visit.put('document', 'me.jpg', png(9, 9)),
    await visit.put('document', 'me.png', png(8, 8)),
  ];
  const cv = await visit.put('cv', 'cv.doc', word);
  const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  expect((await visit.send({ ...names, cv, documents: ids })).status).toBe(200);
  const sent = proxy.accepted.at(-1);
  expect(Object(sent?.destination).files.cv).toMatchObject({ name: 'cv.docx', type: types.docx });
  expect(sent?.answers.map(({ value }) => Object(value).file)).toMatchObject([
    { name: 'me.png', type: types.png },
    { name: 'me.png', type: types.png },
  ]);
});
