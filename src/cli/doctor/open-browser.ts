import { stripVTControlCharacters } from 'node:util';
import type { Browser, Page } from 'playwright';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import type { BrowserEnvironment } from '../browser/package-browser.ts';

export interface OpenBrowser {
  readonly openPage: () => Promise<Page>;
  readonly close: () => Promise<void>;
}

/**
 * Runs the examined page in the browser's own sandbox, unless told not to. The error is a sentence for the person who
 * runs the command.
 *
 * @param sandbox false: a page that exploits the browser can do what this user can
 */
export async function openBrowser(
  found: BrowserEnvironment,
  sandbox: boolean,
): Promise<Outcome<OpenBrowser, string>> {
  const launched = await launch(found, sandbox);
  if (!launched.ok)
    return failure(`${found['APPLY_BROWSER']} does not start${tellWhy(launched.error, sandbox)}`);
  const browser = launched.value;
  return success({ openPage: () => browser.newPage(), close: () => browser.close() });
}

/** What starts and drives a browser is a package of its own, which need not be installed. */
export async function canDriveBrowser(): Promise<boolean> {
  try {
    await import('playwright');
    return true;
  } catch {
    return false;
  }
}

/** @param cause message of the launcher, with the browser's own output on separate lines */
function tellWhy(cause: string, sandbox: boolean): string {
  const isOfSandbox = sandbox && (/sandbox/i.test(cause) || process.getuid?.() === 0);
  const [first = ''] = cause.replace(/^browserType\.launch: /, '').split('\n');
  const own = /\[err\] (.*)/.exec(stripVTControlCharacters(cause))?.[1];
  return `${isOfSandbox ? withSandbox : '.'} It says: ${own ?? first}`;
}

const withSandbox =
  ' with its sandbox, as browsers do not for root, nor in most containers: run this as another user, or on a machine of your own. "--no-sandbox" goes without, for pages that you trust: one that breaks the browser can then do what this user can.';

async function launch(found: BrowserEnvironment, sandbox: boolean): Promise<Outcome<Browser, string>> {
  const { chromium } = await import('playwright');
  const { APPLY_BROWSER: executablePath = '', ...libraries } = found;
  const env = { ...process.env, ...libraries };
  try {
    return success(
      await chromium.launch({ executablePath, env, chromiumSandbox: sandbox, args: ['--disable-gpu'] }),
    );
  } catch (error) {
    return failure(error instanceof Error ? error.message : String(error));
  }
}
