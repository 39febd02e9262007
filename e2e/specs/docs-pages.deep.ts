/** The documentation as it is served: every page for every eye, under the policy of the server, with and without a script. */
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { firstPage, readDocsGroups } from '../../src/build/docs/docs-pages.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { expect, test } from '../support/with-server.ts';

/** The names of all pages, as the first one lists them. */
const namesOf = (page: Page) =>
  page
    .locator('nav.pages a')
    .evaluateAll((links) => links.map((link) => (link.getAttribute('href') ?? '').replace('./', '')));

const looks = [
  { colorScheme: 'light', width: 360, height: 740 },
  { colorScheme: 'dark', width: 1280, height: 900 },
] as const;

const root = fileURLToPath(new URL('../../', import.meta.url));

for (const { name } of [firstPage, ...readDocsGroups(root).flatMap((group) => group.pages)]) {
  test(`axe finds nothing on /docs/${name} in both themes, it is as wide as the screen, and is refused nothing`, async ({
    page,
    context,
    server,
  }) => {
    // Tables of thousands of cells take axe a while on a busy machine.
    await bringAxe(context);
    const refused: string[] = [];
    page.on('console', (line) => {
      if (line.type() === 'error') refused.push(line.text());
    });
    await page.goto(`${server.origin}/docs/${name}`);
    for (const { colorScheme, width, height } of looks) {
      await page.emulateMedia({ colorScheme });
      await page.setViewportSize({ width, height });
      expect(await violations(page)).toEqual([]);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
    expect(refused).toEqual([]);
  });
}

test('every link of every page to the documentation and the demo leads somewhere', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/docs/`);
  const links = new Set<string>();
  for (const name of await namesOf(page)) {
    const html = await (await fetch(`${server.origin}/docs/${name}`)).text();
    for (const [, address = ''] of html.matchAll(/ (?:href|src)="([^"#]+)/g))
      if (!/^\w+:/.test(address)) links.add(new URL(address, `${server.origin}/docs/${name}`).href);
  }
  expect(links.size).toBeGreaterThan(40);
  // As a browser asks that follows a link.
  const headers = { accept: 'text/html,*/*;q=0.8' };
  const dead = await Promise.all(
    [...links].map(async (link) => ({ link, status: (await fetch(link, { headers })).status })),
  );
  expect(dead.filter(({ status }) => status !== 200)).toEqual([]);
});

test('the search leads by keyboard from a word to the heading below which it stands', async ({
  page,
  context,
  server,
}) => {
  await bringAxe(context);
  await page.goto(`${server.origin}/docs/theming`);
  const search = page.getByRole('searchbox', { name: 'Search the documentation' });
  await search.fill('restored store');
  const first = page.locator('.found a').first();
  // The server compresses the words of all pages when they are asked for first.
  await expect(first).toContainText('A restored store duplicates nothing');
  await expect(page.getByRole('status').filter({ hasText: 'places found' })).toBeAttached();
  expect(await violations(page)).toEqual([]);
  await search.press('ArrowDown');
  await expect(first).toBeFocused();
  await page.keyboard.press('Escape');
  await expect(first).toBeHidden();
  await expect(search).toBeFocused();
  await search.fill('zebra crossing');
  await expect(page.locator('.found')).toContainText('No page has “zebra crossing”');
  await search.fill('restored store');
  await expect(first).toBeVisible();
  await search.press('Enter');
  await expect(page).toHaveURL(`${server.origin}/docs/operating#a-restored-store-duplicates-nothing`);
});

test('a search that cannot be loaded says so, and works once it can', async ({ page, server }) => {
  let isDown = true;
  await page.route('**/search.json', (route) => (isDown ? route.abort() : route.continue()));
  await page.goto(`${server.origin}/docs/`);
  const search = page.getByRole('searchbox');
  await search.fill('tokens');
  await expect(page.locator('.found')).toContainText('could not be loaded');
  isDown = false;
  await search.fill('token');
  await expect(page.locator('.found a').first()).toBeVisible();
});

test('a block of code is copied as it stands', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/docs/theming`);
  const block = page.locator('.code').first();
  await block.getByRole('button', { name: 'Copy' }).press('Enter');
  await expect(block.getByRole('status')).toHaveText('Copied');
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(
    await block.locator('code').textContent(),
  );
});

test('without a script all pages are read, and nothing is offered that needs one', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`${server.origin}/docs/`);
  await expect(page.getByRole('searchbox')).toBeHidden();
  await page.locator('summary', { hasText: 'All pages' }).click();
  await page.getByRole('link', { name: 'Theming', exact: true }).first().click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theming');
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('the heading that is read is marked in the contents', async ({ page, server }) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  await page.goto(`${server.origin}/docs/operating#more-machines`);
  await expect(page.locator('.contents a[aria-current]')).toHaveText('More machines');
  await page.evaluate(() => scrollTo(0, 0));
  await expect(page.locator('.contents a[aria-current]')).toHaveCount(0);
});

test('the keyboard skips to the text', async ({ page, server }) => {
  await page.goto(`${server.origin}/docs/delivery`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
