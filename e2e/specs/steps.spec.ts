/** One section at a time: the way through a form, errors within a step, the check before sending. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const stepsFile = /\/assets\/steps-[\w-]+\.js/;

async function meet(page: Page, address: string): Promise<Applicant> {
  await page.goto(address);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

const visitor = (origin: string, job: string) => `${origin}/form#job=${job}&tenant=default&layout=steps`;
const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();
const heading = (page: Page, name: string | RegExp) => page.getByRole('heading', { name });

test.beforeEach(async ({ context }) => {
  await bringAxe(context);
  await watchSealing(context);
});

async function fillInDetails({ place }: Applicant): Promise<void> {
  await place.locator('[autocomplete=given-name]').fill('Ada');
  await place.locator('[autocomplete=family-name]').fill('Lovelace');
  await place.locator('[autocomplete=email]').fill('ada@example.com');
}

test('goes step by step to the check and sends only there; the address and the history stay', async ({
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
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect((await sandbox.held(application)).get('2101')).toBe('Another reason');
});

test('errors are told within the step, and the heading of the next one takes focus', async ({
  page,
  server,
}) => {
  const applicant = await meet(page, visitor(server.origin, '4711'));
  await press(page, 'Next');
  await expect(page.getByRole('group', { name: 'There is a problem with 3 answers' })).toBeFocused();
  expect(await violations(page)).toEqual([]);
  await fillInDetails(applicant);
  await press(page, 'Next');
  await expect(heading(page, /^Questions/)).toBeFocused();
  await expect(page.getByRole('group', { name: /There is a problem/ })).toHaveCount(0);
  await press(page, 'Back');
  await expect(heading(page, /^About you/)).toBeFocused();
});

test('where the steps cannot be loaded, the form stands on one page', { tag: '@deep' }, async ({
  page,
  server,
}) => {
  await page.route(stepsFile, (route) => route.abort());
  await meet(page, visitor(server.origin, '4711'));
  await expect(page.getByRole('button', { name: 'Send application' })).toBeVisible();
});

test('on a narrow screen nothing runs over, and the key of a touch keyboard leads on', {
  tag: '@deep',
}, async ({ page, server }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const applicant = await meet(page, visitor(server.origin, '4711'));
  const email = applicant.place.locator('[autocomplete=email]');
  await email.focus();
  await expect(email).toHaveAttribute('enterkeyhint', 'next');
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBe(360);
});

test('what was answered is there again after a reload, at the first step with something to do', {
  tag: '@deep',
}, async ({ page, server }) => {
  const applicant = await meet(page, visitor(server.origin, '4711'));
  await fillInDetails(applicant);
  await press(page, 'Next');
  await expect(heading(page, /^Questions/)).toBeFocused();
  await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await draftIsWritten(page);
  await page.reload();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await expect(page.getByText(/restored your answers/)).toBeVisible();
  await expect(heading(page, /^About you/)).toHaveCount(0);
  await press(page, 'Back');
  await expect(heading(page, /^(About you|Questions)/)).toBeFocused();
});

test('by keyboard alone it is filled in, checked and sent', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, `${server.origin}/form#token=${token}&layout=steps`);
  await applicant.question('2007').locator('input').focus();
  await page.keyboard.type('3');
  const pressed = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).focus();
    await page.keyboard.press('Enter');
  };
  await pressed('Next');
  await expect(heading(page, /^Check your answers/)).toBeFocused();
  await pressed('Send application');
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect((await sandbox.held(application)).get('2007')).toBe('3');
});
