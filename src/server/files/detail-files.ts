/** The documents that belong to an application itself: how large, of what types, and how an upload names its purpose. */
import type { FileDetailName } from '../../core/model/details.ts';
import { FILE_LIMIT_BYTES, LETTER_LIMIT_BYTES } from '../forms/limits.ts';
import { documentTypes, type FileType, letterTypes } from './document-types.ts';

export interface DetailFile {
  /** Of one file. */
  readonly bytes: number;
  readonly types: readonly FileType[];
  /** In `Apply-For`. */
  readonly purpose: string;
}

export const detailFiles: Readonly<Record<FileDetailName, DetailFile>> = {
  cv: { bytes: LETTER_LIMIT_BYTES, types: letterTypes, purpose: 'cv' },
  cover_letter: { bytes: LETTER_LIMIT_BYTES, types: letterTypes, purpose: 'cover_letter' },
  documents: { bytes: FILE_LIMIT_BYTES, types: documentTypes, purpose: 'document' },
};
