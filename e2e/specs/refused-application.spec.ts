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
  <script src="${origin}/apply-form.js" async></script>
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

test('a no without a reason opens the details again beside another way; what is changed goes under the same reference', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await sandbox.demands({ jobs: { '4712': ['phone'] }, tells: 'nothing' });
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  const banner = page.locator('.af-banner');
  await expect(banner).toContainText('gave no reason');
  await expect(page.getByRole('link', { name: 'Apply by email instead' })).toBeVisible();
  await sandbox.demands({});
  await applicant.introduce({ first_name: 'Samantha' });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  const names = (await told(page)).map(([name]) => name);
  expect(names.filter((name) => name === 'apply-submitted')).toHaveLength(1);
  expect((await told(page)).at(-1)).toEqual([
    'apply-progress',
    { delivered: 3, total: 3, state: 'complete' },
  ]);
});

test('erased by its operator before any of it arrived: the page says neither that it arrived nor that all is done', {
  tag: '@deep',
}, async ({ context, page, server, host, sandbox }) => {
  await bringAxe(context);
  await sandbox.demands({ jobs: { '4712': ['phone'] }, tells: 'nothing' });
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await applicant.introduce({ email: 'erased@example.com' });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  await sandbox.erase('erased@example.com');
  await page.reload();
  await expect(page.getByRole('heading', { name: 'Your application was already sent' })).toBeVisible();
  await expect(page.getByText('If you are not sure that it arrived')).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply by email instead' })).toBeVisible();
  await expect(page.locator('[part="notice"]')).toContainText('sandbox');
  expect(await violations(page)).toEqual([]);
});

test('in the language of the page, from right to left', { tag: '@deep' }, async ({
  page,
  server,
  host,
  sandbox,
}) => {
  await sandbox.demands({ jobs: { '4712': ['date_of_birth'] } });
  await page.goto(host.show(careersPage(server.origin, 'lang="ar"')));
  const applicant = await fillIn(page);
  await applicant.send();
  await expect(page.locator('[part~=receipt]')).toContainText('تاريخ الميلاد');
});

