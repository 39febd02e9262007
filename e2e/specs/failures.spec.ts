import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { expect, test } from '../support/with-server.ts';

async function open(page: Page, origin: string, token: string): Promise<Applicant> {
  await page.goto(`${origin}/form#token=${token}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).not.toHaveAttribute('data-state', 'loading');
  return applicant;
}

async function fillInRequired(applicant: Applicant): Promise<void> {
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
}

test('an answer that the service refuses comes back to its question, and is corrected without sending the rest again', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await fillInRequired(applicant);
  await sandbox.faults({ disturb: [{ path: '/api/v1/answers', question: '2002', reply: 422 }] });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  await expect(applicant.question('2002').locator('[aria-invalid=true]')).toHaveCount(1);
  await sandbox.faults({});
  await applicant.answer('2002', 'Midwife');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101', '2002']);
  expect((await sandbox.held(application)).get('2002')).toBe('Midwife');
});

test('sending an unfinished form sends nothing, names what is missing and leads there', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('engineer');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('101', 'A planner');
  await applicant.send();
  const summary = page.locator('[part~=summary]');
  await expect(summary).toBeFocused();
  await expect(summary.getByRole('link')).toHaveCount(6);
  await summary.getByRole('link').first().click();
  await expect(applicant.question('102').locator('input')).toBeFocused();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  expect(await sandbox.posts(application)).toEqual([]);
});
