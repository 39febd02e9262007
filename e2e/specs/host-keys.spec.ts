/** Typed letters stay in the form, because a site's one-letter shortcuts cannot see that a field in the shadow root has focus. */
import { meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** Most sites ignore shortcuts while a field of the page has focus. */
const shortcuts = `
  const heard = [];
  addEventListener('keydown', (event) => {
    heard.push(event.key);
    if (event.target.matches('input, textarea, select')) return;
    if (event.key === '/') { event.preventDefault(); document.querySelector('#search').focus(); }
    if (['j', 'k', 'Backspace'].includes(event.key)) event.preventDefault();
  });`;
const pageWith = (origin: string, isolation: string) =>
  careersPage(`<input id="search" aria-label="Search"><script>${shortcuts}</script>
    ${scriptTag(origin, `data-apply-job="4711" data-apply-isolation="${isolation}"`)}`);

for (const isolation of ['shadow', 'light'])
  test(
    `typing stays in its field, and shortcuts, Tab and Escape reach the page (${isolation})`,
    deepUnless(isolation === 'shadow'),
    async ({ page, server, host }) => {
      const heard = () => page.evaluate<string[]>('heard');
      const applicant = await meet(page, host.show(pageWith(server.origin, isolation)));
      const name = applicant.detail('first_name');
      await name.focus();
      await page.keyboard.type('j/k');
      await page.keyboard.press('ArrowLeft');
      await page.keyboard.press('Backspace');
      await expect(name).toBeFocused();
      await expect(name).toHaveValue('jk');
      expect(await heard()).toEqual([]);
      for (const keys of ['Control+k', 'Alt+s', 'Escape', 'Tab']) await page.keyboard.press(keys);
      const last = ['k', 's', 'Escape', 'Tab'];
      expect((await heard()).filter((key) => last.includes(key))).toEqual(last);
      await applicant.state().locator('button[type=submit]').focus();
      await page.keyboard.press('/');
      await expect(page.locator('#search')).toBeFocused();
    },
  );
