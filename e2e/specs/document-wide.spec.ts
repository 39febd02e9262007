/** Extensions of job seekers look for fields in the whole document, by label and name, and not in shadow roots. */
import { meet } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

const seeker = {
  'First name': 'Ada',
  'Last name': 'Lovelace',
  'Email address': 'ada@example.com',
  'Phone number': '07700 900123',
};

test('a document-wide autofill finds and fills names, email and phone on our page', async ({
  page,
  server,
}) => {
  await meet(page, `${server.origin}/form#job=4720&tenant=default&lang=en`);
  // Fills fields in like such an extension, and returns those it found.
  const found = await page.evaluate((values) => {
    const filled: string[] = [];
    for (const label of document.querySelectorAll('label')) {
      const title = label.textContent?.trim() ?? '';
      const field = document.getElementById(label.htmlFor);
      const [name, value] = Object.entries(values).find(([known]) => title.startsWith(known)) ?? [];
      if (!name || !value || !(field instanceof HTMLInputElement)) continue;
      filled.push(`${name} ${field.autocomplete}`);
      field.value = value;
      field.dispatchEvent(new Event('input', { bubbles: true }));
      field.dispatchEvent(new Event('change', { bubbles: true }));
    }
    return filled;
  }, seeker);
  expect(found).toEqual([
    'First name given-name',
    'Last name family-name',
    'Email address email',
    'Phone number tel',
  ]);
  const given = () =>
    page.evaluate<string[]>(`['first_name', 'last_name', 'email', 'phone'].map((name) =>
      document.querySelector('apply-form').session.form.fields.get('detail:' + name).answer.peek()?.text)`);
  await expect.poll(given).toEqual(Object.values(seeker));
});
