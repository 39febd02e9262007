/** An application that the service refuses: the applicant sees why, loses nothing, and has another way to apply. */
import type { Page } from 'playwright/test';
import { type Applicant, answerShortest, meet, visitor } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { attach, block, chooseCountry, fill, pdf, phone } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';

const pageOf = (origin: string) =>
  careersPage(`<script>window.events = [];
    for (const name of ['apply-submitted', 'apply-error', 'apply-progress'])
      addEventListener(name, (event) => window.events.push([name, event.detail]));</script>
  ${scriptTag(origin)}
  <apply-form job="4712"><a href="https://careers.example.com/4712">Apply by email instead</a></apply-form>`);

const eventsOn = (page: Page) => page.evaluate<readonly [string, object][]>('window.events');

async function sendFrom(page: Page, address: string): Promise<Applicant> {
  const applicant = await meet(page, address);
  await applicant.introduce(visitor);
  await answerShortest(applicant);
  await applicant.send();
  return applicant;
}

test.afterEach(({ sandbox }) => sandbox.forgetLessons('4712'));

test('a requirement that no form covers keeps the answers, shows another way to apply, and tells the page', {
  tag: '@deep',
}, async ({ context, page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await sandbox.demands({ jobs: { '4712': ['date_of_birth'] } });
  await bringAxe(context);
  const applicant = await sendFrom(page, host.show(pageOf(server.origin)));
  await applicant.reaches('attention');
  const receipt = page.locator('[part~=receipt]');
  await expect(receipt).toContainText('Your application could not be passed on');
  await expect(receipt).toContainText('details that this form does not ask for: Date of birth.');
  await expect(receipt).toContainText('None of your application has reached the employer.');
  await expect(page.getByRole('link', { name: 'Apply by email instead' })).toBeVisible();
  await page.getByText('What you sent', { exact: true }).click();
  await expect(receipt).toContainText('A reason');
  expect(await violations(page)).toEqual([]);
  expect(await sandbox.made()).toEqual(before);
  const reference = await receipt.locator('code').textContent();
  const error = { code: 'application_refused', retryable: false, retryAfter: null };
  expect(await eventsOn(page)).toEqual([
    ['apply-progress', { delivered: 0, total: 3, state: 'refused' }],
    ['apply-error', { ...error, fields: ['date_of_birth'], reference }],
  ]);
  await page.reload();
  await applicant.reaches('attention');
  await expect(receipt).toContainText('Date of birth');
});

test('a requirement that the form lacks opens at once, is sent again, and shows for later visitors', {
  tag: '@deep',
}, async ({ context, page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await sandbox.demands({ jobs: { '4712': ['phone', 'cv', 'postcode'] } });
  await bringAxe(context);
  const applicant = await sendFrom(page, host.show(pageOf(server.origin)));
  const banner = page.locator('.af-banner');
  await expect(banner).toContainText('Check your details');
  await expect(banner).toBeFocused();
  const shown = page.locator('[part~=question]');
  const names = await shown.evaluateAll((found) => found.map((node) => node.getAttribute('data-detail')));
  expect(names).toEqual(['phone', 'country', 'address1', 'town', 'postcode', 'cv']);
  expect(await violations(page)).toEqual([]);
  const resend = page.getByRole('button', { name: 'Send changes' });
  await resend.click();
  const missing = block(applicant, 'town').locator('[part~=error]');
  await expect(missing).toHaveText('Error: Enter your town or city');
  await phone(applicant, 'GB', '020 7946 0958');
  await chooseCountry(applicant, 'GB');
  await fill(applicant, { address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' });
  await attach(applicant, 'cv', [pdf('cv.pdf')]);
  await resend.click();
  await applicant.reaches('complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  const demanded = { phone: '+442079460958', town: 'York' };
  expect(await sandbox.attributes(made[0] ?? '')).toMatchObject({ ...visitor, ...demanded });
  expect((await eventsOn(page)).filter(([name]) => name === 'apply-submitted')).toHaveLength(1);
  const next = await context.newPage();
  // Every process hears of new lessons within two seconds.
  const isAsked = async () => {
    await next.goto(host.show(pageOf(server.origin)));
    return next.locator('[data-detail=phone] [part~=control]').last().getAttribute('aria-required');
  };
  await expect.poll(isAsked).toBe('true');
});
