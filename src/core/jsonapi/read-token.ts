import { words } from './read-members.ts';
import { path } from './stored-json.ts';

/** The token of a session document (`src/server/http/README.md#post-sessions`), null when there is none. */
export const readToken = (document: unknown): string | null =>
  words(path(document, 'data', 'attributes', 'token'));
