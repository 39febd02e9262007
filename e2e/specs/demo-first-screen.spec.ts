/** The first screen of the demo: what it is, alive, without scrolling. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { lookInside } from '../support/look-inside.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const screens = [
  { width: 1280, height: 900 },
  { width: 360, height: 740 },
] as const;

const topOf = (page: Page, selector: string) =>
  page.locator(selector).evaluate((element) => Math.round(element.getBoundingClientRect().top));

/** The shape as long as no script has come, and whether the page loads anything to be painted. */
async function openWithoutScripts(page: Page, origin: string) {
  let release = () => {};
  const released = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route(/\.(js|css)$/, async (route) => {
    await released;
    await route.continue();
  });
  await page.goto(origin, { waitUntil: 'commit' });
  return release;
}

for (const screen of screens) {
  const size = `${screen.width} × ${screen.height}`;

  test(`at ${size} the sentence and the form’s shape are painted with the first reply, and nothing moves after`, {
    tag: '@deep',
  }, async ({ page, server }) => {
    await page.setViewportSize(screen);
    const release = await openWithoutScripts(page, server.origin);
    await expect(page.getByRole('heading', { level: 1 })).toBeInViewport();
    await expect(page.locator('.shape-control').first()).toBeInViewport();
    const before = await topOf(page, '.careers');
    release();
    await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
    expect(Math.abs((await topOf(page, '.careers')) - before)).toBeLessThan(8);
  });

  test(
    `at ${size} a follow-up appears in view, the line above says why, and the HTML is the first action`,
    deepUnless(screen.width === 1280),
    async ({ page, context, server }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.setViewportSize(screen);
      await page.goto(server.origin);
      const applicant = new Applicant(page);
      await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
      await expect(page.getByText('Try it: choose “Intensive care”.')).toBeInViewport();
      await applicant.answer('7001', ['Intensive care']);
      await expect(applicant.question('7101')).toBeInViewport();
      await expect(
        page.getByText(/^Appeared: “Have you cared for patients on a ventilator\?”/),
      ).toBeInViewport();
      const first = page.locator('#demo button').first();
      await first.press('Enter');
      await expect(first).toHaveText('HTML copied');
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain('<apply-form job="4715"');
    },
  );

  test(`at ${size} every tab fits, and axe finds nothing, light and dark`, { tag: '@deep' }, async ({
    page,
    context,
    server,
  }) => {
    await bringAxe(context);
    await page.setViewportSize(screen);
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await page.goto(`${server.origin}/?form=engineer`);
    await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
    await lookInside(page);
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

test('what is chosen is shown at once, and stands in the address', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  await page.goto(server.origin);
  await page.getByRole('combobox', { name: 'Sample' }).selectOption('Software engineer');
  await page.getByRole('combobox', { name: 'Brand' }).selectOption('Hospital');
  await expect(page.getByRole('heading', { name: 'Software Engineer, Timetables' })).toBeVisible();
  await new Applicant(page).answer('101', 'A planner');
  // Another language takes nothing away that was typed.
  await page.getByRole('combobox', { name: 'Language' }).selectOption('Deutsch');
  await expect(page.getByRole('button', { name: 'Bewerbung senden' })).toBeVisible();
  await expect(new Applicant(page).question('101').locator('input')).toHaveValue('A planner');
  expect(new URL(page.url()).search).toBe('?form=engineer&brand=hospital&lang=de');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('hospital');
});

test('the look inside is closed and opened again by keyboard, and leaves its room to the form', {
  tag: '@deep',
}, async ({ page, server }) => {
  await page.setViewportSize(screens[0]);
  await page.goto(server.origin);
  await expect(page.getByRole('tab', { name: 'Tree' })).toBeVisible();
  await page.getByRole('button', { name: 'Close the look inside' }).press('Enter');
  await expect(page.getByRole('tab', { name: 'Tree' })).toBeHidden();
  const opener = page.getByRole('button', { name: 'Look inside' });
  await expect(opener).toBeFocused();
  await opener.press('Enter');
  await expect(page.getByRole('tab', { name: 'Tree' })).toBeVisible();
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
