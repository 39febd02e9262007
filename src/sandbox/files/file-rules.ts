import { readDataUri } from './data-uri.ts';

/** What is wrong with the two members of a file, as the end of a sentence; null when nothing is. */
type FileRule = (value: unknown) => string | null;

/** Characters, as most file systems have it; the document names no limit. */
const MOST_NAME = 255;

export const dataUriRule: FileRule = (value) => {
  const file = typeof value === 'string' ? readDataUri(value) : null;
  if (file === null) return 'is not a data URI in base64';
  return file.content === '' ? 'is an empty file' : null;
};

export const fileNameRule: FileRule = (value) => {
  if (typeof value !== 'string' || value.trim() === '') return "can't be blank";
  const isPath = /[/\\]/.test(value) || value === '.' || value === '..';
  return isPath || value.length > MOST_NAME ? 'is not a file name' : null;
};

/** The format of the service's signed ids is not documented, so every text may be one. */
export const signedIdRule: FileRule = (value) =>
  typeof value === 'string' && value.trim() !== '' ? null : "can't be blank";
