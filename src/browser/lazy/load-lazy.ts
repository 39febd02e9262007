/*
 * What a form does not need from the beginning. On the built site `load-lazy-file.ts` replaces this file
 * (vite.config.ts), because a classic script shares no module with the files it loads.
 */

import type { Catalogue } from '../../locale/catalogue.ts';
import { inTime } from '../api/in-time.ts';
import type { FurtherLanguage, LazyFile, Transport } from '../contract.ts';
import type { DatesFile } from '../dates/contract.ts';
import type { DetailsFile } from '../details/contract.ts';

/** What comes after the first answer, or instead of the form. */
export const loadLazy = (): Promise<LazyFile> => within(() => import('./lazy.ts'));

/** What only a form needs that asks for more than names and email. */
export const loadDetails = (): Promise<DetailsFile> =>
  within(async () => (await import('../details/details-file.ts')).detailsFile);

/** What only a form needs that asks for a date. */
export const loadDates = (): Promise<DatesFile> =>
  within(async () => (await import('../dates/dates-file.ts')).datesFile);

const files: Readonly<Record<FurtherLanguage, () => Promise<Catalogue>>> = {
  ar: async () => (await import('../../locale/ar.ts')).ar,
  de: async () => (await import('../../locale/de.ts')).de,
  es: async () => (await import('../../locale/es.ts')).es,
  fr: async () => (await import('../../locale/fr.ts')).fr,
  pt: async () => (await import('../../locale/pt.ts')).pt,
  'pt-BR': async () => (await import('../../locale/pt-BR.ts')).ptBR,
};

/** Files bundled with another site disappear with that site's own releases. */
export const served: Pick<Transport, 'isGone' | 'loadAgain'> = {};

/** Every sentence in one language. */
export const loadWords = (language: FurtherLanguage): Promise<Catalogue> => within(files[language]);

async function within<File>(load: () => Promise<File>): Promise<File> {
  const outcome = await inTime(load);
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}
