import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { fillInEngineer } from '../support/host-pages.ts';
import { lookInside } from '../support/look-inside.ts';
import { expect, test } from '../support/with-server.ts';

/** The demo with the inspector open. */
async function look(page: Page, origin: string, query = '?form=engineer'): Promise<Applicant> {
  await page.goto(`${origin}/${query}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await lookInside(page);
  return applicant;
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
  await expect(row(page, '121')).not.toHaveClass(/lit/);
  await years.fill('8');
  await expect(row(page, '121')).toHaveClass(/lit/);
  await expect(row(page, '121').getByText('if the answer is more than 7: holds')).toBeVisible();
  await expect(row(page, '102').getByText('8', { exact: true })).toBeVisible();
  // Back from the form: what has focus is marked.
  await applicant.question('121').locator('textarea, input').first().focus();
  await expect(row(page, '121').getByRole('button')).toHaveAttribute('aria-current', 'true');
  await expect(page.getByText('Shown, because “How many years')).toBeVisible();
});

test('from a hidden question it goes to the one that decides it, and the page stays where it is', {
  tag: '@deep',
}, async ({ page, server }) => {
  const applicant = await look(page, server.origin);
  await row(page, '122').getByRole('button').click();
  await expect(applicant.question('102').locator('input')).toBeFocused();
  await expect(page.getByText(/^Hidden, because .* You are now at “How many years/)).toBeVisible();
});

test('the tree is walked with the keyboard alone', { tag: '@deep' }, async ({ page, server }) => {
  const applicant = await look(page, server.origin);
  await page.getByRole('tab', { name: 'Tree' }).focus();
  await page.keyboard.press('ArrowLeft');
  await expect(page.getByRole('tab', { name: 'Check' })).toBeFocused();
  await page.keyboard.press('Home');
  await expect(page.getByRole('tab', { name: 'Tree' })).toHaveAttribute('aria-selected', 'true');
  await page.keyboard.press('Tab');
  await expect(page.getByRole('tabpanel')).toBeFocused();
  await page.keyboard.press('Tab');
  await expect(row(page, '101').getByRole('button')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(row(page, '102').getByRole('button')).toBeFocused();
  await page.keyboard.press('End');
  await page.keyboard.press('Home');
  await page.keyboard.press('Enter');
  await expect(applicant.question('101').locator('input, textarea').first()).toBeFocused();
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

test('it looks into a preview that was opened from a disk', { tag: '@deep' }, async ({ page }) => {
  const { href } = new URL('../../dist/site/preview.html?inspect', import.meta.url);
  await page.goto(href);
  await page.getByText('Bread', { exact: true }).click();
  await expect(row(page, '11')).toHaveClass(/lit/);
  await row(page, '21').getByRole('button').click();
  await expect(page.getByText(/^Hidden, because .* You are now at “Have you worked/)).toBeVisible();
});
