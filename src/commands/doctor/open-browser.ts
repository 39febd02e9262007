import type { Browser, Page } from 'playwright';
import type { BrowserEnvironment } from '../browser/locate-browser.ts';

export interface OpenBrowser {
  readonly openPage: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

/** null: there is none that starts, so the page is examined without one. */
export async function openBrowser(found: BrowserEnvironment | null): Promise<OpenBrowser | null> {
  const browser = found && (await launch(found));
  if (!browser) return null;
  return { openPage: () => browser.newPage(), close: () => browser.close() };
}

async function launch(found: BrowserEnvironment): Promise<Browser | null> {
  const { chromium } = await import('playwright');
  const { APPLY_BROWSER: executablePath = '', ...libraries } = found;
  const options = { executablePath, env: { ...process.env, ...libraries } };
  // A stranger's page is kept in the browser's own sandbox where this machine lets it have one.
  const ways = [[], ['--no-sandbox']];
  for (const args of ways) {
    const sandboxed = args.length === 0;
    try {
      return await chromium.launch({
        ...options,
        chromiumSandbox: sandboxed,
        args: [...args, '--disable-gpu'],
      });
    } catch {
      // The next way.
    }
  }
  return null;
}
