/** Extensions of job seekers look for fields in the whole document, by label and name, and not in shadow roots. */
import type { Frame } from 'playwright/test';
import { deepUnless, expect, test } from '../support/with-server.ts';

const seeker = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'Email address': 'ada@example.com',
  'Phone number': '07700 900123',
};

/** As such an extension does; returns what it found. */
const fillIn = (frame: Frame) =>
  frame.evaluate((values) => {
    const found: string[] = [];
    for (const label of document.querySelectorAll('label')) {
      const title = label.textContent?.trim() ?? '';
      const field = document.getElementById(label.htmlFor);
      const [name, value] = Object.entries(values).find(([known]) => title.startsWith(known)) ?? [];
      if (!name || !value || !(field instanceof HTMLInputElement)) continue;
      found.push(`${name} ${field.autocomplete}`);
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    return found;
  }, seeker);

for (const place of ['/form', '/frame/default'])
  test(
    `names, email and phone are found and filled in document-wide on ${place}`,
    deepUnless(place === '/form'),
    async ({ page, server, host }) => {
      const address = `${server.origin}${place}#job=4720&tenant=default&lang=en`;
      await page.goto(
        place === '/form' ? address : host.show(`<iframe src="${address}" title="Form"></iframe>`),
      );
      await expect.poll(() => page.frames().some((one) => one.url().includes(place))).toBe(true);
      const frame = page.frames().find((one) => one.url().includes(place)) ?? page.mainFrame();
      await expect(frame.locator('apply-form')).toHaveAttribute('data-state', 'ready');
      expect(await fillIn(frame)).toEqual([
        'First name given-name',
        'Last name family-name',
        'Email address email',
        'Phone number tel',
      ]);
      const given = () =>
        frame.evaluate(() => {
          // biome-ignore lint/suspicious/noExplicitAny: what only tests look at.
          const { fields } = (document.querySelector('apply-form') as any).session.form;
          return ['first_name', 'last_name', 'email', 'phone'].map(
            (name) => fields.get(`detail:${name}`).answer.peek()?.text,
          );
        });
      await expect.poll(given).toEqual(Object.values(seeker));
    },
  );
