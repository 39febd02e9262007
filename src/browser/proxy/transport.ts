/** The browser's fetch and file loading, passed in so that a test can replace them. */
import type { Transport } from '../contract.ts';
import { isGone, loadAgain, loadFilling, loadWords } from './load-files.ts';

/** Looks up `window.fetch` at each call, because a host may replace it later. */
export const browserTransport: Transport = {
  fetch: (input, init) => fetch(input, init),
  loadFilling,
  loadWords,
  isGone,
  loadAgain,
};
