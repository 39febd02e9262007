import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { RiggedProxy, refuse } from '../support/rigged-proxy.ts';
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
  await sandbox.faults({ refuse: ['2002'] });
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

test('a correction of a form that has changed since says that the application is safe, with its reference', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const rig = await RiggedProxy.before(page);
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await fillInRequired(applicant);
  await sandbox.faults({ refuse: ['2002'] });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  rig.submissions = refuse(409, 'form_changed');
  await applicant.answer('2002', 'Midwife');
  await applicant.send();
  await expect(page.locator('.af-failure')).toContainText('Your application is safe, with reference');
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
  // Five, and the way to the others.
  await expect(summary.getByRole('link')).toHaveCount(6);
  await summary.getByRole('link').first().click();
  await expect(applicant.question('102').locator('input')).toBeFocused();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  expect(await sandbox.posts(application)).toEqual([]);
});

test('pressing send twice sends once', async ({ page, server, sandbox }) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await fillInRequired(applicant);
  await sandbox.faults({ delay: 300 });
  await page.locator('button[type=submit]').dblclick();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101', '2002']);
});

test('a form that was sent says so when it is opened again', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2001', true);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  await page.reload();
  await open(page, server.origin, token);
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001']);
});

for (const [name, token] of [
  ['forged', 'eyJhbGciOiJkaXIiLCJlbmMiOiJBMjU2R0NNIn0..AAAA.BBBB.CCCC'],
  ['no token at all', 'not-a-token'],
] as const) {
  test(`a token that is ${name} is refused in words`, { tag: '@deep' }, async ({ page, server }) => {
    const applicant = await open(page, server.origin, token);
    await expect(applicant.state()).toHaveAttribute('data-state', 'error');
    await expect(applicant.state()).toContainText(/link/i);
  });
}

test('a token that expires while one types is said in words, and every answer stays', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const rig = await RiggedProxy.before(page);
  rig.submissions = refuse(401, 'token_expired');
  const applicant = await open(page, server.origin, token);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await fillInRequired(applicant);
  await applicant.send();
  await expect(page.getByText(/limited time.*answers are still here/)).toBeVisible();
  await expect(applicant.question('2002').locator('input')).toHaveValue('Nurse');
  expect(await sandbox.posts(application)).toEqual([]);
});

test('a date that is half filled in can be cleared, and keeps nothing back then', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  const date = applicant.question('2008').locator('[data-date-part=day]');
  await applicant.answer('2001', true);
  await date.focus();
  await page.keyboard.press('1');
  await date.blur();
  await applicant
    .question('2008')
    .getByRole('button', { name: /^Clear answer/ })
    .click();
  expect(await date.evaluate((input: HTMLInputElement) => input.validity.badInput)).toBe(false);
  await applicant.answer('2101', 'A reason');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101']);
});

test('a document that is not one leaves the error state with the fallback link, and no stack trace', {
  tag: '@deep',
}, async ({ page }) => {
  const server = await startServer({ APPLY_FALLBACK_URL: 'https://careers.example.com/{job}' });
  try {
    const { Sandbox } = await import('../support/sandbox.ts');
    const sandbox = new Sandbox(server.origin);
    const { token } = await sandbox.apply('engineer');
    await sandbox.faults({ bad_document: 'html' });
    const applicant = await open(page, server.origin, token);
    await expect(applicant.state()).toHaveAttribute('data-state', 'error');
    await expect(page.getByRole('link', { name: /apply/i })).toHaveAttribute(
      'href',
      'https://careers.example.com/4711',
    );
    expect(await page.content()).not.toMatch(/\bat \w+ \(|node:internal/);
  } finally {
    await server.stop();
  }
});

test('going offline keeps every answer, and what was pressed is sent once the network is back', {
  tag: '@deep',
}, async ({ page, server, sandbox, context }) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await fillInRequired(applicant);
  // What tries again comes with the first touch, as what keeps the answers does.
  await applicant.settle();
  await context.setOffline(true);
  await applicant.send();
  await expect(page.getByText(/offline|connection/i).first()).toBeVisible();
  await expect(applicant.question('2101').locator('input, textarea')).toHaveValue('A reason');
  await context.setOffline(false);
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2101', '2002']);
});
