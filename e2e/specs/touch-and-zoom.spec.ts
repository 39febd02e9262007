/** Touch targets, narrow and enlarged screens, reduced motion and wider text spacing. */
import type { Locator, Page } from 'playwright/test';
import { visit } from '../support/form-places.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const ENOUGH = 44;

/** Returns the controls that are too small to press, by their own box or that of their label. */
async function tooSmall(form: Locator): Promise<readonly string[]> {
  const found = await form.evaluate((element) => {
    // WCAG 2.5.8 excludes links within a sentence, which are as high as their line.
    const pressed = 'a[href]:not([part~=help] a), button, input, select, textarea, summary';
    return [...element.querySelectorAll(pressed)]
      .filter((control) => control.checkVisibility())
      .map((control) => {
        const target = control.closest('label') ?? control;
        const { width, height } = target.getBoundingClientRect();
        const name = control.getAttribute('aria-label') ?? target.textContent?.trim().slice(0, 40);
        return { name: `${control.localName} ${name}`, size: Math.round(Math.min(width, height)) };
      });
  });
  expect(found.length).toBeGreaterThan(0);
  return found.filter(({ size }) => size < ENOUGH).map(({ name, size }) => `${name}: ${size} px`);
}

test.describe('by touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('every target is at least 44 px in a form, its errors and its receipt', async ({
    page,
    server,
    sandbox,
    host,
  }) => {
    expect(await page.evaluate(() => matchMedia('(pointer: coarse)').matches)).toBe(true);
    const fixtures = { page, server, sandbox, host };
    const applicant = await visit(fixtures, { place: 'form page', form: 'engineer', language: 'en' });
    await applicant.reaches('ready');
    await applicant.answer('106', { files: ['cv.pdf'] });
    await applicant.answer('107', { files: ['sample.txt', 'empty.pdf'] });
    await applicant.answer('110', ['Fully remote']);
    expect.soft(await tooSmall(applicant.state()), 'filled in').toEqual([]);
    await applicant.send();
    await expect(page.locator('[part~=summary]')).toBeFocused();
    expect.soft(await tooSmall(applicant.state()), 'in error').toEqual([]);
    const other = await visit(fixtures, { place: 'form page', form: 'one-of-each', language: 'en' });
    await other.answer('2001', true);
    await other.send();
    await other.reaches('complete');
    expect(await tooSmall(other.state()), 'receipt').toEqual([]);
  });
});

/** Returns how far the page or anything in the form reaches beyond the screen. */
const overflow = (page: Page): Promise<number> =>
  page.evaluate(() => document.documentElement.scrollWidth - document.documentElement.clientWidth);

for (const { name, viewport } of [
  { name: '320 px', viewport: { width: 320, height: 640 } },
  { name: '1280 px enlarged to 400 %', viewport: { width: 320, height: 256 } },
]) {
  for (const language of ['de', 'ar']) {
    test(
      `at ${name} nothing needs sideways scrolling (${language})`,
      deepUnless(viewport.height === 256 && language === 'de'),
      async ({ page, server, sandbox, host }) => {
        await page.setViewportSize(viewport);
        const fixtures = { page, server, sandbox, host };
        for (const form of ['hostile', 'engineer']) {
          const applicant = await visit(fixtures, { place: 'form page', form, language });
          await applicant.reaches('ready');
          expect(await overflow(page), form).toBe(0);
          if (form !== 'engineer') continue;
          await applicant.answer('107', {
            files: ['a-very-long-file-name-without-any-place-to-break-it.pdf'],
          });
          await applicant.send();
          await expect(page.locator('[part~=summary]')).toBeFocused();
          expect(await overflow(page), 'in error').toBe(0);
          await applicant.question('101').evaluate((block) => {
            block.style.width = '400px';
          });
          expect(await overflow(page), 'a block that is too wide').toBeGreaterThan(0);
        }
      },
    );
  }
}

/** The text spacing of WCAG 1.4.12, as a user's style sheet sets it. */
const spaced =
  '* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }' +
  'p { margin-block-end: 2em !important }';

test('with wider text spacing nothing is cut off or needs sideways scrolling', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const applicant = await visit(
    { page, server, sandbox, host },
    { place: 'form page', form: 'engineer', language: 'de' },
  );
  await applicant.reaches('ready');
  await applicant.answer('107', { files: ['sample.txt'] });
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  const cut = await applicant.state().evaluate((element, css) => {
    const sheet = new CSSStyleSheet();
    sheet.replaceSync(css);
    document.adoptedStyleSheets.push(sheet);
    const all = [...element.querySelectorAll<HTMLElement>('.af *')];
    return all
      .filter((box) => !box.closest('.af-hidden') && getComputedStyle(box).overflow !== 'visible')
      .filter((box) => box.scrollHeight > box.clientHeight + 1 || box.scrollWidth > box.clientWidth + 1)
      .filter((box) => !box.matches('textarea, input, select, progress'))
      .map((box) => box.className);
  }, spaced);
  expect(cut).toEqual([]);
  expect(await overflow(page)).toBe(0);
});

test('nothing moves when the visitor prefers reduced motion, and something does otherwise', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  for (const reducedMotion of ['reduce', 'no-preference'] as const) {
    await page.emulateMedia({ reducedMotion });
    const applicant = await visit(
      { page, server, sandbox, host },
      { place: 'form page', form: 'one-of-each', language: 'en' },
    );
    await applicant.reaches('ready');
    const moved = await watchAnimations(page);
    await applicant.answer('2001', true);
    await expect(applicant.question('2101')).toBeVisible();
    await applicant.answer('2007', 'ten');
    await applicant.send();
    await expect(page.locator('[part~=summary]')).toBeFocused();
    await applicant.answer('2007', '10');
    await applicant.send();
    await applicant.reaches('complete');
    if (reducedMotion === 'reduce') expect(await moved()).toEqual([]);
    else expect(await moved()).not.toEqual([]);
  }
});

/** Every animation with a duration, collected at each frame of the page. */
async function watchAnimations(page: Page): Promise<() => Promise<readonly string[]>> {
  await page.evaluate(() => {
    const seen = new Set<string>();
    Object.assign(globalThis, { seenAnimations: seen });
    const look = () => {
      const root = document.querySelector('apply-form-root');
      for (const animation of [...document.getAnimations(), ...(root?.getAnimations() ?? [])]) {
        const { duration = 0 } = animation.effect?.getComputedTiming() ?? {};
        if (Number(duration) > 0) seen.add(`${animation.constructor.name} of ${duration} ms`);
      }
      requestAnimationFrame(look);
    };
    look();
  });
  return () => page.evaluate<readonly string[]>('[...seenAnimations]');
}
