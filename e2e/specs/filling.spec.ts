import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { keepBusy } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const fillingFile = /\/assets\/filling-[\w-]+\.js/;

/** Paths of the scripts of the form that a page has asked for so far. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    const { pathname } = new URL(request.url());
    if (request.resourceType() === 'script' && !pathname.startsWith('/hosts/')) paths.push(pathname);
  });
  return paths;
}

test('a first visit loads the file for filling in once, and only after the questions', async ({
  page,
  server,
}) => {
  const scripts = scriptsOf(page);
  const filling = () => scripts.filter((path) => fillingFile.test(path));
  const beforeForm = page.waitForResponse(/questions/).then(filling);
  await meet(page, `${server.otherOrigin}/hosts/careers-site.html`);
  expect(await beforeForm).toEqual([]);
  await expect.poll(filling).toHaveLength(1);
});

test('a script from another origin loads nothing more before the first touch', {
  tag: '@deep',
}, async ({ page, server }) => {
  await keepBusy(page);
  const scripts = scriptsOf(page);
  const applicant = await meet(page, `${server.otherOrigin}/hosts/careers-site.html`);
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual(['/apply-form.js']);
  await applicant.question('111').getByLabel('Yes').check();
  await expect.poll(() => scripts.slice(1)).toEqual([expect.stringMatching(fillingFile)]);
});

test('an English page loads no translation, and each further language loads one file', {
  tag: '@deep',
}, async ({ page, server }) => {
  const scripts = scriptsOf(page);
  const words = () =>
    scripts.flatMap((path) => /\/assets\/([a-z]{2}(?:-BR)?)-[\w-]{8}\.js$/.exec(path)?.[1] ?? []);
  const applicant = await meet(page, `${server.otherOrigin}/hosts/careers-site.html`);
  await page.waitForLoadState('networkidle');
  expect(words()).toEqual([]);
  for (const language of ['de', 'ar', 'de']) {
    await applicant.state().evaluate((form, lang) => form.setAttribute('lang', lang), language);
    await expect(applicant.state().locator('.af')).toHaveAttribute('lang', language);
  }
  expect(words()).toEqual(['de', 'ar']);
});
