/** Known applicants type nothing twice: prefill by the session, by the element's property, and in a portal's iframe. */
import type { Page } from 'playwright/test';
import { meet } from '../support/applicant.ts';
import { frameAddress, helper, iframe } from '../support/framed.ts';
import { careersPage } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

const known = {
  details: {
    first_name: 'Ada',
    last_name: 'Canary',
    email: 'ada.canary@example.com',
    phone: '+442079460018',
  },
  answers: {
    '2001': true,
    '2101': 'Canary reason',
    '2002': 'Canary Nurse',
    '999': 'Canary',
    '2006': 'Canary',
  },
};

const MARK = 'Filled in for you. Please check.';
const SOME = 'This site has filled in some answers for you. Please check them before you send.';

const warnings = (page: Page): string[] => {
  const logged: string[] = [];
  page.on('console', (message) => message.type() === 'warning' && logged.push(message.text()));
  return logged;
};

const stored = (page: Page) =>
  page.evaluate(() => JSON.stringify([Object.entries(localStorage), Object.entries(sessionStorage)]));

test('details from a back end are filled in, marked, corrected and sent, and never stored in clear', async ({
  page,
  server,
  sandbox,
}) => {
  const logged = warnings(page);
  const before = await sandbox.made();
  const token = await sandbox.token({ job: '4712', prefill: known });
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  const first = applicant.detail('first_name');
  await expect(first).toHaveValue('Ada');
  await expect(first).toHaveAccessibleDescription(new RegExp(MARK.replaceAll('.', '\\.')));
  await expect(page.getByText(SOME)).toBeVisible();
  await expect(page.getByText(MARK)).toHaveCount(7);
  await expect(page.locator('[data-question-id="2101"] :is(input, textarea)')).toHaveValue('Canary reason');
  expect(await stored(page)).not.toMatch(/Canary|7946 ?0018/i);
  await first.fill('Augusta');
  await expect(page.locator('[data-detail="first_name"]')).not.toContainText(MARK);
  await expect(page.getByText(MARK)).toHaveCount(6);
  // The next token of the job belongs to another session, which could not open this draft.
  await expect(page.getByText('cannot be saved on this device')).toBeVisible();
  await page.locator('button[type=submit]').click();
  await applicant.reaches('complete');
  const [made = ''] = (await sandbox.made()).slice(before.length);
  expect(await sandbox.attributes(made)).toMatchObject({
    first_name: 'Augusta',
    last_name: 'Canary',
    email: 'ada.canary@example.com',
  });
  expect(await sandbox.posts(made)).toEqual(['2001', '2101', '2002']);
  expect(await stored(page)).not.toMatch(/Canary|7946 ?0018/i);
  const lines = logged.filter((line) => line.includes('prefill'));
  expect(lines).toHaveLength(1);
  expect(lines[0]).toContain('999 is not asked in this form');
  expect(lines.join()).not.toMatch(/Canary/);
});

test('typed text wins, later values fill the rest, and cleared fields stay empty', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const script = `ApplyForm.mount('main', { job: '4712', prefill: { first_name: 'Ada' } })`;
  const body = `<script type="module" src="${server.origin}/apply-form.js"></script><script type="module">${script}</script>`;
  const applicant = await meet(page, host.show(careersPage(body)));
  const set = (prefill: object) =>
    page.evaluate(
      (values) => Object.assign(document.querySelector('apply-form') ?? {}, { prefill: values }),
      prefill,
    );
  const [first, last, email] = ['first_name', 'last_name', 'email'].map((name) => applicant.detail(name));
  if (!first || !last || !email) throw new Error('The form asks for names and email.');
  await expect(first).toHaveValue('Ada');
  await last.fill('Typed');
  await set({ first_name: 'Later', last_name: 'Later', email: 'later@example.com' });
  await expect(email).toHaveValue('later@example.com');
  await expect(first).toHaveValue('Later');
  await expect(last).toHaveValue('Typed');
  await email.fill('');
  await set({ first_name: 'Last', email: 'last@example.com' });
  await expect(first).toHaveValue('Last');
  await expect(email).toHaveValue('');
  await page.evaluate(() => document.querySelector('apply-form')?.reset());
  await expect(first).toHaveValue('');
  await set({ first_name: 'Last', email: 'last@example.com' });
  await expect(first).toHaveValue('');
  await expect(page.getByText(MARK)).toHaveCount(0);
});

test('the iframe of a portal can prefill the form, and an address cannot', { tag: '@deep' }, async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const logged = warnings(page);
  const { token } = await sandbox.apply('one-of-each');
  const address = `${frameAddress(server.origin, token)}&prefill=${encodeURIComponent('{"answers":{"2002":"Address"}}')}`;
  const script = `<script>document.querySelector('iframe').applyPrefill = { answers: { '2002': 'Portal' } }</script>`;
  await page.goto(host.show(careersPage(iframe(address) + script + helper(server.origin))));
  const inside = page.frameLocator('iframe');
  const text = inside.locator('[data-question-id="2002"] :is(input, textarea)');
  await expect(text).toHaveValue('Portal');
  await expect(inside.getByText(MARK)).toHaveCount(1);
  expect(logged.filter((line) => line.includes('address'))).toHaveLength(1);
  await page.evaluate(() => {
    const iframe = document.querySelector('iframe');
    Object.assign(iframe ?? {}, { applyPrefill: { answers: { '2002': 'Later' } } });
    iframe?.dispatchEvent(new Event('apply-prefill'));
  });
  await expect(text).toHaveValue('Later');
});
