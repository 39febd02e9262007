import type { Locator } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { careersPage, frameTag, scriptTag } from '../support/host-pages.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** The sum of red, green and blue, from 0 to 765. */
const lightness = (locator: Locator, property: 'color' | 'background-color') =>
  locator.evaluate((element, name) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) throw new Error('There is no canvas to read colours with.');
    canvas.fillStyle = getComputedStyle(element).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return red + green + blue;
  }, property);

for (const [name, css, isDark] of [
  ['dark', 'body { background: #16181d; color: #eee }', true],
  ['light', 'body { background: #fff; color: #222 }', false],
] as const)
  test(
    `a ${name} page without a colour scheme gets a ${name} form, in the page itself and in an iframe`,
    deepUnless(isDark),
    async ({ page, server, host }) => {
      const forms = scriptTag(server.origin, 'data-apply-job="4711"') + frameTag(server.origin, 'job=4711');
      await page.goto(host.show(careersPage(forms, { css })));
      for (const place of [page, page.frameLocator('iframe')]) {
        const applicant = new Applicant(place);
        await applicant.reaches('ready');
        await applicant.send();
        for (const part of ['label', 'error']) {
          const words = place.locator(`[part="${part}"]`).first();
          await expect.poll(async () => (await lightness(words, 'color')) > 300).toBe(isDark);
        }
      }
      const foot = page.locator('apply-form .af-foot');
      expect((await lightness(foot, 'background-color')) < 300).toBe(isDark);
    },
  );
