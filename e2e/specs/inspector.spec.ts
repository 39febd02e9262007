import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { fillInEngineer } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';

/** The demo, which has the inspector beside the form. */
async function look(page: Page, origin: string): Promise<Applicant> {
  await page.goto(`${origin}/?form=engineer`);
  await expect(page.getByRole('button', { name: /^What are you working on/ })).toBeVisible();
  return new Applicant(page);
}

const row = (page: Page, id: string) => page.locator(`[data-question="${id}"]`);

test('a press in the tree goes to the question, an answer lights up what it shows', async ({
  page,
  server,
}) => {
  const applicant = await look(page, server.origin);
  await row(page, '102').getByRole('button').click();
  const years = applicant.question('102').locator('input');
  await expect(years).toBeFocused();
  await years.fill('8');
  await expect(row(page, '121')).toHaveClass(/lit/);
  await expect(row(page, '121').getByText('if the answer is more than 7: it is 8')).toBeVisible();
  await expect(row(page, '102').getByText('8', { exact: true })).toBeVisible();
  // Back from the form: what has focus is marked.
  await applicant.question('121').locator('textarea, input').first().focus();
  await expect(row(page, '121').getByRole('button')).toHaveAttribute('aria-current', 'true');
});

test('one row for each visible answer says how far it has come, and what is hidden is struck out', {
  tag: '@deep',
}, async ({ page, server }) => {
  const applicant = await look(page, server.origin);
  await fillInEngineer(applicant);
  await applicant.answer('102', '8');
  await applicant.answer('121', 'Two');
  await applicant.answer('102', '3');
  await page.getByRole('tab', { name: 'Requests' }).click();
  const requests = page.getByRole('tabpanel', { name: 'Requests' });
  const request = (id: string) => requests.getByRole('listitem').filter({ hasText: `question ${id}` });
  await expect(request('102')).toContainText('would be sent');
  await expect(request('121').locator('s')).toBeVisible();
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  await expect(request('102')).toContainText('delivered');
  await expect(request('121')).toContainText('hidden, not sent');
});
