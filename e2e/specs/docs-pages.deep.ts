/** The documentation as the server serves it: every page in both themes, under its policy, with and without JavaScript. */
import { docsNames } from '../../src/build/docs/docs-pages.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { expect, test } from '../support/with-server.ts';

const looks = [
  { colorScheme: 'light', width: 360, height: 740 },
  { colorScheme: 'dark', width: 1280, height: 900 },
] as const;

for (const name of docsNames) {
  test(`axe finds nothing on /docs/${name} in both themes, it fits the screen, and every request succeeds`, async ({
    page,
    context,
    server,
  }) => {
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

test('every link from any page to the documentation or the demo leads to an existing target', async ({
  server,
}) => {
  const links = new Set<string>();
  for (const name of docsNames) {
    const html = await (await fetch(`${server.origin}/docs/${name}`)).text();
    for (const [, address = ''] of html.matchAll(/ (?:href|src)="([^"#]+)/g))
      if (!/^\w+:/.test(address)) links.add(new URL(address, `${server.origin}/docs/${name}`).href);
  }
  expect(links.size).toBeGreaterThan(40);
  // These are the headers of a browser that follows a link.
  const headers = { accept: 'text/html,*/*;q=0.8' };
  const dead = await Promise.all(
    [...links].map(async (link) => ({ link, status: (await fetch(link, { headers })).status })),
  );
  expect(dead.filter(({ status }) => status !== 200)).toEqual([]);
});

test('the copy button copies a block of code unchanged', async ({ page, context, server }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await page.goto(`${server.origin}/docs/theming`);
  await page.getByRole('button', { name: 'Copy' }).first().press('Enter');
  await expect(page.getByRole('status').first()).toHaveText('Copied');
  const block = page.locator('pre').first();
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(await block.textContent());
});

test('all pages are readable without JavaScript, and show no control that needs it', async ({
  browser,
  server,
}) => {
  const context = await browser.newContext({
    javaScriptEnabled: false,
    viewport: { width: 360, height: 740 },
  });
  const page = await context.newPage();
  await page.goto(`${server.origin}/docs/`);
  await page.getByRole('link', { name: 'All pages' }).click();
  await page.getByRole('navigation', { name: 'All pages' }).getByRole('link', { name: 'Theming' }).click();
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Theming');
  await expect(page.getByRole('button')).toHaveCount(0);
  await context.close();
});

test('the skip link moves the keyboard to the text', async ({ page, server }) => {
  await page.goto(`${server.origin}/docs/delivery`);
  await page.keyboard.press('Tab');
  await expect(page.getByRole('link', { name: 'Skip to the content' })).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByRole('main')).toBeFocused();
});
