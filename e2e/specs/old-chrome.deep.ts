import { basename } from 'node:path';
import { type Browser, chromium, type Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { expect, test } from '../support/with-server.ts';

/** The set-up of the specs fetches these browsers on Linux x64, where they run. */
const fetched = (process.env['TEST_OLD_BROWSERS'] ?? '').split(':').filter(Boolean);
/** Playwright needs at least this Chromium; `engines.deep.ts` tries the form in older ones. */
const PLAYWRIGHT_FROM = 105;
const folders = fetched.filter(
  (folder) => Number(basename(folder).replace('chromium-', '')) >= PLAYWRIGHT_FROM,
);

const open = (folder: string): Promise<Browser> =>
  chromium.launch({
    executablePath: `${folder}/chromium`,
    args: ['--no-sandbox', '--disable-gpu'],
    env: { ...process.env, LD_LIBRARY_PATH: `${folder}/lib` },
  });

/**
 * Returns the lowest contrast between the border of a control that our styles draw and its background. Colours are those
 * that the browser computed; an invalid colour counts as transparent.
 */
const leastBorderContrast = (page: Page): Promise<number> =>
  page.evaluate(() => {
    const channels = (color: string) => (color.match(/[\d.]+/g) ?? []).map(Number);
    const luminance = (color: string) => {
      const [red = 0, green = 0, blue = 0] = channels(color).map((value) => {
        const share = value / 255;
        return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
      });
      return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
    };
    const isClear = (color: string) => channels(color).length === 4 && channels(color)[3] === 0;
    const root = document.querySelector('apply-form-root');
    const boxes = [...(root?.querySelectorAll('.af-box, .af-drop') ?? [])];
    const ground = luminance(getComputedStyle(document.body).backgroundColor);
    const contrasts = boxes.map((box) => {
      const border = getComputedStyle(box).borderTopColor;
      if (isClear(border)) return 1;
      // A mixed colour may come as `color(srgb r g b)`, with shares instead of bytes.
      const bytes = border.startsWith('color(')
        ? channels(border).map((share) => share * 255)
        : channels(border);
      const own = luminance(`rgb(${bytes.join(' ')})`);
      return (Math.max(own, ground) + 0.05) / (Math.min(own, ground) + 0.05);
    });
    return boxes.length === 0 ? 0 : Math.min(...contrasts);
  });

test('an old Chromium is available on machines that can run one', () => {
  const canRun = process.platform === 'linux' && process.arch === 'x64';
  expect(folders.length > 0).toBe(canRun);
});

for (const folder of folders) {
  test.describe(`in ${basename(folder)}`, () => {
    let browser: Browser;
    test.beforeAll(async () => {
      browser = await open(folder);
    });
    test.afterAll(() => browser.close());

    for (const colorScheme of ['light', 'dark'] as const) {
      test(`fields, help, errors and the button are visible, ${colorScheme}`, async ({ server }) => {
        const context = await browser.newContext({ colorScheme, viewport: { width: 700, height: 900 } });
        await bringAxe(context);
        const page = await context.newPage();
        await page.goto(`${server.origin}/form#job=4711`);
        const applicant = new Applicant(page);
        await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
        expect(await leastBorderContrast(page)).toBeGreaterThan(3);
        expect(await violations(page)).toEqual([]);
        await applicant.send();
        await expect(page.getByText('Enter your first name').first()).toBeVisible();
        await page.locator('button[type=submit]').hover();
        expect(await violations(page)).toEqual([]);
        await context.close();
      });
    }

    test('an applicant fills in and sends an application, and it arrives', async ({ server, sandbox }) => {
      const page = await browser.newPage();
      const { application, token } = await sandbox.apply('one-of-each');
      await page.goto(`${server.origin}/form#token=${token}`);
      const applicant = new Applicant(page);
      await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
      await applicant.answer('2001', false);
      await applicant.answer('2002', 'Nurse');
      await applicant.send();
      await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
      expect(await sandbox.posts(application)).toEqual(['2001', '2002']);
      await page.close();
    });
  });
}
