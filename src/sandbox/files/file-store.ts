import { notFound, respondFaults } from '../json-api.ts';
import type { AttachmentRecord } from '../records/record-store.ts';
import { MB, mediaTypeOf } from './check-file.ts';
import { type DataUri, decodeBase64 } from './data-uri.ts';

/** Replaces lone surrogates, which an address cannot contain. */
export const encodeName = (filename: string): string =>
  encodeURIComponent(filename.replace(/\p{Surrogate}/gu, '\uFFFD'));

/** Returns the address of a file's bytes. The id in it grants access, as in a signed address. */
export function fileUrl(baseUrl: string, file: { readonly id: string; readonly filename: string }): string {
  return `${baseUrl}/files/${encodeName(file.id)}/${encodeName(file.filename)}`;
}

export interface StoredFile {
  /** An unguessable part of its address. */
  readonly id: string;
  readonly filename: string;
  /** Media type of the data URI. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Hash of the content, in hex. */
  readonly sha256: string;
}

export type FileStore = ReturnType<typeof createFileStore>;

export interface FileSnapshot {
  readonly files: readonly StoredFile[];
  /** By SHA-256, oldest first. */
  readonly contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** The details of a file that this sandbox does not have. */
const unknownUpload = { type: 'application/octet-stream', size: 0, sha256: '' };

/**
 * Stores each content once, by its SHA-256.
 *
 * @param limit bytes of all contents together: above it the oldest are dropped, and their addresses answer 404
 */
export function createFileStore(onChange: () => void, limit = 512 * MB) {
  const files = new Map<string, StoredFile>();
  const contents = createContents(limit);
  return {
    async store(filename: string, { type, content }: DataUri): Promise<StoredFile> {
      const bytes = decodeBase64(content);
      const sha256 = await digestOf(bytes);
      const file = { id: crypto.randomUUID(), filename, type, size: bytes.length, sha256 };
      files.set(file.id, file);
      contents.keep(sha256, bytes);
      onChange();
      return file;
    },
    find: (id: string) => files.get(id),
    /**
     * Returns a file that was uploaded earlier. The document does not say how to obtain a signed id; here it is the id in the
     * address of a stored file. For any other text, the result is a file without content, whose address answers 404.
     */
    signed: (id: string): StoredFile => files.get(id) ?? { ...unknownUpload, id, filename: id },
    /** Returns undefined if the content is no longer stored. */
    contentOf: ({ sha256 }: StoredFile) => contents.find(sha256),
    snapshot: (): FileSnapshot => ({ files: [...files.values()], contents: contents.all() }),
    /** Adds these files to the stored ones. */
    restore(kept: FileSnapshot): void {
      for (const file of kept.files) files.set(file.id, file);
      for (const [sha256, bytes] of kept.contents) contents.keep(sha256, bytes);
    },
  };
}

function createContents(limit: number) {
  const contents = new Map<string, Uint8Array<ArrayBuffer>>();
  let total = 0;
  const forget = (sha256: string): void => {
    total -= contents.get(sha256)?.length ?? 0;
    contents.delete(sha256);
  };
  return {
    keep(sha256: string, bytes: Uint8Array<ArrayBuffer>): void {
      forget(sha256);
      if (bytes.length > limit) return;
      contents.set(sha256, bytes);
      total += bytes.length;
      for (const oldest of contents.keys()) {
        if (total <= limit) return;
        forget(oldest);
      }
    },
    find: (sha256: string) => contents.get(sha256),
    all: (): FileSnapshot['contents'] => new Map(contents),
  };
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}

/** A file of an application or of an answer, in the form that the control returns. */
export interface FileSummary {
  /** `cv`, `cover_letter`, `document` or `document_answer`. */
  readonly context: string;
  readonly name: string;
  /** Media type of the data URI. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Hash of the content, in hex; '' for a signed id that this sandbox did not create. */
  readonly sha256: string;
}

export const fileSummary = ({
  context,
  file: { filename, type, size, sha256 },
}: AttachmentRecord): FileSummary => ({ context, name: filename, type, size, sha256 });

/** `GET /files/{id}/{name}`: the bytes of an applicant's file, served so that no browser runs them on this origin. */
export function fileResponse(files: FileStore, id: string): Response {
  const file = files.find(id);
  const content = file === undefined ? undefined : files.contentOf(file);
  if (file === undefined || content === undefined) return respondFaults([notFound]);
  return new Response(content, {
    headers: {
      'content-type': mediaTypeOf(file.filename),
      'content-disposition': `attachment; filename*=UTF-8''${encodeName(file.filename)}`,
      'content-security-policy': "default-src 'none'; sandbox",
      'x-content-type-options': 'nosniff',
    },
  });
}
