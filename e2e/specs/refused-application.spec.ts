/** An application that the service does not make: the applicant reads why, keeps everything, and has a way on. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { attach, block, chooseCountry, fill, pdf, phone } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const visitor = { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' };

const careersPage = (origin: string, attributes = '') => `<!doctype html><html lang="en"><title>Jobs</title>
  <meta name="viewport" content="width=device-width"><main><h1>Jobs</h1>
  <script>window.told = [];
    for (const name of ['apply-submitted', 'apply-error', 'apply-progress'])
      addEventListener(name, (event) => window.told.push([name, event.detail]));</script>
  <script type="module" async src="${origin}/apply-form.js"></script>
  <apply-form job="4712" ${attributes}><a href="https://careers.example.com/4712">Apply by email instead</a></apply-form></main>`;

/** The shortest application that this form accepts. */
async function fillIn(page: Page): Promise<Applicant> {
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.introduce(visitor);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
  return applicant;
}

test.beforeEach(({ context }) => watchSealing(context));

const told = (page: Page) => page.evaluate<readonly [string, object][]>('window.told');

test('a job that demands what no form asks without its operator: which is said, the answers are kept, another way is shown, and the page is told', {
  tag: '@deep',
}, async ({ context, page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await sandbox.demands({ jobs: { '4712': ['date_of_birth'] } });
  await bringAxe(context);
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  const receipt = page.locator('[part~=receipt]');
  await expect(receipt).toContainText('Your application could not be passed on');
  await expect(receipt).toContainText('details that this form does not ask for: Date of birth.');
  await expect(receipt).toContainText('None of your application has reached the employer.');
  await expect(page.locator('apply-form')).not.toContainText(
    /may not have|sent again automatically|Thank you/,
  );
  await expect(page.getByRole('link', { name: 'Apply by email instead' })).toBeVisible();
  await expect(page.getByRole('button', { name: 'Print or save a copy' })).toBeVisible();
  await page.getByText('What you sent', { exact: true }).click();
  await expect(receipt).toContainText('sam@example.com');
  await expect(receipt).toContainText('A reason');
  expect(await violations(page)).toEqual([]);
  expect(await sandbox.made()).toEqual(before);
  const reference = await receipt.locator('code').textContent();
  const error = { code: 'application_refused', retryable: false, retryAfter: null };
  expect(await told(page)).toEqual([
    ['apply-progress', { delivered: 0, total: 3, state: 'refused' }],
    ['apply-error', { ...error, fields: ['date_of_birth'], reference }],
  ]);
  await page.reload();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  await expect(receipt).toContainText('Date of birth');
  await page.getByText('What you sent', { exact: true }).click();
  await expect(receipt).toContainText('A reason');
});

test.describe('a job that demands what its form does not ask', () => {
  test.afterEach(async ({ sandbox }) => {
    await sandbox.forgetLessons('4712');
  });

  const banner = (page: Page) => page.locator('.af-banner');
  const shown = (page: Page) =>
    page
      .locator('[part~=question]')
      .evaluateAll((found) => found.map((one) => one.getAttribute('data-detail')));

  /** Every process hears of new lessons within two seconds. */
  const nextVisitorIsAsked = async (next: Page, address: string) => {
    const control = next.locator('[data-detail=phone] [part~=control]').last();
    const isAsked = async () => {
      await next.goto(address);
      return control.getAttribute('aria-required');
    };
    await expect.poll(isAsked).toBe('true');
  };

  test('opens it at once, sends all of it again, and asks the next visitor from the start', {
    tag: '@deep',
  }, async ({ context, page, server, host, sandbox }) => {
    const before = await sandbox.made();
    await sandbox.demands({ jobs: { '4712': ['phone', 'cv', 'postcode'] } });
    await bringAxe(context);
    await page.goto(host.show(careersPage(server.origin)));
    const applicant = await fillIn(page);
    await applicant.send();
    await expect(banner(page)).toContainText('Check your details');
    await expect(banner(page)).toBeFocused();
    const address = ['country', 'address1', 'town', 'postcode'];
    expect(await shown(page)).toEqual(['phone', ...address, 'cv']);
    expect(await violations(page)).toEqual([]);
    const resend = page.getByRole('button', { name: 'Send changes' });
    await resend.click();
    await expect(block(applicant, 'town').locator('[part~=error]')).toHaveText(
      'Error: Enter your town or city',
    );
    await phone(applicant, 'GB', '020 7946 0958');
    await chooseCountry(applicant, 'GB');
    await fill(applicant, { address1: '1 High Street', town: 'York', postcode: 'YO1 7HH' });
    await attach(applicant, 'cv', [pdf('cv.pdf')]);
    await resend.click();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    const made = (await sandbox.made()).slice(before.length);
    expect(made).toHaveLength(1);
    expect(await sandbox.attributes(made[0] ?? '')).toMatchObject({
      ...visitor,
      phone: '+442079460958',
      town: 'York',
    });
    const names = (await told(page)).map(([name]) => name);
    expect(names.filter((name) => name === 'apply-submitted')).toHaveLength(1);
    await nextVisitorIsAsked(await context.newPage(), host.show(careersPage(server.origin)));
  });

  test('whose applicant loads the page again with it filled in has nothing refused, and sends it', {
    tag: '@deep',
  }, async ({ page, server, host, sandbox }) => {
    const before = await sandbox.made();
    await sandbox.demands({ jobs: { '4712': ['phone', 'summary', 'cover_letter'] } });
    await page.goto(host.show(careersPage(server.origin)));
    const applicant = await fillIn(page);
    await applicant.send();
    await expect(banner(page)).toContainText('also asks for: ');
    await phone(applicant, 'GB', '020 7946 0958');
    await fill(applicant, { summary: 'Ten years of wards' });
    await attach(applicant, 'cover_letter', [pdf('letter.pdf')]);
    await expect(block(applicant, 'cover_letter').getByText('Added')).toBeVisible();
    await draftIsWritten(page);
    await page.reload();
    // The second time before what became of it is shown, which is when the draft is written once more.
    await page.locator('[part~=question]').first().waitFor();
    await page.reload();
    await expect(banner(page)).toBeVisible();
    expect(await shown(page)).toEqual(['phone', 'summary', 'cover_letter']);
    await expect(block(applicant, 'cover_letter').getByText('letter.pdf')).toBeVisible();
    await expect(page.locator('[part~=error]')).toHaveCount(0);
    await page.getByRole('button', { name: 'Send changes' }).click();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect((await sandbox.made()).slice(before.length)).toHaveLength(1);
  });
});
