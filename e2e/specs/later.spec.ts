import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { keepBusy } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const lazyFile = /\/assets\/later-[\w-]+\.js/;

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

test('on a page without a pause the rest follows all the same, two seconds after the form', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await page.addInitScript(() => {
    window.requestIdleCallback = (act, { timeout } = {}) =>
      timeout === undefined
        ? 0
        : window.setTimeout(act, timeout, { didTimeout: true, timeRemaining: () => 0 });
  });
  const scripts = scriptsOf(page);
  const { token } = await sandbox.apply('one-of-each');
  await open(page, server.origin, token);
  await expect.poll(() => scripts.filter((path) => lazyFile.test(path))).toHaveLength(1);
});

test('a file that is chosen first shows at once: nothing has to be loaded for it', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await page.route(/\/assets\//, (route) => route.abort());
  await applicant.answer('2009', { files: ['letter.pdf'] });
  await expect(applicant.question('2009')).toContainText('letter.pdf');
});

test('on a page that is never idle, what comes after the first answer comes with the first touch', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await keepBusy(page);
  const scripts = scriptsOf(page);
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  expect(scripts.length).toBeGreaterThan(0);
  expect(scripts.filter((path) => lazyFile.test(path))).toEqual([]);
  const before = scripts.length;
  await applicant.question('2002').locator('input').focus();
  await expect.poll(() => scripts.at(before)).toMatch(lazyFile);
});

test('the one script on another origin loads nothing more before the first touch, then what comes later, and rare styles', {
  tag: '@deep',
}, async ({ page, server }) => {
  await keepBusy(page);
  const scripts = scriptsOf(page);
  await page.goto(`${server.otherOrigin}/hosts/careers-site.html`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await page.waitForLoadState('networkidle');
  expect(scripts).toEqual(['/apply-form.js', expect.stringMatching(/typed-dates/)]);
  await applicant.question('111').getByLabel('Yes').check();
  await expect.poll(() => scripts.at(2)).toMatch(lazyFile);
  const rarer = () => scripts.slice(3).map((path) => /\/assets\/(.*)-[\w-]{8}\.js$/.exec(path)?.[1]);
  await expect
    .poll(() => rarer().sort())
    .toEqual(['adopt', 'draft-manager', 'host-page', 'other-forms', 'outcome-screens', 'rare-styles']);
});

test('the styles that come later are adopted beside the first, and no rule of them twice', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  const sheets = () =>
    page.evaluate(() =>
      (document.querySelector('apply-form')?.shadowRoot?.adoptedStyleSheets ?? []).map((sheet) =>
        [...sheet.cssRules].map((rule) => rule.cssText).join('\n'),
      ),
    );
  await applicant.question('2002').locator('input').focus();
  await expect.poll(async () => (await sheets()).length).toBe(4);
  const [, _dates, later = '', rare = ''] = await sheets();
  expect(later).toContain('--af-error');
  expect(rare).toContain('.af-file');
  expect(rare).not.toContain(later);
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

test('where it did not come at the first touch it comes with the next one, and says what it would have said', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await keepBusy(page);
  await page.route(lazyFile, (route) => route.abort(), { times: 1 });
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  // The form has taken notice: it asks whether its release is gone.
  const noticed = page.waitForRequest(/left-behind/);
  await applicant.question('2001').locator('input').first().focus();
  await noticed;
  await page.keyboard.press('Space');
  await page.keyboard.press('Tab');
  await expect(applicant.state().getByRole('status')).toContainText('added after');
});

for (const [press, delay] of [
  ['a press', 0],
  // Milliseconds: longer than the file takes, which would say more and move the button.
  ['a press that is held', 500],
] as const) {
  test(`a form that cannot be opened without the later file still shows words and the way on: ${press}`, {
    tag: '@deep',
  }, async ({ page, server }) => {
    await page.route(lazyFile, (route) => route.abort());
    await page.goto(`${server.origin}/form#token=forged`);
    await expect(page.getByText(/internet connection/)).toBeVisible();
    await page.unroute(lazyFile);
    await page.getByRole('button', { name: 'Try again' }).click({ delay });
    await expect(page.getByRole('heading', { name: 'This form cannot be opened' })).toBeVisible();
  });
}
