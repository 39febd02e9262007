/** The browser's fetch and file loading, passed in so that a test can replace them. */
import type { Catalogue } from '../../locale/catalogue.ts';
import type { LeftBehind } from '../drafts/left-behind.ts';
import type { LazyFile } from '../lazy/lazy.ts';
import { askPresentRelease, type FurtherLanguage, loadLazy, loadWords } from '../lazy/load-lazy.ts';

export interface Transport {
  readonly fetch: typeof fetch;
  /** Rejects when the file cannot be loaded now; the next call tries again. */
  readonly loadLazy: () => Promise<LazyFile>;
  /** Rejects as `loadLazy` does. */
  readonly loadWords: (language: FurtherLanguage) => Promise<Catalogue>;
  /**
   * After a file failed to load: offers a reload if a newer release is now being served. Rejects as `loadLazy` does.
   */
  readonly askPresentRelease?: (left: Omit<LeftBehind, 'address'>) => Promise<void>;
}

/** Looks up `window.fetch` at each call, because a host may replace it later. */
export const browserTransport: Transport = {
  fetch: (input, init) => fetch(input, init),
  loadLazy,
  loadWords,
  askPresentRelease,
};
