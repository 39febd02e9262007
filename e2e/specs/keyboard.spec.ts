import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { isTouched } from '../support/at-rest.ts';
import { expect, test } from '../support/with-server.ts';

/** Pixels of the focused control that lie below the upper edge of the foot; null: the focus is not at a question. */
const coveredByFoot = (page: Page): Promise<number | null> =>
  page.locator('apply-form').evaluate((element) => {
    const focused = element.querySelector(':focus')?.closest('label, input, textarea, select, a, button');
    const foot = element.querySelector('.af-foot');
    if (!focused || !foot || foot.contains(focused)) return null;
    return focused.getBoundingClientRect().bottom - foot.getBoundingClientRect().top;
  });

test('the foot never covers the control that has focus', async ({ page, server, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { token } = await sandbox.apply('engineer');
  await meet(page, `${server.origin}/form#token=${token}`);
  await page.locator('apply-form input').first().focus();
  await isTouched(page);
  const seen: number[] = [];
  for (let press = 0; press < 40; press += 1) {
    await page.keyboard.press('Tab');
    const covered = await coveredByFoot(page);
    if (covered !== null) seen.push(covered);
  }
  expect(seen.length).toBeGreaterThan(30);
  expect(seen.filter((pixels) => pixels > 0)).toEqual([]);
});

test('a foot that grows over the focused control makes room for it', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const area = applicant.question('2003').locator('textarea');
  await area.focus();
  // The foot is watched from here on.
  await expect(page.locator('apply-form .af')).toHaveAttribute('style', /--af-foot/);
  // The field is right above the foot, which then grows like with enlarged text.
  await area.evaluate((element) => {
    const foot = element.closest('form')?.querySelector<HTMLElement>('.af-foot');
    if (!foot) throw new Error('There is no foot.');
    scrollBy(0, element.getBoundingClientRect().bottom - foot.getBoundingClientRect().top + 2);
    foot.style.minBlockSize = '160px';
  });
  await expect.poll(() => coveredByFoot(page)).toBeLessThanOrEqual(0);
});
