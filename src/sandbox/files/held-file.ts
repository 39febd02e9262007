import type { AttachmentRecord } from '../records/record-store.ts';

/** A file of an application or of an answer, as the sandbox's own interface shows it. */
export interface HeldFile {
  /** As `cv`, `cover_letter`, `document`, `document_answer`. */
  readonly context: string;
  readonly name: string;
  /** Media type of the data URI. */
  readonly type: string;
  /** In bytes. */
  readonly size: number;
  /** Of the content, hex; '' for a file that was named by a signed id which is not of this sandbox. */
  readonly sha256: string;
}

export const heldFile = ({
  context,
  file: { filename, type, size, sha256 },
}: AttachmentRecord): HeldFile => ({
  context,
  name: filename,
  type,
  size,
  sha256,
});
