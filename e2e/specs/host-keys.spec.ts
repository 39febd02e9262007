/** What is typed into the form stays there: a site's own shortcuts of one letter cannot see into the shadow root. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** The guard of most sites: not while something is typed into a field of the page. */
const shortcuts = `
  const heard = [];
  addEventListener('keydown', (event) => {
    heard.push(event.key);
    if (event.target.matches('input, textarea, select')) return;
    if (event.key === '/') { event.preventDefault(); document.querySelector('#search').focus(); }
    if (['j', 'k', 'Backspace'].includes(event.key)) event.preventDefault();
  });`;

const hostPage = (origin: string, isolation: string) => `<!doctype html>
<html lang="en"><head><meta charset="utf-8"><title>Jobs</title><link rel="icon" href="data:,"></head>
<body><input id="search" aria-label="Search"><script>${shortcuts}</script>
<script type="module" src="${origin}/apply-form.js" data-apply-job="4711" data-apply-isolation="${isolation}"></script></body></html>`;

async function open(page: Page, address: string): Promise<Applicant> {
  await page.goto(address);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

const heard = (page: Page) => page.evaluate<string[]>('heard');

for (const isolation of ['shadow', 'light']) {
  test(
    `a slash and letters reach the field, and nothing of the page (${isolation})`,
    deepUnless(isolation === 'shadow'),
    async ({ page, server, host }) => {
      const applicant = await open(page, host.show(hostPage(server.origin, isolation)));
      const name = applicant.detail('first_name');
      await name.focus();
      await page.keyboard.type('j/k');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Backspace');
      await expect(name).toBeFocused();
      await expect(name).toHaveValue('jk');
      expect(await heard(page)).toEqual([]);
    },
  );

  test(`shortcuts, Tab and Escape reach the page (${isolation})`, { tag: '@deep' }, async ({
    page,
    server,
    host,
  }) => {
    const applicant = await open(page, host.show(hostPage(server.origin, isolation)));
    await applicant.detail('first_name').focus();
    for (const keys of ['Control+k', 'Alt+s', 'Escape', 'Tab']) await page.keyboard.press(keys);
    const last = ['k', 's', 'Escape', 'Tab'];
    expect((await heard(page)).filter((key) => last.includes(key))).toEqual(last);
  });

  test(`outside of fields the page hears every key (${isolation})`, { tag: '@deep' }, async ({
    page,
    server,
    host,
  }) => {
    const applicant = await open(page, host.show(hostPage(server.origin, isolation)));
    await applicant.state().locator('button[type=submit]').focus();
    await page.keyboard.press('/');
    await expect(page.locator('#search')).toBeFocused();
  });
}
