/** The page of the sandbox: what a developer watches while an integration runs against it. */
import type { Page } from 'playwright/test';
import { bringAxe, violations } from '../support/axe.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

const open = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sandbox`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
};

test('a request appears as it comes, refused or not, and its answer at its application', async ({
  page,
  ownServer,
}) => {
  const { application } = await new Sandbox(ownServer.origin).apply('engineer');
  await open(page, ownServer.origin);
  const identifier = (type: string, id: string) => ({ data: { type, id } });
  const relationships = {
    question: identifier('questions', '101'),
    answerable: identifier('applications', application),
  };
  const headers = { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' };
  const send = (attributes: object) =>
    fetch(`${ownServer.origin}/sandbox/api/v1/answers`, {
      method: 'POST',
      headers,
      body: JSON.stringify({ data: { type: 'answers', attributes, relationships } }),
    });
  await send({ text_answer: 7 });
  await send({ text_answer: '<b>Bold</b>' });
  const request = page.locator('#requests li').filter({ hasText: 'POST /api/v1/answers' });
  await expect(request.first()).toContainText('201');
  await expect(request.first()).toContainText(`application ${application} · question 101`);
  await expect(request.nth(1)).toContainText('/data/attributes/text_answer');
  const held = page.locator('#applications li').filter({ hasText: application });
  await expect(held).toContainText('1 answer');
  await held.locator('summary').press('Enter');
  await expect(held.locator('dd')).toHaveText('<b>Bold</b>');
});

test('faults that are on are named, and go off at a press', async ({ page, ownServer }) => {
  await open(page, ownServer.origin);
  await new Sandbox(ownServer.origin).faults({ delay: 5, no_list: true });
  await expect(page.getByText('Faults on: delay, no_list.')).toBeVisible();
  await page.getByRole('button', { name: 'Switch all off' }).press('Enter');
  await expect(page.getByText('Faults on: none.')).toBeVisible();
});

test('its header leads to the other pages of the same server', async ({ page, server }) => {
  await open(page, server.origin);
  const pages = page.getByRole('navigation', { name: 'Pages of this server' });
  await expect(pages.getByRole('link', { name: 'Demo' })).toHaveAttribute('href', '../');
  await pages.getByRole('link', { name: 'Attention' }).click();
  await expect(page.getByLabel('Admin key')).toBeVisible();
});

for (const colorScheme of ['light', 'dark'] as const)
  test(`it has no barriers, and a narrow screen never scrolls sideways: ${colorScheme}`, async ({
    browser,
    server,
    sandbox,
  }) => {
    const { application } = await sandbox.apply('hostile');
    const context = await browser.newContext({ colorScheme, viewport: { width: 360, height: 800 } });
    await bringAxe(context);
    const page = await context.newPage();
    await open(page, server.origin);
    await page.locator('summary').filter({ hasText: application }).click();
    for (const width of [360, 1440]) {
      await page.setViewportSize({ width, height: 800 });
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      expect(await violations(page)).toEqual([]);
    }
    await context.close();
  });
