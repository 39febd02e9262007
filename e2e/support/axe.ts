/**
 * Checks the automatic rules of WCAG 2.2 AA and of good practice, which cover only a part of the criteria. axe is added to
 * every frame when it loads, which is six times as fast as adding it before each check.
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
  // In forced colours axe reads the colours of the page, although the applicant sees their own.
  if (matchMedia('(forced-colors: active)').matches) only.rules = { 'color-contrast': { enabled: false } };
  const { violations } = await axe.run(document, only);
  const found = violations.filter(({ id }) => !exceptions.includes(id));
  return found.flatMap(({ id, nodes }) => nodes.map((node) => id + ' at ' + node.target.flat().join(' ') + ': ' + node.failureSummary));
};`;

/** Must be called before a page is opened. */
export const bringAxe = (context: BrowserContext): Promise<unknown> => context.addInitScript(inPage);

/** While the form loads, the page has no heading, because the name of the job is not known. */
const whileLoading = ['page-has-heading-one'];

/** Returns the rule and the element of each violation on the page, in its frames and in shadow roots. */
export const violations = (page: Page, state = ''): Promise<string[]> =>
  page.evaluate<string[]>(`findViolations(${JSON.stringify(state === 'loading' ? whileLoading : [])})`);
