/** Files as they come: right ones are taken, whatever else is not. Nothing is unpacked but to count its bytes. */
import { deflateRawSync } from 'node:zlib';
import { expect, test } from 'vitest';
import { documentTypes, mediaTypes, typeOfName } from './document-types.ts';
import { findKind } from './file-kind.ts';
import {
  compound,
  jpeg,
  movie,
  officePackage,
  png,
  text,
  type ZipEntry,
  zip,
} from './file-samples.support.ts';
import { toContent } from './memory-bytes.ts';

const read = async (name: string, bytes: Uint8Array) => {
  const named = typeOfName(name);
  const kind = named && (await findKind({ named, types: [named] }, toContent(bytes)));
  return kind?.ok ? mediaTypes[kind.value] : null;
};

const pdf = text('%PDF-1.4\n%%EOF\n');
const doc = compound(['1Table', 'WordDocument', '\u0005SummaryInformation']);
const xls = compound([
  '\u0001CompObj',
  '\u0005SummaryInformation',
  '\u0005DocumentSummaryInformation',
  'Workbook',
]);
const utf16 = (content: string, mark: string, swap = false) => {
  const bytes = Buffer.from(content, 'utf16le');
  return new Uint8Array(Buffer.concat([Buffer.from(mark, 'hex'), swap ? bytes.swap16() : bytes]));
};

const deflated = (content: Uint8Array) => ({
  bytes: new Uint8Array(deflateRawSync(content)),
  size: content.byteLength,
});
const packed = deflated(Buffer.from('<w:p/>'.repeat(2_000)));
/** 16 MB that lie in 16 kB. */
const bomb = deflated(Buffer.alloc(16 * 1_048_576 - 1_000));
const MB = 1_048_576;
/** That cannot be packed. */
const noise = (size: number) => ({
  content: Buffer.from(crypto.getRandomValues(new Uint32Array(16_384)))
    .toString('hex')
    .repeat(Math.ceil(size / 32_768)),
});

test.each([
  ['cv.pdf', pdf, 'application/pdf'],
  ['cv.doc', doc, 'application/msword'],
  ['cv.xls', xls, 'application/vnd.ms-excel'],
  ['cv.docx', officePackage('word'), expect.stringContaining('wordprocessingml')],
  ['cv.xlsx', officePackage('xl'), expect.stringContaining('spreadsheetml')],
  ['cv.pptx', officePackage('ppt'), expect.stringContaining('presentationml')],
  ['cv.docx', officePackage('word', { 'word/embeddings/a.xlsx': {} }), expect.stringContaining('word')],
  ['cv.docx', officePackage('word', { 'word/a.xml': { deflated: packed } }), expect.anything()],
  [
    'cv.docx',
    officePackage('word', { a: { deflated: packed, follows: { signed: true } } }),
    expect.anything(),
  ],
  [
    'cv.docx',
    officePackage('word', { a: { deflated: packed, follows: { signed: false } } }),
    expect.anything(),
  ],
  ['me.png', png(640, 480), 'image/png'],
  ['me.jpg', jpeg(640, 480), 'image/jpeg'],
  ['me.mp4', movie('isom'), 'video/mp4'],
  ['me.mov', movie('qt  '), 'video/quicktime'],
  ['cv.txt', text('Tänk, så bra'), 'text/plain'],
  ['cv.txt', Uint8Array.from(Buffer.from('Tänk', 'latin1')), 'text/plain'],
  ['cv.txt', utf16('Tänk', 'fffe'), 'text/plain'],
  ['cv.txt', utf16('Tänk', 'feff', true), 'text/plain'],
  ['cv.txt', text('a < b'), 'text/plain'],
  ['cv.txt', text('<anna@example.com> wrote:'), 'text/plain'],
])('%s is known by its content', async (name, bytes, type) => {
  expect(await read(name, bytes)).toEqual(type);
});

const lie = (more: ZipEntry) => officePackage('word', { 'word/a.xml': { deflated: packed, ...more } });
const parts = { '[Content_Types].xml': {}, 'word/a.xml': {}, 'word/b.xml': {} };

const many = (count: number) =>
  Object.fromEntries(Array.from({ length: count }, (_, index) => [`word/${index}.xml`, { content: '' }]));

