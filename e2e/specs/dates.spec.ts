/** Dates: typed fields with a mouse, native fields on touch. */
import { meet } from '../support/applicant.ts';
import { careersPage, frameTag } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const DATE = '2008';

test.describe('with a mouse', () => {
  test('a date pasted in an everyday format arrives as a day', async ({ page, server, sandbox }) => {
    const { application, token } = await sandbox.apply('one-of-each');
    const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=de`);
    const group = page.getByRole('group', { name: 'Date', exact: true });
    await group.getByLabel('Tag').focus();
    await page.keyboard.insertText('05.06.2027');
    await expect(group.getByLabel('Monat')).toHaveValue('6');
    await applicant.send();
    await applicant.reaches('complete');
    expect((await sandbox.storedAnswers(application)).get(DATE)).toBe('2027-06-05');
  });

  test('a date that is half typed is back after a reload', async ({ page, context, server, sandbox }) => {
    await watchSealing(context);
    const { token } = await sandbox.apply('one-of-each');
    const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=en-GB`);
    const date = applicant.question(DATE);
    await date.getByLabel('Day').fill('05');
    await date.getByLabel('Year').fill('2027');
    await draftIsWritten(page);
    await page.reload();
    await expect(date.getByLabel('Day')).toHaveValue('05');
    await expect(date.getByLabel('Month')).toHaveValue('');
    await expect(date.getByLabel('Year')).toHaveValue('2027');
  });

  test('the button opens the calendar of the browser, except in a frame of another origin', {
    tag: '@deep',
  }, async ({ page, server, sandbox, host }) => {
    const { token } = await sandbox.apply('one-of-each');
    const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=en`);
    const date = applicant.question(DATE);
    const calendar = date.locator('input[type=date]');
    await page.evaluate(() => {
      HTMLInputElement.prototype.showPicker = function () {
        this.dataset['opened'] = this.value;
      };
    });
    await applicant.answer(DATE, '2027-03-04');
    await date.getByRole('button', { name: 'Open calendar' }).click();
    await expect(calendar).toHaveAttribute('data-opened', '2027-03-04');
    await calendar.evaluate((input: HTMLInputElement) => {
      input.value = '2027-06-05';
      input.dispatchEvent(new InputEvent('input', { bubbles: true }));
    });
    await expect(date.getByLabel('Month')).toHaveValue('6');
    await page.goto(host.show(careersPage(frameTag(server.origin, `token=${token}&lang=en`))));
    const frame = page.frameLocator('iframe');
    await expect(frame.locator('[data-date-part=day]').first()).toBeVisible();
    await expect(frame.getByRole('button', { name: 'Open calendar' })).toHaveCount(0);
  });
});

test.describe('on touch', () => {
  test.use({ hasTouch: true, isMobile: true, viewport: { width: 360, height: 740 } });

  test('a date is a native date field', async ({ page, server, sandbox }) => {
    const { token } = await sandbox.apply('one-of-each');
    const applicant = await meet(page, `${server.origin}/form#token=${token}&lang=en`);
    await expect(applicant.question(DATE).locator('input')).toHaveAttribute('type', 'date');
    await expect(page.locator('[data-date-part]')).toHaveCount(0);
  });
});
