import { readDataUri } from './data-uri.ts';

/** What is wrong with the two members of a file, as the end of a sentence; null when nothing is. */
type FileRule = (value: unknown) => string | null;

export const dataUriRule: FileRule = (value) =>
  typeof value === 'string' && readDataUri(value) !== null ? null : 'is not a data URI in base64';

/** The document says no more of a name than its ending. */
export const fileNameRule: FileRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : "can't be blank";

/** The format of the service's signed ids is not documented, so every text may be one. */
export const signedIdRule: FileRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : "can't be blank";
