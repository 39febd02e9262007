import type { LaterFile } from './later/later.ts';

/**
 * What comes after the first answer, or instead of the form. On the built site `load-later-file.ts` stands in the place
 * of this file (vite.config.ts): a classic script shares no module with the file that it loads.
 */
export const loadLater = (): Promise<LaterFile> => import('./later/later.ts');
