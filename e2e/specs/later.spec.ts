import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { keepBusy } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const lazyFile = /\/assets\/filling-[\w-]+\.js/;

/** Paths of the scripts that a page has asked for so far. */
function scriptsOf(page: Page): string[] {
  const paths: string[] = [];
  page.on('request', (request) => {
    if (request.resourceType() === 'script') paths.push(new URL(request.url()).pathname);
  });
  return paths;
}

async function open(page: Page, origin: string, token: string): Promise<Applicant> {
  await page.goto(`${origin}/form#token=${token}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await page.waitForLoadState('networkidle');
  return applicant;
}

test('a first visitor is shown the form by its own file alone; the rest follows when the page is idle', async ({
  page,
  server,
}) => {
  const scripts = scriptsOf(page);
  const beforeForm = page
    .waitForResponse(/questions/)
    .then(() => scripts.filter((path) => lazyFile.test(path)));
  await page.goto(`${server.otherOrigin}/hosts/careers-site.html`);
  expect(await beforeForm).toEqual([]);
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
  const later = () => scripts.filter((path) => lazyFile.test(path));
  await expect.poll(later).toHaveLength(1);
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
  await expect.poll(() => scripts.slice(1)).toEqual([expect.stringMatching(lazyFile)]);
});

test('where the later file does not come, words say so, every answer is kept, and the next press sends', async ({
  page,
  server,
  sandbox,
}) => {
  await page.route(lazyFile, (route) => route.abort());
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.send();
  await expect(page.getByText(/internet connection.*answers are still here/)).toBeVisible();
  await expect(applicant.question('2101').locator('input, textarea')).toHaveValue('A reason');
  await page.unroute(lazyFile);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
});
