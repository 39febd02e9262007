/** When what was typed lies in the browser's storage: between that and a key press there is nothing but sealing. */
import type { BrowserContext, Page } from 'playwright/test';
import { expect } from './with-server.ts';

declare global {
  interface Window {
    sealing?: number;
  }
}

/** Before a page is opened: how much is being sealed or opened. */
export async function watchSealing(context: BrowserContext): Promise<void> {
  await context.addInitScript(() => {
    window.sealing = 0;
    const prototype = SubtleCrypto.prototype;
    for (const name of ['encrypt', 'decrypt'] as const) {
      const own = prototype[name];
      prototype[name] = async function count(...parameters) {
        window.sealing = (window.sealing ?? 0) + 1;
        return own.apply(this, parameters).finally(() => {
          window.sealing = (window.sealing ?? 0) - 1;
        });
      };
    }
  });
}

/** All that was typed so far is written. */
export async function draftIsWritten(page: Page): Promise<void> {
  // Where a draft was restored, that is said as well.
  await expect(page.locator('.af-status').first()).toBeVisible();
  await page.evaluate(async () => {
    // A page that may be gone in a moment writes at once what waits for its turn.
    document.dispatchEvent(new Event('visibilitychange'));
    const turn = () =>
      new Promise<unknown>((resolve) => {
        const { port1, port2 } = new MessageChannel();
        port1.onmessage = resolve;
        port2.postMessage(null);
      });
    // All between two of them happens within a turn.
    do await turn();
    while (window.sealing !== 0);
  });
}
