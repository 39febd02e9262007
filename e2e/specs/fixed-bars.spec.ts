/** Pages with fixed bars, which must cover neither the form's foot nor any field that gets focus. */
import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { isTouched } from '../support/at-rest.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

test.use({ viewport: { width: 800, height: 640 }, reducedMotion: 'reduce' });

/** The heights of the bars, in pixels. */
const HEAD = 120;
const BAR = 60;

const bars = `header, nav { position: fixed; z-index: 9; inset-inline: 0; background: #10243e }
  header { top: 0; height: ${HEAD}px } nav { bottom: 0; height: ${BAR}px }
  main { padding-block: ${HEAD + 100}px ${BAR + 200}px } apply-form { --apply-inset-bottom: ${BAR}px }`;
const ways = {
  'as tokens': `apply-form { --apply-inset-top: ${HEAD}px }`,
  'as scroll-padding': `html { scroll-padding: ${HEAD}px 0 ${BAR}px }`,
};

const pageWith = (origin: string, css: string) =>
  careersPage(`<header></header>${scriptTag(origin, 'data-apply-job="4711"')}<nav></nav>`, {
    css: bars + css,
  });

/** Returns the distance from the header's edge to the top of the focused element; negative if it is covered. */
const belowHead = (page: Page) =>
  page.evaluate((head) => {
    let focused = document.activeElement;
    while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
    return Math.round((focused?.getBoundingClientRect().top ?? 0) - head);
  }, HEAD);

for (const [name, css] of Object.entries(ways))
  test(
    `the foot stays above the lower bar, and the summary stops below the upper one: ${name}`,
    deepUnless(name === 'as tokens'),
    async ({ page, server, host }) => {
      const applicant = await meet(page, host.show(pageWith(server.origin, css)));
      const foot = page.locator('.af-foot');
      const footEnd = () => foot.evaluate((box) => Math.round(box.getBoundingClientRect().bottom));
      await expect.poll(footEnd).toBe(640 - BAR);
      await applicant.send();
      const summary = page.locator('[part~=summary]');
      await expect(summary).toBeFocused();
      await expect.poll(() => belowHead(page)).toBeGreaterThanOrEqual(0);
      await summary.getByRole('link').nth(3).click();
      await expect(summary).not.toBeFocused();
      await expect.poll(() => belowHead(page)).toBeGreaterThanOrEqual(0);
    },
  );

test('the keyboard reaches no field below a bar or the foot', { tag: '@deep' }, async ({
  page,
  server,
  host,
}) => {
  const applicant = await meet(page, host.show(pageWith(server.origin, ways['as tokens'])));
  await applicant.detail('first_name').focus();
  await isTouched(page);
  const seen = () =>
    page.evaluate(() => {
      const focused = document.activeElement?.shadowRoot?.activeElement;
      const foot = document.activeElement?.shadowRoot?.querySelector('.af-foot');
      if (!focused?.closest('.af-block') || !foot) return null;
      const { top, bottom } = focused.getBoundingClientRect();
      return { top, room: foot.getBoundingClientRect().top - bottom };
    });
  const covered: string[] = [];
  for (const key of [...Array(14).fill('Tab'), ...Array(12).fill('Shift+Tab')]) {
    await page.keyboard.press(key);
    const place = await seen();
    if (place && (place.top < HEAD || place.room < 0)) covered.push(`${key} ${JSON.stringify(place)}`);
  }
  expect(covered).toEqual([]);
});