test('a file that the service refuses opens its field, and may be left out where it is optional', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await sandbox.faults({ refuse_attributes: ['cv_base64_data'] });
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await attach(applicant, 'cv', [pdf('cv.pdf')]);
  await applicant.send();
  await expect(page.locator('.af-banner')).toContainText('Check your details');
  const resend = page.getByRole('button', { name: 'Send changes' });
  await resend.click();
  await expect(block(applicant, 'cv').locator('[part~=error]')).toBeVisible();
  await sandbox.faults({});
  await block(applicant, 'cv').getByRole('button', { name: 'Remove: cv.pdf' }).click();
  await resend.click();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  expect((await sandbox.whole(made[0] ?? '')).files).toEqual([]);
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

  for (const tells of ['detail', 'pointer'] as const) {
    test(`named by its ${tells}: it opens at once, all of it is sent again, and the next visitor is asked from the start`, {
      tag: '@deep',
    }, async ({ context, page, server, host, sandbox }) => {
      const before = await sandbox.made();
      await sandbox.demands({ jobs: { '4712': ['phone', 'cv', 'postcode'] }, tells });
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
  }

  test('stops no correction of an answer: who comes back after it was learned sends that answer alone', {
    tag: '@deep',
  }, async ({ context, page, server, host, sandbox }) => {
    const before = await sandbox.made();
    await sandbox.faults({ refuse: ['2002'] });
    await page.goto(host.show(careersPage(server.origin)));
    const applicant = await fillIn(page);
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
    const made = (await sandbox.made()).slice(before.length);
    expect(made).toHaveLength(1);
    await sandbox.faults({});
    await sandbox.demands({ jobs: { '4712': ['phone'] } });
    const other = await context.newPage();
    await other.goto(host.show(careersPage(server.origin)));
    await (await fillIn(other)).send();
    await expect(banner(other)).toContainText('also asks for: Phone number.');
    await other.close();
    await nextVisitorIsAsked(await context.newPage(), host.show(careersPage(server.origin)));
    await page.reload();
    await expect(banner(page)).toContainText('One answer needs a change');
    const asked = await page
      .locator('[part~=question]')
      .evaluateAll((found) => found.map((one) => one.getAttribute('data-question-id')));
    expect(asked).toEqual(['2002', '2105', '2107']);
    await applicant.answer('2002', 'Midwife');
    await page.getByRole('button', { name: 'Send changes' }).click();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect((await sandbox.made()).slice(before.length)).toEqual(made);
    expect(await sandbox.posts(made[0] ?? '')).toEqual(['2001', '2101', '2002']);
    expect((await sandbox.held(made[0] ?? '')).get('2002')).toBe('Midwife');
  });

  test('whose applicant loads the page again stands at the missing field', { tag: '@deep' }, async ({
    page,
    server,
    host,
    sandbox,
  }) => {
    const before = await sandbox.made();
    await sandbox.demands({ jobs: { '4712': ['phone'] } });
    await page.goto(host.show(careersPage(server.origin)));
    const applicant = await fillIn(page);
    await applicant.send();
    await expect(banner(page)).toContainText('also asks for: Phone number.');
    await page.reload();
    await expect(banner(page)).toContainText('also asks for: Phone number.');
    expect(await shown(page)).toEqual(['phone']);
    await phone(applicant, 'GB', '020 7946 0958');
    await page.getByRole('button', { name: 'Send changes' }).click();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect((await sandbox.made()).slice(before.length)).toHaveLength(1);
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

  test('whose applicant loads the page again has only that refused which was not changed since', {
    tag: '@deep',
  }, async ({ page, server, host, sandbox }) => {
    await sandbox.faults({ refuse: ['2101', '2002'] });
    await page.goto(host.show(careersPage(server.origin)));
    const applicant = await fillIn(page);
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
    const errors = () =>
      page
        .locator('[part~=question]:has([part~=error])')
        .evaluateAll((found) => found.map((one) => one.getAttribute('data-question-id')));
    await expect.poll(errors).toEqual(['2101', '2002']);
    await applicant.answer('2002', 'Midwife');
    await expect.poll(errors).toEqual(['2101']);
    await draftIsWritten(page);
    await page.reload();
    await expect.poll(errors).toEqual(['2101']);
    await sandbox.faults({});
    await applicant.answer('2101', 'Another reason');
    await page.getByRole('button', { name: 'Send changes' }).click();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  });

  for (const { what, refuse, corrected, held } of [
    {
      what: 'that drops a follow-up and adds another',
      refuse: '2001',
      corrected: { '2001': false, '2102': 'Another reason' },
      held: { '2001': false, '2002': 'Nurse', '2102': 'Another reason' },
    },
    {
      what: 'that takes back what was refused',
      refuse: '2101',
      corrected: { '2101': null },
      held: { '2001': true, '2002': 'Nurse' },
    },
  ] as const) {
    test(`whose applicant loads the page again sends a correction ${what}`, { tag: '@deep' }, async ({
      page,
      server,
      host,
      sandbox,
    }) => {
      const before = await sandbox.made();
      await sandbox.faults({ refuse: [refuse] });
      await page.goto(host.show(careersPage(server.origin)));
      const applicant = await fillIn(page);
      await applicant.send();
      await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
      await sandbox.faults({});
      for (const [question, entry] of Object.entries(corrected)) await applicant.answer(question, entry);
      await draftIsWritten(page);
      await page.reload();
      await expect(banner(page)).toContainText('One answer needs a change');
      await page.getByRole('button', { name: 'Send changes' }).click();
      await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
      const [made = ''] = (await sandbox.made()).slice(before.length);
      expect(Object.fromEntries(await sandbox.held(made))).toEqual(held);
    });
  }
});
