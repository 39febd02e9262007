/** The demo and its inspector: the first screen is live, and its copied HTML works on an empty page elsewhere. */
import { Applicant, formOn, meet } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { careersPage, meetEmbedded } from '../support/host-pages.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

test('the first screen explains the demo, shows the HTML to copy, and highlights the tree on an answer', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 1280, height: 900 });
  // The sentence is painted with the first reply.
  await page.route(/\.(js|css)$/, async (route) => {
    await expect(page.getByText('shows why each one appears')).toBeInViewport();
    await route.continue();
  });
  const applicant = await meet(page, server.origin);
  await expect(page.getByRole('button', { name: 'Copy the HTML' })).toBeInViewport();
  await expect(applicant.question('7001').locator('select')).toBeInViewport();
  await applicant.answer('7001', ['Intensive care']);
  const row = page.locator('[data-question="7101"]');
  await expect(row).toHaveClass(/lit/);
  await row.getByRole('button').click();
  await expect(applicant.question('7101').locator('input').first()).toBeFocused();
});

test('every tab fits on a phone and on a desktop, and axe finds nothing, light and dark', {
  tag: '@deep',
}, async ({ page, context, server }) => {
  await bringAxe(context);
  await meet(page, `${server.origin}/?form=engineer`);
  for (const width of [360, 1280])
    for (const colorScheme of ['light', 'dark'] as const)
      for (const tab of ['Tree', 'Requests', 'Check']) {
        await page.setViewportSize({ width, height: 900 });
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.getByRole('tab', { name: tab }).click();
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
        expect(await violations(page), `${tab}, ${colorScheme}, ${width} px`).toEqual([]);
      }
});

for (const [embed, embedding] of [
  ['element', 'element'],
  ['script', 'script tag'],
  ['iframe', 'iframe'],
] as const)
  test(
    `by ${embed} the demo shows the form, and the copied HTML shows it elsewhere in the same brand`,
    deepUnless(embed === 'element'),
    async ({ page, context, server, host }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      const address = `${server.origin}/?form=engineer&embed=${embed}&brand=bank`;
      const shown = await meetEmbedded(page, address, embedding);
      await page.getByRole('button', { name: 'Copy the HTML' }).press('Enter');
      await expect(page.getByRole('button', { name: 'HTML copied' })).toBeVisible();
      const html = await page.evaluate(() => navigator.clipboard.readText());
      const elsewhere = host.show(careersPage(html));
      const copied = await meetEmbedded(await context.newPage(), elsewhere, embedding);
      for (const applicant of [shown, copied]) {
        await applicant.answer('102', '8');
        await expect(applicant.question('121')).toBeVisible();
        const button = applicant.place.locator('button[type=submit]');
        await expect(button).toHaveCSS('background-color', 'rgb(21, 49, 95)');
      }
      await expect(page.locator('[data-question="121"]')).toHaveClass(/lit/);
    },
  );

test('changing the brand, language or embedding keeps the answers, and updates the address', {
  tag: '@deep',
}, async ({ page, server }) => {
  await page.goto(server.origin);
  const choose = (name: string, option: string) => page.getByRole('combobox', { name }).selectOption(option);
  await choose('Sample', 'Software engineer');
  await expect(page.getByRole('heading', { name: 'Software Engineer, Timetables' })).toBeVisible();
  await (await formOn(page)).answer('101', 'A planner');
  await expect(page.getByText('Saved on this device', { exact: true })).toBeVisible();
  await choose('Brand', 'Hospital');
  await choose('Language', 'Deutsch');
  await expect(page.getByRole('button', { name: 'Bewerbung senden' })).toBeVisible();
  await choose('Embed', 'Iframe');
  const framed = new Applicant(page.frameLocator('iframe'));
  await expect(framed.question('101').locator('input')).toHaveValue('A planner');
  expect(new URL(page.url()).search).toBe('?form=engineer&brand=hospital&embed=iframe&lang=de');
  await page.reload();
  await expect(page.getByRole('combobox', { name: 'Brand' })).toHaveValue('hospital');
});
