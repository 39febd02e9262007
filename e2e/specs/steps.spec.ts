/** One section at a time: the way through a form, errors within a step, the check before sending. */
import type { Page } from 'playwright/test';
import { meet, visitor } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const stepsFile = /\/assets\/steps-[\w-]+\.js/;

const addressOf = (origin: string, job: string) => `${origin}/form#job=${job}&tenant=default&layout=steps`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test.beforeEach(async ({ context }) => {
  await bringAxe(context);
  await watchSealing(context);
});

test('goes step by step to the check page, sends only there, and leaves address and history alone', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}&layout=steps`);
  const before = await page.evaluate(() => [location.href, history.length]);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await press(page, 'Next');
  await expect(heading(page, /^Check your answers/)).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await page
    .getByRole('button', { name: /^Change/ })
    .nth(1)
    .click();
  await expect(applicant.question('2101').locator('input, textarea')).toBeFocused();
  await applicant.answer('2101', 'Another reason');
  await press(page, 'Continue');
  await expect(page.getByText('Another reason')).toBeVisible();
  expect(await page.evaluate(() => [location.href, history.length])).toEqual(before);
  await applicant.send();
  await applicant.reaches('complete');
  expect((await sandbox.storedAnswers(application)).get('2101')).toBe('Another reason');
});

test('errors show within the step, and the heading of the next step takes focus', async ({
  page,
  server,
}) => {
  const applicant = await meet(page, addressOf(server.origin, '4711'));
  await press(page, 'Next');
  await expect(page.getByRole('group', { name: 'There is a problem with 3 answers' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await applicant.introduce(visitor);
  await press(page, 'Next');
  await expect(heading(page, /^Questions/)).toBeFocused();
  await expect(page.getByRole('group', { name: /There is a problem/ })).toHaveCount(0);
  await press(page, 'Back');
  await expect(heading(page, /^About you/)).toBeFocused();
});

test('the form shows on one page when the steps cannot be loaded', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  await page.route(stepsFile, (route) => route.abort());
  await meet(page, addressOf(server.origin, '4711'));
  await expect(page.getByRole('button', { name: 'Send application' })).toBeVisible();
});

test('a reload restores the answers, and opens the first step with something to do', {
  tag: '@deep',
}, async ({ page, server }) => {
  const applicant = await meet(page, addressOf(server.origin, '4711'));
  await applicant.introduce(visitor);
  await press(page, 'Next');
  await expect(heading(page, /^Questions/)).toBeFocused();
  await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await draftIsWritten(page);
  await page.reload();
  await applicant.reaches('ready');
  await expect(page.getByText(/restored your answers/)).toBeVisible();
  await expect(heading(page, /^About you/)).toHaveCount(0);
  await press(page, 'Back');
  await expect(heading(page, /^(About you|Questions)/)).toBeFocused();
});
