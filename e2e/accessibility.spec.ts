import AxeBuilder from '@axe-core/playwright';
import type { Page } from 'playwright/test';
import { Applicant } from './applicant.ts';
import { expect, test } from './with-server.ts';

/** What the automatic rules of WCAG 2.2 AA find; they see a part of the criteria only. */
async function violations(page: Page): Promise<string[]> {
  const { violations: found } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'])
    .analyze();
  return found.map((each) => `${each.id}: ${each.nodes.map((node) => node.target.join(' ')).join(', ')}`);
}

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [360, 1280]) {
    test.describe(`${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 900 } });

      test('the form has no violation when it is empty, in error, and sent', async ({
        page,
        server,
        sandbox,
      }) => {
        const { token } = await sandbox.apply('one-of-each');
        await page.goto(`${server.origin}/form#token=${token}`);
        const applicant = new Applicant(page);
        await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
        expect(await violations(page), 'empty').toEqual([]);
        await applicant.answer('2001', true);
        await applicant.answer('2007', 'ten');
        await applicant.send();
        await expect(page.locator('[part~=summary]')).toBeFocused();
        expect(await violations(page), 'in error').toEqual([]);
        await applicant.answer('2007', '10');
        await applicant.send();
        await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
        expect(await violations(page), 'sent').toEqual([]);
      });

      test('the demo page has no violation', async ({ page, server }) => {
        await page.goto(server.origin);
        await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
        expect(await violations(page)).toEqual([]);
      });
    });
  }
}
