/** The data that stays on the applicant's device between two visits. */
import type { Locator, Page } from 'playwright/test';
import { type Applicant, fileOf, formOn, meet } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const text = (applicant: Applicant, question: string): Locator =>
  applicant.question(question).locator('input, textarea').first();

/** Returns everything in the storage of the page's origin, except the link of this tab (`links.spec.ts`). */
const stored = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const tab = Object.entries(sessionStorage).filter(([name]) => !name.startsWith('apply-form link '));
    return JSON.stringify([{ ...localStorage }, Object.fromEntries(tab)]);
  });
const nothing = '[{},{}]';

test.beforeEach(({ context }) => watchSealing(context));

test('a reload restores the sealed draft, with hidden answers and files, until the application is sent', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.question('2001').locator('input').first().focus();
  expect(await stored(page)).toBe(nothing);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'Canary in the mine');
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Canary nurse');
  await applicant.question('2009').locator('input[type=file]').setInputFiles(fileOf('canary-cv.pdf'));
  await expect(applicant.question('2009').getByText('Added')).toBeVisible();
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await draftIsWritten(page);
  const storage = await stored(page);
  expect(storage).not.toMatch(/canary|(?<![\w-])2002(?![\w-])|one-of-each/i);
  expect(storage).not.toMatch(new RegExp(`\\b${application}\\b`));
  await page.reload();
  await formOn(page);
  await expect(page.getByText('We have restored your answers.')).toBeVisible();
  await expect(text(applicant, '2002')).toHaveValue('Canary nurse');
  await expect(applicant.question('2009').locator('li')).toContainText('canary-cv.pdf');
  await applicant.answer('2001', true);
  await expect(text(applicant, '2101')).toHaveValue('Canary in the mine');
  await applicant.send();
  await applicant.reaches('complete');
  expect((await sandbox.storedAnswers(application)).get('2101')).toBe('Canary in the mine');
  expect(await sandbox.posts(application)).toContain('2009');
  await expect.poll(() => stored(page)).toBe(nothing);
});

test('“clear my answers” asks first, then empties form and device, announces it and returns to the start', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}`);
  await applicant.answer('2002', 'Nurse');
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.getByRole('button', { name: 'No, keep them' }).click();
  await expect(page.getByRole('button', { name: 'Clear my answers' })).toBeFocused();
  await expect(text(applicant, '2002')).toHaveValue('Nurse');
  for (const key of ['Enter', 'Tab', 'Enter']) await page.keyboard.press(key);
  await expect(text(applicant, '2002')).toHaveValue('');
  await expect(page.locator('form')).toBeFocused();
  await expect(page.locator('form [data-question-id]').first()).toBeInViewport({ ratio: 1 });
  await expect(applicant.state().getByRole('status')).toHaveText('Your answers have been deleted.');
  expect(await stored(page)).toBe(nothing);
});
