import type { Locator, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import type { Server } from '../support/apply-form-server.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

interface Opened {
  readonly page: Page;
  readonly server: Server;
  readonly sandbox: Sandbox;
}

const places: Readonly<Record<string, (opened: Opened) => Promise<Applicant>>> = {
  async 'on the form page'({ page, server, sandbox }) {
    const { token } = await sandbox.apply('engineer');
    await page.goto(`${server.origin}/form#token=${token}`);
    return new Applicant(page);
  },
  async 'on a careers page of another origin'({ page, server }) {
    await page.goto(`${server.otherOrigin}/hosts/careers-site.html?form=engineer`);
    return new Applicant(page);
  },
  async 'in a frame as high as its form, on a page of another origin'({ page, server }) {
    await page.goto(`${server.otherOrigin}/hosts/partner-portal.html?form=engineer`);
    return new Applicant(page.frameLocator('iframe'));
  },
};

const height = 700;

/** Pixels from the top of the window, wherever the element stands. */
async function edges(element: Locator): Promise<{ top: number; bottom: number }> {
  const box = await element.boundingBox();
  if (box === null) throw new Error('It is not drawn.');
  return { top: box.y, bottom: box.y + box.height };
}

for (const [place, open] of Object.entries(places)) {
  for (const width of [360, 1280]) {
    test(
      `each link of the summary brings label and control into view ${place}, at ${width} px`,
      deepUnless(width === 360 && place.startsWith('on a careers page')),
      async ({ page, server, sandbox }) => {
        await page.setViewportSize({ width, height });
        const applicant = await open({ page, server, sandbox });
        await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
        await applicant.send();
        const summary = applicant.place.locator('[part~=summary]');
        await expect(summary).toBeFocused();
        await expect.poll(async () => (await edges(summary)).top).toBeGreaterThanOrEqual(0);
        const links = await summary.getByRole('link').all();
        expect(links.length).toBeGreaterThan(5);
        for (const link of links) {
          // In a frame, whose height follows its form, a click would meet the place where the link was.
          if ('goto' in applicant.place) await link.click();
          else await link.press('Enter');
          const block = applicant.place.locator('[data-question-id]:focus-within');
          await expect(block).toHaveCount(1);
          const label = block.locator('[part~=label]').first();
          const control = block.locator('input, textarea, select').first();
          await expect(control).toBeFocused();
          await expect.poll(async () => (await edges(label)).top).toBeGreaterThanOrEqual(0);
          // In a frame the foot follows what is seen a moment later.
          const room = async () => {
            const foot = await edges(applicant.place.locator('button[type=submit]'));
            // Where the foot does not stick to the window it covers nothing.
            const floor = foot.bottom <= height ? Math.min(height, foot.top) : height;
            return Math.min(floor - (await edges(label)).bottom, floor - 40 - (await edges(control)).top);
          };
          await expect.poll(room).toBeGreaterThanOrEqual(0);
        }
      },
    );
  }
}
