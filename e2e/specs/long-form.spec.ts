/** Counts the browser's work for showing and hiding questions, and checks that questions out of sight are reachable. */
import type { CDPSession, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { comesToRest } from '../support/at-rest.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

interface Counts {
  readonly styles: number;
  readonly layouts: number;
}

/** Yes to this question shows one follow-up, and No hides it. */
const bringsOne = '111';
/** Yes to this question shows two hundred follow-ups. */
const bringsMany = '30002';
const lastOfMany = '30300';

async function counts(devtools: CDPSession): Promise<Counts> {
  const { metrics } = await devtools.send('Performance.getMetrics');
  const of = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { styles: of('RecalcStyleCount'), layouts: of('LayoutCount') };
}

/** Installs a clock before the page opens, so that `rest` can let its time pass faster. */
async function open(page: Page, address: string): Promise<void> {
  await page.clock.install();
  await page.goto(address);
}

/** Milliseconds after which an announcement gives way to the next. */
const announced = 1_200;

/** Waits until nothing moves, and no announcement is pending. */
async function rest(page: Page): Promise<void> {
  await page.clock.runFor(announced);
  await comesToRest(page);
}

/** Presses the key at the focused pair of Yes and No, and counts the browser's work. */
async function countChange(page: Page, key: string): Promise<Counts> {
  const devtools = await page.context().newCDPSession(page);
  await devtools.send('Performance.enable');
  const before = await counts(devtools);
  await page.keyboard.press(key);
  await rest(page);
  const after = await counts(devtools);
  await devtools.detach();
  return { styles: after.styles - before.styles, layouts: after.layouts - before.layouts };
}

/** Answers with No, and waits until later files have loaded and no announcement is pending. */
async function answerNo(page: Page, question: string): Promise<Applicant> {
  const applicant = new Applicant(page);
  for (const answer of [true, false]) {
    await applicant.answer(question, answer);
    await applicant.settle();
    await rest(page);
  }
  return applicant;
}

async function addStyles(page: Page, styles: string): Promise<void> {
  await page.evaluate((text) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(text);
    document.adoptedStyleSheets.push(sheet);
  }, styles);
}

/** One style for each frame of the 160 ms of a motion; a busy machine skips some frames. */
const motionStyles = 11;

for (const [motion, styles] of [
  ['reduce', 4],
  ['no-preference', 4 + motionStyles],
] as const) {
  test(
    `showing and hiding one question costs few styles and layouts, and its motion no layout (${motion})`,
    deepUnless(motion === 'reduce'),
    async ({ page, server, sandbox }) => {
      await page.emulateMedia({ reducedMotion: motion });
      const { token } = await sandbox.apply('engineer');
      await open(page, `${server.origin}/form#token=${token}`);
      const applicant = await answerNo(page, bringsOne);
      for (const key of ['ArrowUp', 'ArrowDown']) {
        const before = (await applicant.visible()).length;
        const seen = await countChange(page, key);
        expect(Math.abs((await applicant.visible()).length - before)).toBe(1);
        expect(seen.layouts, `layouts of ${key}`).toBeLessThanOrEqual(3);
        expect(seen.styles, `styles of ${key}`).toBeLessThanOrEqual(styles);
      }
    },
  );
}

test('a question that grew into its place would cost a layout in each frame (control)', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const { token } = await sandbox.apply('engineer');
  await open(page, `${server.origin}/form#token=${token}`);
  await answerNo(page, bringsOne);
  await addStyles(
    page,
    '[data-new] { animation: grow 500ms } @keyframes grow { from { max-block-size: 0 } to { max-block-size: 99px } }',
  );
  await countChange(page, 'ArrowUp');
  expect((await countChange(page, 'ArrowDown')).layouts).toBeGreaterThan(5);
});

test.describe('a question out of sight of a long form', () => {
  let applicant: Applicant;

  test.beforeEach(async ({ page, server, sandbox }) => {
    const { token } = await sandbox.apply('wide');
    await page.goto(`${server.origin}/form#token=${token}`);
    applicant = new Applicant(page);
    await applicant.answer(bringsMany, true);
    await expect(applicant.question(lastOfMany)).toBeAttached();
  });

  test('prints', { tag: '@deep' }, async ({ page }) => {
    const notPrinted = async () => {
      await page.emulateMedia({ media: 'print' });
      const blocks = page.locator('[data-question-id]');
      await expect(blocks.nth(1)).toHaveCSS('break-inside', 'avoid');
      return blocks.evaluateAll(
        (found) => found.filter((block) => !block.checkVisibility({ contentVisibilityAuto: true })).length,
      );
    };
    await applicant.settle();
    expect(await notPrinted()).toBe(0);
    // Control: it would be missing if its group were laid out like on the screen.
    await addStyles(page, '.af-group { content-visibility: auto !important }');
    expect(await notPrinted()).toBeGreaterThan(0);
  });

  const focused = () =>
    applicant.state().evaluate((element) => {
      const control = element.querySelector(':focus');
      const { top = -1, bottom = -1 } = control?.getBoundingClientRect() ?? {};
      const isSeen = top >= 0 && bottom <= innerHeight;
      return { inBlock: control?.matches('[data-question-id] *') ?? false, isSeen };
    });

  test('has its place in the Tab order, and is visible when it has focus', { tag: '@deep' }, async ({
    page,
  }) => {
    await applicant.settle();
    // Focus starts at the foot, while the last question is out of sight.
    await page.getByRole('button', { name: 'Clear my answers' }).focus();
    await page.keyboard.press('Shift+Tab');
    await expect.poll(focused).toEqual({ inBlock: true, isSeen: true });
  });
});
