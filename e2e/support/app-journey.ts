/** What an applicant does in an app of `e2e/apps`, and what its developer expects. */
import type { Page } from 'playwright/test';
import { Applicant } from './applicant.ts';
import { watchForTrouble } from './host-pages.ts';
import { Sandbox } from './sandbox.ts';
import { expect } from './with-server.ts';

/** What only a property carries, and whether the element has it as an attribute too. */
const properties = (page: Page) =>
  page
    .locator('apply-form')
    .evaluate((form) =>
      ['messages', 'prefill', 'renewToken'].map((name) => [
        name,
        typeof Reflect.get(form, name),
        form.hasAttribute(name),
      ]),
    );

export async function walkThroughApp(page: Page, app: string, server: string): Promise<void> {
  const trouble = await watchForTrouble(page);
  await page.goto(app);
  const applicant = new Applicant(page);
  const said = page.getByRole('status').first();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await expect(said).toHaveText('14 questions');
  await expect(applicant.detail('first_name')).toHaveValue('Ada');
  await expect(page.getByRole('button', { name: 'Apply now' })).toBeVisible();
  expect(await properties(page)).toEqual([
    ['messages', 'object', false],
    ['prefill', 'object', false],
    ['renewToken', 'function', false],
  ]);
  await openOtherJob(page, applicant);
  await sendOnce(applicant, new Sandbox(server));
  await expect(said).toHaveText(/^Received as \w{4}-/);
  await takeAway(page);
  expect(trouble.errors).toEqual([]);
}

async function openOtherJob(page: Page, applicant: Applicant): Promise<void> {
  const element = await applicant.state().elementHandle();
  await page.getByRole('button', { name: 'Job 4712' }).click();
  await expect(applicant.question('2001')).toBeVisible();
  expect(await element?.evaluate((form) => form.isConnected)).toBe(true);
}

async function sendOnce(applicant: Applicant, sandbox: Sandbox): Promise<void> {
  const before = await sandbox.made();
  await applicant.introduce({ last_name: 'Example', email: 'ada@example.com' });
  await expect(applicant.question('2101')).toHaveCount(0);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(['2001', '2101', '2002']);
}

async function takeAway(page: Page): Promise<void> {
  const element = await page.locator('apply-form').elementHandle();
  await page.getByRole('button', { name: 'Close' }).click();
  await expect(page.locator('apply-form')).toHaveCount(0);
  await expect.poll(() => element?.evaluate((form) => form.shadowRoot?.childElementCount)).toBe(0);
}
