/** The browser's ways to fetch, handed in: a test hands in others. */
import type { Catalogue } from '../../locale/catalogue.ts';
import type { LeftBehind } from '../drafts/left-behind.ts';
import type { LazyFile } from '../lazy/lazy.ts';
import { askPresentRelease, type FurtherLanguage, loadLazy, loadWords } from '../lazy/load-lazy.ts';

export interface Transport {
  readonly fetch: typeof fetch;
  /** Rejects when it cannot be loaded now; the next call tries again. */
  readonly loadLazy: () => Promise<LazyFile>;
  /** Rejects as `loadLazy` does. */
  readonly loadWords: (language: FurtherLanguage) => Promise<Catalogue>;
  /** A file did not come: where that is because a newer release is served, it offers a reload. Rejects as `loadLazy` does. */
  readonly askPresentRelease?: (left: Omit<LeftBehind, 'address'>) => Promise<void>;
}

/** A host may replace `window.fetch` later: it is looked up at each call. */
export const browserTransport: Transport = {
  fetch: (input, init) => fetch(input, init),
  loadLazy,
  loadWords,
  askPresentRelease,
};
