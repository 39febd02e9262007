import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { keepBusy } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const fillingFile = /\/assets\/filling-[\w-]+\.js/;

/** Paths of the scripts that a page has asked for so far. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

test('a first visitor is shown the form by its own file alone; the rest follows when the page is idle', async ({
  page,
  server,
}) => {
  const scripts = scriptsOf(page);
  const beforeForm = page
    .waitForResponse(/questions/)
    .then(() => scripts.filter((path) => fillingFile.test(path)));
  await page.goto(`${server.otherOrigin}/hosts/careers-site.html`);
  expect(await beforeForm).toEqual([]);
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
  const filling = () => scripts.filter((path) => fillingFile.test(path));
  await expect.poll(filling).toHaveLength(1);
});

test('the one script on another origin loads nothing more before the first touch', {
  tag: '@deep',
}, async ({ page, server }) => {
  await keepBusy(page);
  const scripts = scriptsOf(page);
  await page.goto(`${server.otherOrigin}/hosts/careers-site.html`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual(['/apply-form.js']);
  await applicant.question('111').getByLabel('Yes').check();
  await expect.poll(() => scripts.slice(1)).toEqual([expect.stringMatching(fillingFile)]);
});
