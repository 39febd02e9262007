/** The page of the sandbox: what a developer watches while an integration runs against it. */
import type { Page } from 'playwright/test';
import { bringAxe, violations } from '../support/axe.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';

const open = async (page: Page, origin: string) => {
  await page.goto(`${origin}/sandbox`);
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
};

test('a request appears as it comes, an application is made, chosen and shown with its answers, and a fault goes on and off', async ({
  page,
  ownServer,
}) => {
  const sandbox = new Sandbox(ownServer.origin);
  await open(page, ownServer.origin);
  const requests = page.getByRole('table', { name: 'What came to the service' });
  await page.getByRole('combobox', { name: 'Form' }).selectOption('engineer');
  await page.getByRole('button', { name: 'Make an application' }).click();
  const said = page.locator('#feedback');
  await expect(said).toHaveText(/^Application \d+ was made for .+\.$/);
  const application = (await said.getByRole('link').textContent()) ?? '';

  await page.getByText('Faults', { exact: false }).first().click();
  await page.getByRole('switch', { name: 'Not enabled' }).check();
  await expect(said).toHaveText('Not enabled is on.');
  const path = `/api/v1/applications/${application}?locale=en`;
  const read = () => fetch(`${sandbox.origin}/sandbox${path}`, { headers: { 'x-api-key': 'sandbox-key' } });
  expect((await read()).status).toBe(403);
  const row = requests.getByRole('row').filter({ hasText: path });
  await expect(row.filter({ hasText: '403' })).toBeVisible();
  await page.getByRole('button', { name: 'Switch all off' }).click();
  await expect(page.getByRole('switch', { name: 'Not enabled' })).not.toBeChecked();
  expect((await read()).status).toBe(200);

  await row.getByRole('link', { name: application }).first().click();
  const chosen = page.getByRole('region', { name: `Application ${application}` });
  await expect(chosen.getByRole('heading', { level: 2 })).toBeFocused();
  await expect(chosen.getByText('No answer has come yet.')).toBeVisible();
  const identifier = (type: string, id: string) => ({ data: { type, id } });
  const relationships = {
    question: identifier('questions', '101'),
    answerable: identifier('applications', application),
  };
  const attributes = { text_answer: '<b>Bold</b>' };
  await fetch(`${sandbox.origin}/sandbox/api/v1/answers`, {
    method: 'POST',
    headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'answers', attributes, relationships } }),
  });
  const answers = chosen.getByRole('table', { name: 'In the order in which they came.' });
  await expect(answers.getByRole('row').filter({ hasText: 'working on' })).toContainText('<b>Bold</b>');
});

test('a file is shown at the request that brought it, and with size and hash at its application', async ({
  page,
  ownServer,
}) => {
  const { application } = await new Sandbox(ownServer.origin).apply('analyst');
  await open(page, ownServer.origin);
  await page.goto(`${ownServer.origin}/sandbox/#application=${application}`);
  const attributes = { cv_base64_data: 'data:text/plain;base64,aGVsbG8=', cv_base64_filename: 'cv.txt' };
  await fetch(`${ownServer.origin}/sandbox/api/v1/applications/${application}`, {
    method: 'PATCH',
    headers: { 'x-api-key': 'sandbox-key', 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type: 'applications', id: application, attributes } }),
  });
  const requests = page.getByRole('table', { name: 'What came to the service' });
  const row = requests.getByRole('row').filter({ hasText: 'PATCH' });
  await expect(row.getByRole('list', { name: 'Files' })).toHaveText('cv.txt cv 5 bytes');
  const files = page.getByRole('table', { name: 'Attachments of the application.' });
  await expect(files.getByRole('row').filter({ hasText: 'cv.txt' })).toContainText(
    '2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824',
  );
});

