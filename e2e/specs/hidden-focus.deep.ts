/** WCAG 2.4.11, and text at twice its size: the focused element stays visible in both directions. */
import { type BrowserContext, chromium, type LaunchOptions, type Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { isTouched } from '../support/at-rest.ts';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

const screens = [
  { name: '1280 px', viewport: { width: 1280, height: 800 }, text: 16 },
  { name: '360 px, text at 200 %', viewport: { width: 360, height: 740 }, text: 32 },
] as const;
type Size = (typeof screens)[number]['viewport'];

const MOST_KEYS = 90;

/** Returns the focused element of the form, and whether the foot or the screen's edge hides it; null if focus is elsewhere. */
const look = (page: Page) =>
  page.locator('apply-form').evaluate((element) => {
    const root = element.querySelector('apply-form-root');
    // `:focus` is not used, because a date does not match it while its calendar button has focus.
    const focused = document.activeElement;
    const foot = root?.querySelector('.af-foot');
    if (!focused || !foot || !root?.contains(focused)) return null;
    const target = focused.closest('.af-row, .af-drop') ?? focused;
    const { top, bottom } = target.getBoundingClientRect();
    const isBelow = !foot.contains(focused) && bottom > foot.getBoundingClientRect().top + 1;
    const isBeyond = top < -1 || (bottom > innerHeight + 1 && bottom - top < innerHeight);
    return { name: `${focused.localName} ${focused.id}`, isHidden: isBelow || isBeyond };
  });

/** Presses the key to the end of the form. Returns the elements that were hidden when they had focus. */
async function passThrough(page: Page, key: 'Tab' | 'Shift+Tab') {
  const hidden: string[] = [];
  let seen = 0;
  for (let press = 0; press < MOST_KEYS; press += 1) {
    await page.keyboard.press(key);
    const at = await look(page);
    if (at === null && seen > 0) break;
    if (at === null) continue;
    seen += 1;
    if (at.isHidden) hidden.push(at.name);
  }
  return { hidden, seen };
}

/** Sets the browser's text size, which also decides `rem` in media queries. */
async function withText(pixels: number, options: LaunchOptions, viewport: Size): Promise<BrowserContext> {
  const args = [...(options.args ?? []), `--blink-settings=defaultFontSize=${pixels}`];
  const browser = await chromium.launch({ ...options, args });
  return browser.newContext({ viewport });
}

const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { name, viewport, text } of screens)
  test(`at ${name} focus stays visible forward and backward, and nothing overflows sideways`, async ({
    launchOptions,
    server,
    sandbox,
    host,
  }) => {
    const context = await withText(text, launchOptions, viewport);
    const page = await context.newPage();
    const fixtures = { page, server, sandbox, host };
    const applicant = await visit(fixtures, { place: 'form page', form: 'engineer', language: 'de' });
    await applicant.reaches('ready');
    await expect(applicant.state().locator('.af')).toHaveCSS('font-size', `${text}px`);
    await page.locator('apply-form input').first().focus();
    await isTouched(page);
    for (const key of ['Tab', 'Shift+Tab'] as const) {
      const { hidden, seen } = await passThrough(page, key);
      expect.soft(hidden, key).toEqual([]);
      expect(seen).toBeGreaterThan(20);
    }
    expect.soft(await overflow(page)).toBe(0);
    await applicant.send();
    await expect(page.locator('[part~=summary]')).toBeFocused();
    expect.soft(await overflow(page), 'in error').toBe(0);
    await context.browser()?.close();
  });

test('the draft line, and the question that replaces it, are visible above the foot', async ({
  page,
  server,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const applicant = await meet(page, `${server.origin}/form#job=4720&tenant=default`);
  await applicant.introduce({ first_name: 'Ada' });
  await expect(page.getByRole('button', { name: 'Keep on this device' })).toBeVisible();
  await page.locator('form').focus();
  const { hidden, seen } = await passThrough(page, 'Tab');
  expect([hidden, seen > 15]).toEqual([[], true]);
  await page.getByRole('button', { name: 'Clear my answers' }).focus();
  await page.keyboard.press('Enter');
  const yes = page.getByRole('button', { name: 'Yes, delete them' });
  await expect(yes).toBeVisible();
  expect(await look(page)).toMatchObject({ isHidden: false });
  for (const name of ['Yes, delete them', 'No, keep them']) {
    await page.keyboard.press('Tab');
    await expect(page.getByRole('button', { name })).toBeFocused();
    expect(await look(page), name).toMatchObject({ isHidden: false });
  }
});

test('without the space for the foot, focus is hidden (control)', async ({ page, server, sandbox, host }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const fixtures = { page, server, sandbox, host };
  const applicant = await visit(fixtures, { place: 'form page', form: 'engineer', language: 'de' });
  await applicant.reaches('ready');
  await applicant.state().evaluate(() => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync('.af * { scroll-margin: 0 !important }');
    document.adoptedStyleSheets.push(sheet);
  });
  const { hidden } = await passThrough(page, 'Tab');
  expect(hidden.length).toBeGreaterThan(0);
});
