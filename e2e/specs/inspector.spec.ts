import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { fillInEngineer } from '../support/host-pages.ts';
import { lookInside } from '../support/look-inside.ts';
import { expect, test } from '../support/with-server.ts';

/** The demo with the inspector open. */
async function look(page: Page, origin: string, query = '?form=engineer'): Promise<Applicant> {
  await page.goto(`${origin}/${query}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await lookInside(page);
  return applicant;
}

const open = (page: Page, tab: string) => page.getByRole('tab', { name: tab }).click();
const row = (page: Page, id: string) => page.locator(`[data-question="${id}"]`);

test('a press in the tree goes to the question, an answer lights up what it shows', async ({
  page,
  server,
}) => {
  const applicant = await look(page, server.origin);
  await row(page, '102').getByRole('button').click();
  const years = applicant.question('102').locator('input');
  await expect(years).toBeFocused();
  await expect(row(page, '121')).not.toHaveClass(/lit/);
  await years.fill('8');
  await expect(row(page, '121')).toHaveClass(/lit/);
  await expect(row(page, '121').getByText('if the answer is more than 7: holds')).toBeVisible();
  await expect(row(page, '102').getByText('8', { exact: true })).toBeVisible();
  // Back from the form: what has focus is marked.
  await applicant.question('121').locator('textarea, input').first().focus();
  await expect(row(page, '121').getByRole('button')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Shown, because “How many years')).toBeVisible();
});

test('from a hidden question it goes to the one that decides it, and the page stays where it is', {
  tag: '@deep',
}, async ({ page, server }) => {
  const applicant = await look(page, server.origin);
  await row(page, '122').getByRole('button').click();
  await expect(applicant.question('102').locator('input')).toBeFocused();
  await expect(page.getByText(/^Hidden, because .* You are now at “How many years/)).toBeVisible();
});

test('the tree is walked with the keyboard alone', { tag: '@deep' }, async ({ page, server }) => {
  const applicant = await look(page, server.origin);
  await page.getByRole('tab', { name: 'Tree' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Check' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Tree' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page, '101').getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, '102').getByRole('button')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(applicant.question('101').locator('input, textarea').first()).toBeFocused();
});

test('a request is copied as a command, and arrives when a shell runs it', { tag: '@deep' }, async ({
  page,
  context,
  server,
  sandbox,
}) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  const session = page.waitForResponse(
    (each) => each.url().endsWith('/demo/sessions') && each.request().method() === 'POST',
  );
  const applicant = await look(page, server.origin, '?form=one-of-each');
  const { data } = (await (await session).json()) as { data: { attributes: { application: string } } };
  const text = `it's "quoted"; $(id) \`id\``;
  await applicant.answer('2002', text);
  await open(page, 'Requests');
  await page.getByRole('button', { name: 'Copy as curl: POST /api/v1/answers · question 2002' }).click();
  await expect(page.getByText('Copied.', { exact: true })).toBeVisible();
  const command = await page.evaluate(() => navigator.clipboard.readText());
  await promisify(execFile)('sh', ['-c', command]);
  expect((await sandbox.held(data.attributes.application)).get('2002')).toBe(text);
  // What went is told at once, and can be sent again from there.
  await expect(page.getByText('POST /api/v1/answers · question 2002 · 201')).toBeVisible();
  await page
    .getByRole('button', { name: 'Copy as curl: POST /api/v1/answers · question 2002' })
    .last()
    .click();
  await expect.poll(() => page.evaluate(() => navigator.clipboard.readText())).toContain('--data-raw');
  const again = await page.evaluate(() => navigator.clipboard.readText());
  await promisify(execFile)('sh', ['-c', again]);
  await expect(page.getByText('POST /api/v1/answers · question 2002 · 201')).toHaveCount(2);
});

test('delivery is followed live while replies are lost, and ends well', { tag: '@deep' }, async ({
  page,
  ownServer,
}) => {
  const applicant = await look(page, ownServer.origin);
  await fillInEngineer(applicant);
  await open(page, 'Delivery');
  await expect(page.getByText('Nothing has been sent yet.')).toBeVisible();
  await page.getByRole('radio', { name: 'Lost replies' }).check();
  await expect(page.getByText('its reply is lost')).toBeVisible();
  await applicant.send();
  const steps = page.getByRole('tabpanel').getByRole('listitem');
  await expect(steps.filter({ hasText: 'What are you working on' })).toContainText('checking');
  await expect(steps.filter({ hasText: 'What are you working on' })).toContainText('reply lost');
  await expect(page.getByRole('tabpanel').locator('q')).toContainText('We have your application');
  await page.getByRole('radio', { name: 'Off' }).check();
  await expect(page.getByText('The service works.')).toBeVisible();
  await expect(steps.filter({ hasText: 'May you work' })).toContainText('queued');
});

test('it looks into a preview that was opened from a disk', { tag: '@deep' }, async ({ page }) => {
  const { href } = new URL('../../dist/site/preview.html?inspect', import.meta.url);
  await page.goto(href);
  await page.getByText('Bread', { exact: true }).click();
  await expect(row(page, '11')).toHaveClass(/lit/);
  await row(page, '21').getByRole('button').click();
  await expect(page.getByText(/^Hidden, because .* You are now at “Have you worked/)).toBeVisible();
});

for (const [width, colorScheme] of [
  [360, 'light'],
  [360, 'dark'],
  [1280, 'light'],
  [1280, 'dark'],
] as const)
  test(`every tab fits ${width} pixels in ${colorScheme} colours, and axe finds nothing`, {
    tag: '@deep',
  }, async ({ page, context, server }) => {
    await bringAxe(context);
    await page.setViewportSize({ width, height: 780 });
    await page.emulateMedia({ reducedMotion: 'reduce', colorScheme });
    const applicant = await look(page, server.origin);
    await applicant.answer('102', '8');
    for (const tab of ['Tree', 'Why', 'Requests', 'Delivery', 'Check']) {
      await open(page, tab);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
      expect(await violations(page), tab).toEqual([]);
    }
  });
