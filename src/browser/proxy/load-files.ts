/** Loads what a form does not need from the beginning. */

import type { Catalogue } from '../../locale/catalogue.ts';
import { type FurtherLanguage, source } from '../host/host.ts';
import { inTime } from './request.ts';

const catalogues: Readonly<Record<FurtherLanguage, () => Promise<Catalogue>>> = {
  ar: async () => (await importAgain(() => import('../../locale/ar.ts'))).ar,
  de: async () => (await importAgain(() => import('../../locale/de.ts'))).de,
  es: async () => (await importAgain(() => import('../../locale/es.ts'))).es,
  fr: async () => (await importAgain(() => import('../../locale/fr.ts'))).fr,
  pt: async () => (await importAgain(() => import('../../locale/pt.ts'))).pt,
  'pt-BR': async () => (await importAgain(() => import('../../locale/pt-BR.ts'))).ptBR,
};

/** Every sentence in one language. */
export const loadWords = (language: FurtherLanguage): Promise<Catalogue> => load(catalogues[language]);

/** Rejects when it cannot be loaded now. */
export async function load<File>(file: () => Promise<File>): Promise<File> {
  const outcome = await inTime(() => importAgain(file));
  if (outcome.ok) return outcome.value;
  throw outcome.error;
}

let failures = 0;
/** Address of the file that failed to load last, if the browser names it. */
let missed: string | undefined;

/** Some browsers never fetch a module again that failed to load, but a different address is a different module. */
async function importAgain<File>(file: () => Promise<File>): Promise<File> {
  try {
    return await file();
  } catch (error) {
    [missed] = /https?:\/\/\S+\.m?js/.exec(String(error)) ?? [];
    if (missed === undefined) throw error;
    failures += 1;
    return import(/* @vite-ignore */ `${missed}?${failures}`);
  }
}

/** Milliseconds for one small request; and before the second check, because a file may be missing during a deploy. */
const [PATIENCE, AGAIN] = [5_000, 2_000];

/** True if the server answers but does not have the file. */
async function isMissing(): Promise<boolean> {
  const address = missed ?? source.script;
  if (address === null) return false;
  const look = await inTime(
    (signal) => fetch(address, { method: 'HEAD', cache: 'no-store', credentials: 'omit', signal }),
    PATIENCE,
  );
  return look.ok && (missed === undefined ? look.value.ok : [404, 410].includes(look.value.status));
}

/** After a file failed to load: true if this build's files no longer exist. */
export async function isGone(): Promise<boolean> {
  if (!(await isMissing())) return false;
  await new Promise((resolve) => setTimeout(resolve, AGAIN));
  return isMissing();
}

/** Loads the page again, with the script that is served now: the browser may have the old one for some minutes more. */
export async function loadAgain(): Promise<void> {
  const address = source.script;
  if (address !== null) await inTime((signal) => fetch(address, { cache: 'reload', signal }), PATIENCE);
  location.reload();
}
