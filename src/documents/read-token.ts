import { objectOf, textOf } from './json.ts';

/** The token of a session document (DOORS, `POST /sessions`), null when there is none. */
export const readToken = (document: unknown): string | null =>
  textOf(objectOf(objectOf(objectOf(document)['data'])['attributes'])['token']);
