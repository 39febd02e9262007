/**
 * The automatic rules of WCAG 2.2 AA and good practice; they see a part of the criteria only. axe is put into every
 * frame when it loads, and its frames talk to each other: six times as fast as handing it in anew each time.
 */
import { createRequire } from 'node:module';
import type { BrowserContext, Page } from 'playwright/test';

const playwrightPart = createRequire(import.meta.url).resolve('@axe-core/playwright');
const { source }: { readonly source: string } = createRequire(playwrightPart)('axe-core');

const tags = ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'];

const inPage = `${source};
axe.configure({ allowedOrigins: ['<unsafe_all_origins>'] });
globalThis.findViolations = async (exceptions) => {
  const only = { runOnly: ${JSON.stringify({ type: 'tag', values: tags })}, resultTypes: ['violations'], preload: false };
  // In forced colours axe reads what the page had wanted; what is seen are the person's own colours.
  if (matchMedia('(forced-colors: active)').matches) only.rules = { 'color-contrast': { enabled: false } };
  const { violations } = await axe.run(document, only);
  const found = violations.filter(({ id }) => !exceptions.includes(id));
  return found.flatMap(({ id, nodes }) => nodes.map((node) => id + ' at ' + node.target.flat().join(' ') + ': ' + node.failureSummary));
};`;

/** Called before the page is opened. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(inPage);

/** Which job the page is for is not known before the form has come. */
const whileLoading = ['page-has-heading-one'];

/** Rule and place of each violation on the page, in its frames and shadow roots too. */
export const violations = (page: Page, state = ''): Promise<string[]> =>
  page.evaluate<string[]>(`findViolations(${JSON.stringify(state === 'loading' ? whileLoading : [])})`);
