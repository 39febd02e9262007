/** The demo: alive on its first screen, and what is copied there works on an empty page elsewhere. */
import type { FrameLocator, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const screens = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
] as const;

for (const screen of screens) {
  const size = `${screen.width} × ${screen.height}`;

  test(
    `at ${size} the first screen says what to do, and has the HTML to copy and the first question`,
    deepUnless(screen.width === 1280),
    async ({ page, server }) => {
      await page.setViewportSize(screen);
      // The sentence is painted with the first reply.
      await page.route(/\.(js|css)$/, async (route) => {
        await expect(page.getByText('shows why each one appears')).toBeInViewport();
        await route.continue();
      });
      await page.goto(server.origin);
      const applicant = new Applicant(page);
      await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
      await expect(page.getByRole('button', { name: 'Copy the HTML' })).toBeInViewport();
      await expect(applicant.question('7001').locator('select')).toBeInViewport();
      await applicant.answer('7001', ['Intensive care']);
      await expect(page.locator('[data-question="7101"]')).toHaveClass(/lit/);
    },
  );

  test(`at ${size} every tab fits, and axe finds nothing, light and dark`, { tag: '@deep' }, async ({
    page,
    context,
    server,
  }) => {
    await bringAxe(context);
    await page.setViewportSize(screen);
    await page.goto(`${server.origin}/?form=engineer`);
    await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      for (const tab of ['Tree', 'Requests', 'Check']) {
        await page.getByRole('tab', { name: tab }).click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(screen.width);
        expect(await violations(page), tab).toEqual([]);
      }
    }
  });
}

const emptyPage = (html: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Jobs</title><link rel="icon" href="data:," /></head>
  <body>${html}</body>
</html>`;

const formOn = (page: Page, embed: string): Page | FrameLocator =>
  embed === 'iframe' ? page.frameLocator('iframe[data-apply-frame]') : page;

for (const embed of ['element', 'script', 'iframe'] as const)
  test(
    `by ${embed} the demo shows the form with its tree, and what is copied shows it elsewhere in the same brand`,
    deepUnless(embed === 'element'),
    async ({ page, context, server, host }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${server.origin}/?form=engineer&embed=${embed}&brand=bank`);
      await page.getByRole('button', { name: 'Copy the HTML' }).press('Enter');
      await expect(page.getByRole('button', { name: 'HTML copied' })).toBeVisible();
      const html = await page.evaluate(() => navigator.clipboard.readText());
      const visitor = await context.newPage();
      await visitor.goto(host.show(emptyPage(html)));
      for (const each of [page, visitor]) {
        const place = formOn(each, embed);
        await expect(place.locator('apply-form')).toHaveAttribute('data-state', 'ready');
        const applicant = new Applicant(place);
        await applicant.answer('102', '8');
        await expect(applicant.question('121')).toBeVisible();
        await expect(place.locator('button[type=submit]')).toHaveCSS('background-color', 'rgb(21, 49, 95)');
      }
      await expect(page.locator('[data-question="121"]')).toHaveClass(/lit/);
    },
  );

test('another brand, language or embed takes nothing away that was typed, and stands in the address', {
  tag: '@deep',
}, async ({ page, server }) => {
  await page.goto(server.origin);
  const choose = (name: string, option: string) => page.getByRole('combobox', { name }).selectOption(option);
  await choose('Sample', 'Software engineer');
  await expect(page.getByRole('heading', { name: 'Software Engineer, Timetables' })).toBeVisible();
  await new Applicant(page).answer('101', 'A planner');
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await choose('Brand', 'Hospital');
  await choose('Language', 'Deutsch');
  await expect(page.getByRole('button', { name: 'Bewerbung senden' })).toBeVisible();
  await expect(new Applicant(page).question('101').locator('input')).toHaveValue('A planner');
  await choose('Embed', 'Iframe');
  const framed = new Applicant(page.frameLocator('iframe'));
  await expect(framed.question('101').locator('input')).toHaveValue('A planner');
  expect(new URL(page.url()).search).toBe('?form=engineer&brand=hospital&embed=iframe&lang=de');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('hospital');
});

test('where the service makes no application, the demo says so and starts again at a press', {
  tag: '@deep',
}, async ({ page, ownServer }) => {
  const faults = `${ownServer.origin}/sandbox/_control/faults`;
  await page.request.put(faults, { data: { disturb: [{ path: '/api/v1', reply: 503 }] } });
  await page.goto(ownServer.origin);
  await expect(page.getByText('made no application for the form')).toBeVisible();
  await page.request.put(faults, { data: {} });
  await page.getByRole('button', { name: 'Start again' }).click();
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
});
