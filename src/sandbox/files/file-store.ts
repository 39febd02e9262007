import { decodeBase64 } from './base64.ts';
import type { DataUri } from './data-uri.ts';
import { MB } from './file-types.ts';

/** The uploaded files, by an unguessable id; each content is stored once, by its SHA-256. */

export interface StoredFile {
  /** Part of its address. */
  readonly id: string;
  readonly filename: string;
  /** Media type of the data URI. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Of the content, hex. */
  readonly sha256: string;
}

/** `digest`: no content is kept, so every address is 404. For runs that measure memory. */
export type KeepFiles = 'bytes' | 'digest';

export interface FileStore {
  hold(filename: string, uri: DataUri): Promise<StoredFile>;
  find(id: string): StoredFile | undefined;
  /**
   * A file that was uploaded before. How to obtain a signed id is undocumented: here the id in the address of a stored
   * file is one. Any other text is accepted as a file that is not stored here, so its address is 404.
   */
  signed(id: string): StoredFile;
  /** undefined when the content is no longer stored. */
  contentOf(file: StoredFile): Uint8Array<ArrayBuffer> | undefined;
  snapshot(): HeldFiles;
  /** Adds these to the stored files. */
  restore(kept: HeldFiles): void;
}

export interface HeldFiles {
  readonly files: readonly StoredFile[];
  /** By SHA-256, the oldest first. */
  readonly contents: ReadonlyMap<string, Uint8Array<ArrayBuffer>>;
}

/** A file of which only the id is known. */
const unknownUpload = { type: 'application/octet-stream', size: 0, sha256: '' };

/** Limit for all contents together; the oldest are dropped, and their addresses answer 404 then. */
const MOST_FILE_BYTES = 512 * MB;

interface FileStoreOptions {
  readonly keep: KeepFiles;
  readonly most?: number;
  readonly changed?: () => void;
}

export function createFileStore({
  keep,
  most = MOST_FILE_BYTES,
  changed = () => undefined,
}: FileStoreOptions): FileStore {
  const files = new Map<string, StoredFile>();
  const contents = createContents(keep === 'bytes' ? most : 0);
  return {
    async hold(filename, { type, content }) {
      const bytes = decodeBase64(content);
      const sha256 = await digestOf(bytes);
      const file = { id: crypto.randomUUID(), filename, type, size: bytes.length, sha256 };
      files.set(file.id, file);
      contents.keep(sha256, bytes);
      changed();
      return file;
    },
    find: (id) => files.get(id),
    signed: (id) => files.get(id) ?? { ...unknownUpload, id, filename: id },
    contentOf: ({ sha256 }) => contents.find(sha256),
    snapshot: () => ({ files: [...files.values()], contents: contents.all() }),
    restore(kept) {
      for (const file of kept.files) files.set(file.id, file);
      for (const [sha256, bytes] of kept.contents) contents.keep(sha256, bytes);
    },
  };
}

function createContents(most: number) {
  const held = new Map<string, Uint8Array<ArrayBuffer>>();
  let total = 0;
  const forget = (sha256: string): void => {
    total -= held.get(sha256)?.length ?? 0;
    held.delete(sha256);
  };
  return {
    keep(sha256: string, bytes: Uint8Array<ArrayBuffer>): void {
      forget(sha256);
      if (bytes.length > most) return;
      held.set(sha256, bytes);
      total += bytes.length;
      for (const oldest of held.keys()) {
        if (total <= most) return;
        forget(oldest);
      }
    },
    find: (sha256: string) => held.get(sha256),
    all: (): HeldFiles['contents'] => new Map(held),
  };
}

async function digestOf(bytes: Uint8Array<ArrayBuffer>): Promise<string> {
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes));
  return Array.from(digest, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
