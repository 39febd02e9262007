import type { Host } from '../host/host.ts';
import { isGone, load, loadAgain, loadWords } from '../proxy/load-files.ts';

export type FillingFile = Pick<typeof import('./filling.ts'), 'Filling' | 'followGround'>;

/** What a session needs from where it is used. */
export interface SessionHost extends Host {
  readonly transport: Transport;
  /** Acts when the page has nothing else to do; absent where there is no page. */
  readonly whenIdle?: (act: () => void) => void;
}

/** The browser's fetch and file loading, passed in so that a test can replace them. */
export interface Transport {
  readonly fetch: typeof fetch;
  readonly loadWords: Host['transport']['loadWords'];
  /** Rejects when its file cannot be loaded now; the next call tries again. */
  readonly loadFilling: () => Promise<FillingFile>;
  /** After a file failed to load: whether the server says that files of this build are gone. */
  readonly isGone?: () => Promise<boolean>;
  /** Loads the page again, with the script that is served now. */
  readonly loadAgain?: () => void;
}

/** Looks up `window.fetch` at each call, because a host may replace it later. */
export const browserTransport: Transport = {
  fetch: (input, init) => fetch(input, init),
  loadFilling: () => load(() => import('./filling.ts')),
  loadWords,
  isGone,
  loadAgain,
};
