import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { isTouched } from '../support/at-rest.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** Pixels of the focused control that lie below the upper edge of the foot; null: the focus is not at a question. */
async function coveredByFoot(page: Page): Promise<number | null> {
  return page.locator('apply-form').evaluate((element) => {
    const root = element.querySelector('apply-form-root') ?? element.shadowRoot;
    const focused = root?.querySelector(':focus')?.closest('label, input, textarea, select, a, button');
    const foot = root?.querySelector('.af-foot');
    if (!focused || !foot || foot.contains(focused)) return null;
    return focused.getBoundingClientRect().bottom - foot.getBoundingClientRect().top;
  });
}

/** How much of each control is covered to which so many presses of Tab lead. */
async function tabThrough(page: Page, presses: number): Promise<readonly number[]> {
  const seen: number[] = [];
  for (let press = 0; press < presses; press += 1) {
    await page.keyboard.press('Tab');
    const covered = await coveredByFoot(page);
    if (covered !== null) seen.push(covered);
  }
  return seen;
}

for (const viewport of [
  { width: 1000, height: 800 },
  { width: 360, height: 640 },
]) {
  const own = deepUnless(viewport.width === 360);
  test(
    `at ${viewport.width} px no control that has focus is covered by the foot`,
    own,
    async ({ page, server, sandbox }) => {
      await page.setViewportSize(viewport);
      const { token } = await sandbox.apply('engineer');
      await page.goto(`${server.origin}/form#token=${token}`);
      await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
      await page.locator('apply-form input').first().focus();
      await isTouched(page);
      const seen = await tabThrough(page, 40);
      expect(seen.length).toBeGreaterThan(30);
      expect(seen.filter((pixels) => pixels > 0)).toEqual([]);
    },
  );
}

test('a foot that grows over what has focus gives way to it, and leaves a reader who is elsewhere where they are', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 640 });
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(`${server.origin}/form#token=${token}`);
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
  // As with words that are enlarged: it grows to this height, and back.
  const foot = page.locator('apply-form .af-foot');
  const grow = async (height: string) => {
    const grown = await foot.evaluate((element: HTMLElement, set) => {
      element.style.minBlockSize = set;
      return element.offsetHeight;
    }, height);
    // What the form does about it, it does in the same moment.
    await expect(page.locator('apply-form .af')).toHaveAttribute(
      'style',
      new RegExp(`--af-foot: ${grown}px`),
    );
  };
  const area = new Applicant(page).question('2003').locator('textarea');
  await area.focus();
  // The foot is watched from here on.
  await expect(page.locator('apply-form .af')).toHaveAttribute('style', /--af-foot/);
  // Right above the foot as it is now.
  await area.evaluate((element) => {
    const foot = element.closest('form')?.querySelector('.af-foot')?.getBoundingClientRect().top ?? 0;
    scrollBy(0, element.getBoundingClientRect().bottom - foot + 2);
  });
  await grow('160px');
  await expect.poll(() => coveredByFoot(page)).toBeLessThanOrEqual(0);
  await grow('');
  await page.evaluate(() => scrollTo(0, document.documentElement.scrollHeight));
  const before = await page.evaluate(() => scrollY);
  await grow('160px');
  expect(await page.evaluate(() => scrollY)).toBeGreaterThanOrEqual(before);
});

/** Presses Tab until a control of this type has focus, as an applicant does. */
async function tabTo(page: Page, type: string): Promise<void> {
  const focused = () =>
    page.locator('apply-form').evaluate((element) => element.querySelector(':focus')?.getAttribute('type'));
  for (let press = 0; press < 80 && (await focused()) !== type; press += 1) await page.keyboard.press('Tab');
}

test('a form is filled in and sent by keyboard alone', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  await page.goto(`${server.origin}/form#token=${token}`);
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'ready');
  await tabTo(page, 'radio');
  await page.keyboard.press('Space');
  await expect(page.getByText('Yes or no: equals true')).toBeVisible();
  await tabTo(page, 'text');
  await page.keyboard.type('By keyboard');
  await tabTo(page, 'submit');
  await page.keyboard.press('Enter');
  await expect(new Applicant(page).state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
});

test('the frame around the option that has focus is on the screen, and not on paper', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(`${server.origin}/form#token=${token}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  const option = applicant.question('2001').locator('label').first();
  await option.locator('input').focus();
  await page.keyboard.press('Space');
  await expect(option).toHaveCSS('outline-style', 'solid');
  await page.emulateMedia({ media: 'print' });
  await expect(option).toHaveCSS('outline-style', 'none');
});
