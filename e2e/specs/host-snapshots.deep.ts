/** Sites that cache copies of their pages and restore them (Turbo, pjax) still have exactly one form. */
import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const forms = {
  'a light element': (origin: string) =>
    `${scriptTag(origin)}<apply-form job="4711" isolation="light"><a href="/other">Apply on paper</a></apply-form>`,
  'a script tag': (origin: string) => scriptTag(origin, 'data-apply-job="4711"'),
};

/** Leaves a page like Turbo, which caches a copy and shows another page. */
const leave = (page: Page) =>
  page.evaluate(() => {
    const next = document.createElement('body');
    next.textContent = 'About us';
    Object.assign(window, { snapshot: document.body.cloneNode(true) });
    document.body.replaceWith(next);
  });

/** Returns like Turbo, which inserts the copy and runs its scripts again. */
const comeBack = (page: Page) =>
  page.evaluate(async () => {
    const snapshot: unknown = Reflect.get(window, 'snapshot');
    if (!(snapshot instanceof HTMLElement)) throw new Error('There is no copy.');
    document.body.replaceWith(snapshot);
    for (const old of snapshot.querySelectorAll('script')) {
      const script = document.createElement('script');
      for (const { name, value } of old.attributes) script.setAttribute(name, value);
      script.async = false;
      const ran = new Promise((resolve) => script.addEventListener('load', resolve));
      old.replaceWith(script);
      await ran;
    }
  });

for (const [way, form] of Object.entries(forms))
  test(`a page restored from a copy has one form, with the typed text: ${way}`, async ({
    page,
    server,
    host,
  }) => {
    const applicant = await meet(page, host.show(careersPage(form(server.origin))));
    await applicant.detail('first_name').fill('Ada');
    await applicant.settle();
    for (const time of [1, 2]) {
      await leave(page);
      await expect(applicant.state()).toHaveCount(0);
      await comeBack(page);
      await expect(applicant.state(), `the form, time ${time}`).toHaveCount(1);
      await applicant.reaches('ready');
      await expect(page.locator('button[type=submit]')).toHaveCount(1);
      await expect(applicant.detail('first_name')).toHaveValue('Ada');
    }
  });

test('a copy of a light form includes its fallback', async ({ page, server, host }) => {
  const applicant = await meet(page, host.show(careersPage(forms['a light element'](server.origin))));
  await leave(page);
  await page.route(/\/sessions/, (route) => route.abort());
  await comeBack(page);
  await applicant.reaches('error');
  await expect(page.getByRole('link', { name: 'Apply on paper' })).toHaveCount(1);
  await expect(page.locator('.af')).toHaveCount(1);
});