test.each([
  ['a PDF called a text', 'cv.txt', pdf],
  ['a program called a picture', 'me.jpg', text('MZ\u0090')],
  ['a sheet called a document', 'cv.docx', officePackage('xl')],
  ['a document and a sheet in one', 'cv.docx', officePackage('word', { 'xl/workbook.xml': {} })],
  ['any zip', 'cv.docx', zip({ 'evil.exe': { content: 'MZ' } })],
  ['a document with macros', 'cv.docx', officePackage('word', { 'word/vbaProject.bin': {} })],
  [
    'entries that unfold to more than 200 MB',
    'cv.docx',
    officePackage('word', { a: { claimed: 200 * 1_048_576 } }),
  ],
  ['more than 2,000 entries', 'cv.docx', officePackage('word', many(2_000))],
  ['a list of contents that is not there', 'cv.docx', officePackage('word').subarray(0, -22)],
  ['fewer entries than it says', 'cv.docx', zip({ 'word/a.xml': {} }, { entries: 9 })],
  ['a list that lies beyond the end', 'cv.docx', zip({ 'word/a.xml': {} }, { from: 0xffff_0000 })],
  ['an entry that unpacks to more than it claims', 'cv.docx', lie({ claimed: packed.size - 1 })],
  ['an entry that unpacks to less than it claims', 'cv.docx', lie({ claimed: packed.size + 1 })],
  ['an entry that claims another size in its own header', 'cv.docx', lie({ claimedItself: 1 })],
  ['an entry with another name in its own header', 'cv.docx', lie({ calledItself: 'word/b.xml' })],
  ['an entry that is no deflated data', 'cv.docx', lie({ deflated: { bytes: text('none'), size: 4 } })],
  [
    'an entry that ends too early',
    'cv.docx',
    lie({ deflated: { ...packed, bytes: packed.bytes.slice(0, -2) } }),
  ],
  ['an entry that claims to be nothing', 'cv.docx', lie({ claimed: 0 })],
  ['an entry that is packed in a rare way', 'cv.docx', lie({ method: 12 })],
  ['an encrypted entry', 'cv.docx', lie({ flags: 1 })],
  ['an entry that is not in the list', 'cv.docx', lie({ unlisted: true })],
  ['an entry that lies in another', 'cv.docx', lie({ from: 0 })],
  ['bytes between the entries', 'cv.docx', lie({ gap: 'hidden' })],
  ['two entries of one name', 'cv.docx', officePackage('word', { 'WORD/X.XML': {} })],
  ['more entries than it says', 'cv.docx', zip(parts, { entries: 2 })],
  [
    '16 MB and more that lie in 16 kB',
    'cv.docx',
    officePackage('word', { a: { deflated: bomb }, b: noise(1_000) }),
  ],
  ['a PDF in front of a zip', 'cv.docx', new Uint8Array([...pdf, ...officePackage('word')])],
  ['an installer called a document', 'cv.doc', compound(['\u4840\u3b3f'])],
  ['an encrypted package', 'cv.docx', compound(['EncryptedPackage', 'EncryptionInfo'])],
  ['an old document with macros', 'cv.doc', compound(['WordDocument', 'Macros', 'VBA'])],
  ['the beginning of an old document', 'cv.doc', doc.subarray(0, 600)],
  ['a directory that leads into itself', 'cv.doc', compound(['a', 'b', 'c', 'd'], () => 1)],
  ['a picture of billions of points', 'me.png', png(60_000, 60_000)],
  ['a photograph of billions of points', 'me.jpg', jpeg(65_000, 65_000)],
  ['bytes called a text', 'cv.txt', Uint8Array.of(0, 1, 2, 3)],
  ['a page called a text', 'cv.txt', text(' <!DOCTYPE html>')],
  ['a page behind a comment', 'cv.txt', text('<!-- a letter --><html><script>')],
  ['a page behind more white space than is sniffed', 'cv.txt', text(`${' '.repeat(100_000)}<html>`)],
  ['a page without a head', 'cv.txt', text('<p onclick=alert(1)>')],
  ['a page behind a comment, of wide letters', 'cv.txt', utf16(' <!-- a --><html>', 'fffe')],
  ['a page of wide letters without a mark', 'cv.txt', utf16('<html>', '')],
])('%s is refused', async (_name, name, bytes) => {
  expect(await read(name, bytes)).toBeNull();
});

test('2,000 entries are the most (control)', async () => {
  expect(await read('cv.docx', officePackage('word', many(1_997)))).not.toBeNull();
});

test('16 MB that lie in 16 kB are the most, and a larger document may be 30 times its size (control)', {
  tags: 'deep',
}, async () => {
  expect(await read('cv.docx', officePackage('word', { a: { deflated: bomb } }))).not.toBeNull();
  const twice = { a: { deflated: bomb }, b: { deflated: bomb } };
  expect(await read('cv.docx', officePackage('word', { ...twice, c: noise(MB) }))).toBeNull();
  expect(await read('cv.docx', officePackage('word', { ...twice, c: noise(1.5 * MB) }))).not.toBeNull();
});

test('packed bytes that cannot be read are no verdict', async () => {
  const content = toContent(officePackage('word', { 'word/a.xml': { deflated: packed } }));
  const read: typeof content.read = async (...part) => {
    const found = await content.read(...part);
    if (Buffer.from(found).equals(packed.bytes)) throw new Error('The disk does not answer.');
    return found;
  };
  const finding = findKind({ named: 'docx', types: ['docx'] }, { ...content, read });
  await expect(finding).rejects.toThrow('The disk does not answer.');
});

/** Bytes that were looked at. */
async function countRead(name: string, bytes: Uint8Array): Promise<number> {
  const named = typeOfName(name);
  const content = toContent(bytes);
  let count = 0;
  const counting = {
    ...content,
    read: async (from: number, length: number) => {
      const found = await content.read(from, length);
      count += found.byteLength;
      return found;
    },
  };
  if (named !== null) await findKind({ named, types: documentTypes }, counting);
  return count;
}

test('of 10 MB a small part is looked at, except of a text and of a whole package', async () => {
  const rest = Buffer.alloc(10 * MB);
  const document = officePackage('word');
  for (const [name, parts] of [
    ['a.pdf', [pdf, rest]],
    ['a.docx', [document.subarray(0, 40), rest, document]],
    ['a.doc', [doc, rest]],
    ['a.jpg', [jpeg(1, 1, 60_000), rest]],
    ['a.mp4', [movie('isom'), rest]],
  ] as const)
    expect(await countRead(name, Buffer.concat(parts))).toBeLessThan(300_000);
});

test('a package is read once', async () => {
  const parts = {
    a: noise(10 * MB),
    b: { deflated: bomb },
    c: { deflated: deflated(Buffer.alloc(10 * MB)) },
  };
  const document = officePackage('word', parts);
  expect(await countRead('a.docx', document)).toBeLessThan(document.byteLength + 300_000);
});
