import type { Locator } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** Sum of red, green and blue, 0 to 765. */
const lightness = (locator: Locator, property: 'color' | 'background-color') =>
  locator.evaluate((element, name) => {
    const canvas = new OffscreenCanvas(1, 1).getContext('2d');
    if (canvas === null) throw new Error('There is no canvas to read colours with.');
    canvas.fillStyle = getComputedStyle(element).getPropertyValue(name);
    canvas.fillRect(0, 0, 1, 1);
    const [red = 0, green = 0, blue = 0] = canvas.getImageData(0, 0, 1, 1).data;
    return red + green + blue;
  }, property);

const page = (ground: string, ink: string, origin: string) => `<!doctype html>
<html lang="en">
  <head><title>Jobs</title><style>body { background: ${ground}; color: ${ink}; }</style></head>
  <body>
    <script type="module" async src="${origin}/apply-form.js"></script>
    <apply-form job="4711"></apply-form>
    <iframe src="${origin}/frame/default#job=4711" title="Application form" data-apply-frame></iframe>
    <script src="${origin}/frame.js" async></script>
  </body>
</html>`;

for (const [name, ground, ink, isDark] of [
  ['dark', '#16181d', '#eee', true],
  ['light', '#fff', '#222', false],
] as const) {
  test(
    `a ${name} page that names no colour scheme gets a ${name} form, in itself and in an iframe`,
    deepUnless(isDark),
    async ({ page: browserPage, server, host }) => {
      await browserPage.goto(host.show(page(ground, ink, server.origin)));
      const inside = browserPage.frameLocator('iframe');
      for (const place of [browserPage, inside]) {
        await expect(place.locator('apply-form')).toHaveAttribute('data-state', 'ready');
        await new Applicant(place).send();
        await expect(place.locator('[part="error"]').first()).toBeVisible();
        const isLight = async (part: Locator) => (await lightness(part, 'color')) > 300;
        await expect.poll(() => isLight(place.locator('[part="label"]').first())).toBe(isDark);
        await expect.poll(() => isLight(place.locator('[part="error"]').first())).toBe(isDark);
      }
      const foot = browserPage.locator('apply-form .af-foot');
      expect((await lightness(foot, 'background-color')) < 300).toBe(isDark);
    },
  );
}
