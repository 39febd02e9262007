/** Each way of embedding: the demo shows the form by it, and what is copied works on an empty page elsewhere. */
import type { FrameLocator, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const embeds = ['element', 'script', 'iframe', 'page'] as const;

const emptyPage = (html: string) => `<!doctype html>
<html lang="en">
  <head><meta charset="utf-8" /><title>Jobs</title><link rel="icon" href="data:," /></head>
  <body>${html}</body>
</html>`;

/** Where the form is; to a page of its own the link is followed. */
async function formOn(page: Page, embed: (typeof embeds)[number]): Promise<Page | FrameLocator> {
  if (embed === 'page') await page.getByRole('link', { name: 'Apply for this job' }).first().click();
  return embed === 'iframe' ? page.frameLocator('iframe[data-apply-frame]') : page;
}

for (const embed of embeds)
  test(
    `by ${embed} the demo shows the form, and what is copied shows it elsewhere in the same brand`,
    deepUnless(embed === 'element'),
    async ({ page, context, server, host }) => {
      await context.grantPermissions(['clipboard-read', 'clipboard-write']);
      await page.goto(`${server.origin}/?form=engineer&embed=${embed}&brand=bank`);
      await page.getByRole('button', { name: 'Copy the HTML' }).click();
      await expect(page.getByRole('button', { name: 'HTML copied' })).toBeVisible();
      const html = await page.evaluate(() => navigator.clipboard.readText());
      const visitor = await context.newPage();
      await visitor.goto(host.show(emptyPage(html)));
      for (const each of [page, visitor]) {
        const place = await formOn(each, embed);
        await expect(place.locator('apply-form')).toHaveAttribute('data-state', 'ready');
        const applicant = new Applicant(place);
        await applicant.answer('102', '8');
        await expect(applicant.question('121')).toBeVisible();
        if (embed !== 'page')
          await expect(place.locator('button[type=submit]')).toHaveCSS('background-color', 'rgb(21, 49, 95)');
      }
    },
  );

test('the look inside follows a form in an iframe', { tag: '@deep' }, async ({ page, server }) => {
  await page.goto(`${server.origin}/?form=engineer&embed=iframe`);
  const inside = page.frameLocator('iframe');
  await expect(inside.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  await new Applicant(inside).answer('102', '8');
  const shown = page.getByRole('tabpanel', { name: 'Tree' }).locator('.lit');
  await expect(shown.filter({ hasText: 'Which engineers have you helped' })).toBeVisible();
});
