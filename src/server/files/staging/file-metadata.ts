/** What is known of a staged file, sealed: its name alone may identify a person. */
import type { FileId } from '../../../core/model/ids.ts';
import type { Cipher } from '../../ledger/cipher.ts';
import { contextOf, type Upload } from '../../ledger/sealed-content.ts';
import type { StagedFile } from '../../ports.ts';
import type { FileRow } from '../../store/tables.ts';

export interface KnownFile extends StagedFile {
  /** A scanner found these bytes clean. */
  readonly isClean: boolean;
}

export function sealMetadata(cipher: Cipher, upload: Upload, file: KnownFile): Uint8Array {
  const { name, type, size, hash, purpose, isClean } = file;
  const about = JSON.stringify([name, type, size, hash, purpose, isClean]);
  return cipher.seal(contextOf(upload, 'about'), Buffer.from(about));
}

export const uploadOf = ({ upload, tenant, subject, file }: FileRow): Upload => ({
  key: { tenant, subject },
  file,
  name: upload,
});

/** null: sealed with a secret that is gone. */
export function openMetadata(cipher: Cipher, row: FileRow): KnownFile | null {
  if (row.about === null) return null;
  // libsql gives an ArrayBuffer, pg a Buffer.
  const plain = cipher.open(contextOf(uploadOf(row), 'about'), new Uint8Array(row.about));
  return plain === null ? null : readMetadata(row.file, JSON.parse(Buffer.from(plain).toString()));
}

function readMetadata(id: FileId, about: unknown): KnownFile | null {
  if (!Array.isArray(about)) return null;
  const [name, type, size, hash, purpose, isClean]: readonly unknown[] = about;
  const isRight =
    typeof name === 'string' &&
    typeof type === 'string' &&
    typeof size === 'number' &&
    typeof hash === 'string' &&
    typeof purpose === 'string' &&
    typeof isClean === 'boolean';
  return isRight ? { id, name, type, size, hash, purpose, isClean } : null;
}

/** Once it is delivered its name is not needed, only its kind. */
export const withoutName = (file: KnownFile): KnownFile => ({
  ...file,
  name: `file${/\.[A-Za-z0-9]{1,5}$/.exec(file.name)?.[0] ?? ''}`,
});
