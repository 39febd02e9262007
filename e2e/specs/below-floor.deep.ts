/** A real browser below the minimum version reads the script, and shows that it is too old. */
import { fileURLToPath } from 'node:url';
import { chromium } from 'playwright/test';
import { belowFloor, canRunOldBrowsers, fetchOldBrowsers } from '../support/browser/old-browsers.ts';
import { expect, test } from '../support/with-server.ts';

test('Chromium 92 shows that it is too old, in the element and on our own page', async ({ host, server }) => {
  test.skip(!canRunOldBrowsers, 'Chromium 92 is a Linux x64 program.');
  test.setTimeout(180_000);
  const fetched = fetchOldBrowsers(fileURLToPath(new URL('../../', import.meta.url)), [belowFloor]);
  expect(fetched.ok).toBe(true);
  const folder = fetched.ok ? fetched.value['TEST_OLD_BROWSERS'] : '';
  const browser = await chromium.launch({
    executablePath: `${folder}/chromium`,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, LD_LIBRARY_PATH: `${folder}/lib` },
  });
  const page = await browser.newPage();
  const tag = `<script type="module" src="${server.origin}/apply-form.js"`;
  await page.goto(
    host.show(`<title>Jobs</title>${tag}></script><apply-form job="4711"><a href="/x">On paper</a></apply-form>
      ${tag} data-apply-job="4715"></script>`),
  );
  const words = (selector: string) =>
    page.evaluate<string[]>(
      `[...document.querySelectorAll('${selector}')].map(({ innerText }) => innerText.replace(/\\s+/g, ' '))`,
    );
  const tooOld = 'This browser is too old for this form.';
  await expect.poll(() => words('apply-form')).toEqual([`${tooOld} On paper`, tooOld]);
  await page.goto(`${server.origin}/form#job=4711`);
  await expect.poll(() => words('#place')).toEqual([expect.stringContaining('newer browser')]);
  await browser.close();
});
