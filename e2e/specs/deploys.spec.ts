import { cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { Page } from 'playwright/test';
import { clearBuild } from '../../src/build/site-files.ts';
import { type Applicant, meet } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { keepBusy } from '../support/host-pages.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

/** Serves a newer build without the files of the open page; the next page comes from the newer build. */
function deploy(page: Page): Promise<unknown> {
  let isNewer = false;
  page.on('request', (request) => {
    isNewer ||= request.isNavigationRequest() && request.frame() === page.mainFrame();
  });
  return page.route(/\/assets\//, (route) => (isNewer ? route.fallback() : route.fulfill({ status: 404 })));
}

const offer = (page: Page) => page.getByRole('alert').filter({ has: reload(page) });
const reload = (page: Page) => page.getByRole('button', { name: 'Load the page again' });

/** Resolves when the page has reloaded. */
async function loadAgain(page: Page): Promise<void> {
  await page.evaluate(() => Object.assign(window, { isOld: true }));
  await reload(page).click();
  await page.waitForFunction(() => !('isOld' in window));
}

/** Prevents the page from fetching later files when it is idle, so that they are missing after the deploy. */
async function open(page: Page, address: string): Promise<Applicant> {
  await keepBusy(page);
  return meet(page, address);
}

test('a form that stays open across a deploy keeps its draft, offers a reload, and restores every answer', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  // The file may load before the first answer, when the page is idle.
  const filling = page.waitForResponse(/\/assets\/filling-/);
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Nurse');
  await filling;
  await page.waitForLoadState('networkidle');
  await deploy(page);
  // The sentences of another language are in a file that has not loaded yet.
  await page.evaluate(() => document.querySelector('apply-form')?.setAttribute('lang', 'de'));
  await expect(offer(page)).toContainText('your answers are kept on this device');
  await loadAgain(page);
  await expect(applicant.question('2002').locator('input')).toHaveValue('Nurse');
  await expect(offer(page)).toHaveCount(0);
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain(
    'Nurse',
  );
  await applicant.send();
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2002']);
});

test('without a stored draft the form warns that a reload loses the answers, and Send leads there', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, `${server.origin}/form#token=${token}`);
  await deploy(page);
  await applicant.answer('2001', false);
  await expect(offer(page)).toContainText('what you entered will be lost');
  await applicant.send();
  await expect(reload(page)).toBeFocused();
  await expect(page.getByText('internet connection')).toHaveCount(0);
  await applicant.reaches('ready');
});

test('a file that fails only on the network is requested again, without an offer to reload', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const lost = page.waitForEvent('requestfailed', (request) => request.url().includes('/assets/filling-'));
  const looked = page.waitForResponse((reply) => reply.request().method() === 'HEAD');
  let requestCount = 0;
  // The route exists before the page opens, because an idle page requests the file by itself. The second request is
  // answered only after the form has checked whether the file still exists.
  await page.route(/\/assets\/filling-/, async (route) => {
    if (route.request().method() === 'HEAD') return route.fallback();
    requestCount += 1;
    if (requestCount === 1) return route.abort();
    await looked;
    return route.fallback();
  });
  const applicant = await open(page, `${server.origin}/form#token=${token}`);
  await applicant.question('2002').locator('input').focus();
  await lost;
  expect((await looked).status()).toBe(200);
  await applicant.answer('2001', false);
  await applicant.send();
  await applicant.reaches('complete');
  await expect(reload(page)).toHaveCount(0);
});

/** Makes the files of the next build, which shares no asset with `dist` except those that a build leaves in place. */
function layNextBuild(): string {
  const root = fileURLToPath(new URL('../../', import.meta.url));
  mkdirSync(`${root}.cache`, { recursive: true });
  const next = mkdtempSync(`${root}.cache/next-build-`);
  for (const name of ['assets.json', 'site/assets'])
    cpSync(`${root}dist/${name}`, `${next}/${name}`, { recursive: true });
  clearBuild(next);
  for (const name of ['server.js', 'server', 'site'])
    cpSync(`${root}dist/${name}`, `${next}/${name}`, {
      recursive: true,
      filter: (file) => !/[/\\]site[/\\](assets|\d+\.\d+\.\d+)$/.test(file),
    });
  return next;
}

test('a form of the previous build still gets its later files, and sends once', {
  tag: '@deep',
}, async ({ page }) => {
  const next = layNextBuild();
  const server = await startServer({}, [`${next}/server.js`]);
  const sandbox = new Sandbox(server.origin);
  const { application, token } = await sandbox.apply('one-of-each');
  const missing: string[] = [];
  page.on('response', (reply) => {
    if (reply.status() === 404) missing.push(reply.url());
  });
  const applicant = await open(page, `${server.origin}/form#token=${token}&lang=fr`);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.send();
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
  expect(missing).toEqual([]);
  await server.stop();
  rmSync(next, { recursive: true });
});
