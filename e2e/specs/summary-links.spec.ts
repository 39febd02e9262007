import type { Locator } from 'playwright/test';
import { formOn } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const addresses = {
  'on a careers page of another origin': 'careers-site.html?form=engineer',
  'in a frame as high as its form, on a page of another origin': 'partner-portal.html?form=engineer',
};

const height = 700;

/** Pixels from the top of the window, whatever the scroll position. */
async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('The element is not drawn.');
  return { top: box.y, bottom: box.y + box.height };
}

for (const [place, address] of Object.entries(addresses)) {
  test(
    `each link of the summary scrolls label and control into view ${place}`,
    deepUnless(place.startsWith('on a careers page')),
    async ({ page, server }) => {
      await page.setViewportSize({ width: 360, height });
      await page.goto(`${server.otherOrigin}/hosts/${address}`);
      const applicant = await formOn(place.startsWith('in a frame') ? page.frameLocator('iframe') : page);
      await applicant.send();
      const summary = applicant.place.locator('[part~=summary]');
      await expect(summary).toBeFocused();
      await expect.poll(async () => (await edges(summary)).top).toBeGreaterThanOrEqual(0);
      const links = await summary.getByRole('link').all();
      expect(links.length).toBeGreaterThan(5);
      for (const link of links) {
        // A frame changes height with its form, so a click could miss the moved link.
        if ('goto' in applicant.place) await link.click();
        else await link.press('Enter');
        const block = applicant.place.locator('[data-question-id]:focus-within');
        await expect(block).toHaveCount(1);
        const label = block.locator('[part~=label]').first();
        const control = block.locator('input, textarea, select').first();
        await expect(control).toBeFocused();
        await expect.poll(async () => (await edges(label)).top).toBeGreaterThanOrEqual(0);
        // In a frame the foot follows the visible area with a short delay.
        const room = async () => {
          const foot = await edges(applicant.place.locator('button[type=submit]'));
          // A foot that is not sticky covers nothing.
          const floor = foot.bottom <= height ? Math.min(height, foot.top) : height;
          return Math.min(floor - (await edges(label)).bottom, floor - 40 - (await edges(control)).top);
        };
        await expect.poll(room).toBeGreaterThanOrEqual(0);
      }
    },
  );
}
