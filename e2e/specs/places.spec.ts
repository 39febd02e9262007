import type { FrameLocator, Page } from 'playwright/test';
import { Applicant, formOn } from '../support/applicant.ts';
import { fillInEngineer } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const sent = ['101', '102', '103', '104', '106', '108', '109', '110', '111'];

/** Returns the application that `POST /demo/sessions` makes for the page. */
async function applicationOf(page: Page): Promise<string> {
  const response = await page.waitForResponse(
    (reply) => reply.url().endsWith('/demo/sessions') && reply.request().method() === 'POST',
  );
  const { data } = (await response.json()) as { data: { attributes: { application: string } } };
  return data.attributes.application;
}

async function sendFrom(place: Page | FrameLocator): Promise<void> {
  const applicant = await formOn(place);
  await fillInEngineer(applicant);
  await applicant.send();
  await applicant.reaches('complete');
}

test('a careers site on another origin sends an application with one script tag', async ({
  page,
  server,
  sandbox,
}) => {
  const application = applicationOf(page);
  await page.goto(`${server.otherOrigin}/hosts/careers-site.html`);
  await sendFrom(page);
  expect(await sandbox.posts(await application)).toEqual(sent);
});

test('a partner portal on another origin sends an application in an iframe that grows with its content', async ({
  page,
  server,
  sandbox,
}) => {
  const application = applicationOf(page);
  await page.goto(`${server.otherOrigin}/hosts/partner-portal.html`);
  const frame = page.locator('iframe');
  await expect(frame).toHaveAttribute('title', /.+/);
  const inside = page.frameLocator('iframe');
  await expect(inside.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  const before = (await frame.boundingBox())?.height ?? 0;
  await new Applicant(inside).answer('111', false);
  await expect.poll(async () => (await frame.boundingBox())?.height ?? 0).toBeGreaterThan(before);
  await sendFrom(inside);
  expect(await sandbox.posts(await application)).toEqual(sent);
});

test('the preview shows conditions live from a file, next to the tree, without network', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => requests.push(request.url()));
  await page.goto(new URL('../../dist/site/preview.html?inspect', import.meta.url).href);
  const row = (id: string) => page.locator(`[data-question="${id}"]`);
  await page.getByText('Bread', { exact: true }).click();
  await expect(new Applicant(page).question('11')).toBeVisible();
  await expect(row('11')).toHaveClass(/lit/);
  await row('21').getByRole('button').click();
  await expect(page.getByText(/is hidden. You are now at “Have you worked/)).toBeVisible();
  expect(requests.filter((url) => !url.startsWith('file:'))).toEqual([]);
});
