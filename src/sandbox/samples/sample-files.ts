import type { StoredFile } from '../files/file-store.ts';
import type { AttachmentRecord } from '../records/record-store.ts';

/** One text under three names, so that the files of the samples can be fetched like those of applicants. */
const text = 'This file belongs to a sample application of the sandbox. Nobody wrote it.\n';
const SHA_256 = 'a35f1abf25e988b5fa0953f3106a0230218ff4259d0b11fee888d3a02d4ab092';

export const sampleFileContents: ReadonlyMap<string, Uint8Array<ArrayBuffer>> = new Map([
  [SHA_256, new TextEncoder().encode(text)],
]);

const contexts = [
  ['cv', 'sample-cv.txt'],
  ['cover_letter', 'sample-cover-letter.txt'],
  ['document', 'sample-certificate.txt'],
] as const;

const fileOf = (application: string, context: string, filename: string): StoredFile => ({
  id: `sample-${application}-${context}`,
  filename,
  type: 'text/plain',
  size: text.length,
  sha256: SHA_256,
});

export const sampleFilesOf = (application: string): readonly StoredFile[] =>
  contexts.map(([context, filename]) => fileOf(application, context, filename));

export const sampleAttachmentsOf = (application: string): readonly AttachmentRecord[] =>
  contexts.map(([context, filename]) => ({ context, file: fileOf(application, context, filename) }));