test('what another client does to the faults takes back what the page said, and ticks nothing that was not set', async ({
  page,
  ownServer,
}) => {
  const sandbox = new Sandbox(ownServer.origin);
  await open(page, ownServer.origin);
  await page.getByText('Faults', { exact: false }).first().click();
  await page.getByRole('switch', { name: 'Not enabled' }).check();
  await expect(page.locator('#feedback')).toHaveText('Not enabled is on.');
  const late = { reply: 'drop', commit: 'late', after: 500, probability: 0.5 };
  await sandbox.faults({ disturb: [{ path: '/api/v1/answers', ...late }] });
  await expect(page.getByText('Other faults are set (PUT /_control/faults): disturb.')).toBeVisible();
  await expect(page.locator('#feedback')).toHaveText('');
  await expect(page.locator('#fault-list :checked')).toHaveCount(0);
});

test('a request that was refused says why in its row, with the query as it was meant', async ({
  page,
  server,
  sandbox,
}) => {
  await open(page, server.origin);
  const query = 'filter%5Bcandidate_phone%5D=%2B447700900999&sort=name';
  await fetch(`${sandbox.origin}/sandbox/api/v1/applications?${query}`, {
    headers: { 'x-api-key': 'sandbox-key' },
  });
  const row = page.getByRole('table', { name: 'What came to the service' }).getByRole('row');
  const refused = row.filter({ hasText: 'filter[candidate_phone]=+447700900999' }).first();
  await expect(refused.getByRole('list', { name: 'Errors' })).toContainText(
    'sort does not take "name", it must be a list of id, -id',
  );
});

test('a narrow screen starts with eight requests, tags say their context, and an end says where it came', async ({
  page,
  // The newest applications of other tests would stand before the samples.
  ownServer: server,
}) => {
  await page.setViewportSize({ width: 360, height: 800 });
  for (let sent = 0; sent < 9; sent += 1) await fetch(`${server.origin}/sandbox/api/v1/questions`);
  await open(page, server.origin);
  const rows = page.locator('#requests tbody tr');
  await expect(rows).toHaveCount(8);
  await page.locator('#more-requests').click();
  await expect(rows.nth(8)).toBeVisible();
  const rejected = page.locator('#applications tbody tr', { hasText: '80004' });
  await expect(rejected).toContainText('rejected at stage Screening');
  await expect(rejected).toContainText('Not enough experience rejection');
  await page.goto(`${server.origin}/sandbox/#application=80005`);
  await expect(page.locator('#chosen dd', { hasText: /^hired$/i })).toBeVisible();
});

test('its header leads to the demo and the attention list of the same server', async ({ page, server }) => {
  await open(page, server.origin);
  const pages = page.getByRole('navigation', { name: 'Pages of this server' });
  await expect(pages.getByRole('link', { name: 'Sandbox' })).toHaveAttribute('aria-current', 'page');
  await expect(pages.getByRole('link', { name: 'Demo' })).toHaveAttribute('href', '../');
  await pages.getByRole('link', { name: 'Attention' }).click();
  await expect(page.getByLabel('Admin key')).toBeVisible();
  await page.getByRole('link', { name: 'Sandbox' }).click();
  await expect(page.getByText('Live', { exact: true })).toBeVisible();
});

test('a fault is a switch that says what an applicant sees of it, and goes on and off by the keyboard', async ({
  page,
  ownServer,
}) => {
  await open(page, ownServer.origin);
  const fault = page.getByRole('switch', { name: 'Not enabled' });
  await expect(page.locator('label', { has: fault })).toContainText('A new form does not open.');
  await fault.focus();
  await page.keyboard.press('Space');
  await expect(page.locator('#feedback')).toHaveText('Not enabled is on.');
  await expect(fault).toBeChecked();
  await page.keyboard.press('Space');
  await expect(page.locator('#feedback')).toHaveText('Not enabled is off.');
});

for (const colorScheme of ['light', 'dark'] as const) {
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
    await page.getByText('Faults', { exact: false }).first().click();
    await page.getByRole('region', { name: 'Applications' }).getByRole('link', { name: application }).click();
    await expect(page.getByRole('heading', { name: `Application ${application}` })).toBeFocused();
    for (const folded of ['Attributes', 'The resource as JSON'])
      await page.getByText(folded, { exact: true }).click();
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(360);
    expect(await violations(page)).toEqual([]);
    await page.setViewportSize({ width: 1440, height: 900 });
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1440);
    expect(await violations(page)).toEqual([]);
    await context.close();
  });
}
