/** Waits until entries are in the browser's storage; the only asynchronous step before that is sealing. */
import type { BrowserContext, Page } from 'playwright/test';
import { expect } from './with-server.ts';

declare global {
  interface Window {
    sealing?: number;
  }
}

/** Counts running seal and open operations; must be called before a page is opened. */
export async function watchSealing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.sealing = 0;
    const prototype = SubtleCrypto.prototype;
    for (const name of ['encrypt', 'decrypt'] as const) {
      const original = prototype[name];
      prototype[name] = async function count(...parameters) {
        window.sealing = (window.sealing ?? 0) + 1;
        return original.apply(this, parameters).finally(() => {
          window.sealing = (window.sealing ?? 0) - 1;
        });
      };
    }
  });
}

/** Waits until all entries so far are written. */
export async function draftIsWritten(page: Page): Promise<void> {
  // A restored draft is announced, too.
  await expect(page.locator('.af-status').first()).toBeVisible();
  await page.evaluate(async () => {
    // A page that is being hidden writes pending entries at once.
    document.dispatchEvent(new Event('visibilitychange'));
    const turn = () =>
      new Promise<unknown>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    // Everything between two operations happens within one turn.
    do await turn();
    while (window.sealing !== 0);
  });
}
