/** What is kept on the applicant's device between two visits, and what is not. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Page } from 'playwright/test';
import { Applicant, fileOf } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { changeQuestions, RiggedProxy } from '../support/rigged-proxy.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

async function meet(page: Page): Promise<Applicant> {
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

async function open(page: Page, origin: string, token: string): Promise<Applicant> {
  await page.goto(`${origin}/form#token=${token}`);
  return meet(page);
}

const text = (applicant: Applicant, question: string) =>
  applicant.question(question).locator('input, textarea').first();

const saved = (page: Page) => page.getByText('Saved on this device');

/** Everything that lies in the storage of the page's origin, but for the link by which this tab came (`links.spec.ts`). */
const stored = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const tab = Object.entries(sessionStorage).filter(([name]) => !name.startsWith('apply-form link '));
    return JSON.stringify([{ ...localStorage }, Object.fromEntries(tab)]);
  });

const nothing = '[{},{}]';

test.beforeEach(({ context }) => watchSealing(context));

const OPERATOR_KEY = 'the-key-of-the-operator-of-the-drafts';

test('what was typed is back after a reload, hidden answers and files too, sealed; sent, it is gone', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.question('2001').locator('input').first().focus();
  expect(await stored(page)).toBe(nothing);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'Canary in the mine');
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Canary nurse');
  await applicant.question('2009').locator('input[type=file]').setInputFiles(fileOf('canary-cv.pdf'));
  await expect(applicant.question('2009').getByText('Added')).toBeVisible();
  await expect(saved(page)).toBeVisible();
  await draftIsWritten(page);
  const kept = await stored(page);
  expect(kept).not.toMatch(/canary|(?<![\w-])2002(?![\w-])|one-of-each/i);
  expect(kept).not.toMatch(new RegExp(`\\b${application}\\b`));
  await page.reload();
  await meet(page);
  await expect(page.getByText('We have restored your answers.')).toBeVisible();
  await expect(text(applicant, '2002')).toHaveValue('Canary nurse');
  await expect(applicant.question('2009').locator('li')).toContainText('canary-cv.pdf');
  await applicant.answer('2001', true);
  await expect(text(applicant, '2101')).toHaveValue('Canary in the mine');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect((await sandbox.held(application)).get('2101')).toBe('Canary in the mine');
  expect(await sandbox.posts(application)).toContain('2009');
  await expect.poll(() => stored(page)).toBe(nothing);
});

test('“clear my answers” asks first, then empties the form and this device', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2002', 'Nurse');
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.getByRole('button', { name: 'No, keep them' }).click();
  await expect(page.getByRole('button', { name: 'Clear my answers' })).toBeFocused();
  await expect(text(applicant, '2002')).toHaveValue('Nurse');
  await page.reload();
  await meet(page);
  await page.getByRole('button', { name: 'Clear my answers' }).click();
  await page.getByRole('button', { name: 'Yes, delete them' }).click();
  await expect(text(applicant, '2002')).toHaveValue('');
  expect(await stored(page)).toBe(nothing);
  await page.reload();
  await meet(page);
  await expect(text(applicant, '2002')).toHaveValue('');
});

test('after “clear my answers” focus is on the form, its start is in view, and that it is done is said', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  const form = page.locator('form');
  for (const answer of ['Nurse', 'Midwife']) {
    await applicant.answer('2002', answer);
    await page.getByRole('button', { name: 'Clear my answers' }).focus();
    await page.keyboard.press('Enter');
    await page.keyboard.press('Tab');
    await page.keyboard.press('Enter');
    await expect(text(applicant, '2002')).toHaveValue('');
    await expect(form).toBeFocused();
    await expect(form.locator('[data-question-id]').first()).toBeInViewport({ ratio: 1 });
    await expect(applicant.state().getByRole('status')).toHaveText('Your answers are deleted.');
    await page.keyboard.press('Tab');
    await expect(form.locator('[data-question-id] input').first()).toBeFocused();
    await applicant.answer('2001', false);
  }
});

test('a visitor without an application goes on after a reload, and finds the receipt after sending', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const before = await sandbox.made();
  await page.goto(`${server.origin}/form#job=4712&tenant=default`);
  const applicant = await meet(page);
  await applicant.introduce({ first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' });
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Canary nurse');
  await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await draftIsWritten(page);
  await page.reload();
  await meet(page);
  await expect(applicant.detail('email')).toHaveValue('sam@example.com');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const receipt = await page.locator('code').textContent();
  await page.reload();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await page.locator('code').textContent()).toBe(receipt);
  expect((await sandbox.made()).length).toBe(before.length + 1);
  expect(await stored(page)).not.toMatch(/canary|example\.com/i);
});

test('draft="off" stores nothing, and takes away what was stored', { tag: '@deep' }, async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  const show = (more: string) =>
    page.goto(
      host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
        <script src="${server.origin}/apply-form.js" async></script>
        <apply-form token="${token}" ${more}></apply-form>`),
    );
  await show('');
  const applicant = await meet(page);
  await applicant.answer('2002', 'Nurse');
  await expect(saved(page)).toBeVisible();
  await show('draft="off"');
  await meet(page);
  await expect(text(applicant, '2002')).toHaveValue('');
  expect(await stored(page)).toBe(nothing);
  await applicant.answer('2002', 'Midwife');
  await applicant.answer('2001', false);
  await page.waitForLoadState('networkidle');
  expect(await stored(page)).toBe(nothing);
});

test('questions that changed since are marked, and answers that no longer fit are shown', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const rig = await RiggedProxy.before(page);
  const { token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2002', 'Nurse');
  await expect(saved(page)).toBeVisible();
  const before = await stored(page);
  await applicant.answer('2003', 'A long story');
  await expect.poll(() => stored(page)).not.toBe(before);
  rig.questions = changeQuestions((document) => {
    document.meta['revision'] = 'another';
    document.data = document.data.filter(({ id }) => id !== '2003');
    for (const { id, attributes } of document.data) if (id === '2002') attributes.title = 'Your trade';
  });
  await page.reload();
  await meet(page);
  await expect(page.getByRole('heading', { name: 'The employer has changed the form' })).toBeVisible();
  await expect(page.locator('.af-banner')).toContainText('A long story');
  await expect(page.locator('.af-banner').getByRole('link')).toHaveText(['Your trade']);
  await expect(text(applicant, '2002')).toHaveValue('Nurse');
});

test('two tabs: neither loses what it shows, and what only one of them has is kept', {
  tag: '@deep',
}, async ({ page, context, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const first = await open(page, server.origin, token);
  const other = await context.newPage();
  const second = await open(other, server.origin, token);
  await first.answer('2002', 'Nurse');
  await expect(saved(page)).toBeVisible();
  await draftIsWritten(page);
  await second.answer('2003', 'From the second tab');
  await expect(saved(other)).toBeVisible();
  await draftIsWritten(other);
  await expect(text(first, '2002')).toHaveValue('Nurse');
  await expect(text(first, '2003')).toHaveValue('');
  await other.close();
  await page.reload();
  await meet(page);
  await expect(text(first, '2002')).toHaveValue('Nurse');
  await expect(text(first, '2003')).toHaveValue('From the second tab');
});

test('a refused answer can be corrected after a reload', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Nurse');
  await sandbox.faults({ refuse: ['2002'] });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  await page.reload();
  await expect(applicant.question('2002').locator('[aria-invalid=true]')).toHaveCount(1);
  await sandbox.faults({});
  await applicant.answer('2002', 'Midwife');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect((await sandbox.held(application)).get('2002')).toBe('Midwife');
});

test('where the browser stores nothing the form says so once, and sends all the same', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  await page.addInitScript(() => {
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('The operation is insecure.', 'SecurityError');
        },
      });
  });
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2001', false);
  await expect(page.getByText('cannot be saved on this device')).toHaveCount(1);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001']);
});

test('a clock that is off by a day, one way and then the other, changes nothing', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  await page.addInitScript(() => {
    const { now } = Date;
    const days = sessionStorage.getItem('days') === 'behind' ? -1 : 1;
    Date.now = () => now() + days * 86_400_000;
  });
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await applicant.answer('2001', false);
  await expect(saved(page)).toBeVisible();
  await page.evaluate(() => sessionStorage.setItem('days', 'behind'));
  await page.reload();
  await meet(page);
  await expect(page.getByText('We have restored your answers.')).toBeVisible();
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.posts(application)).toEqual(['2001']);
});

test('what was typed before the operator changed the secret is back, with a token of before too', {
  tag: '@deep',
}, async ({ page, server, sandbox }) => {
  const [older, newer] = ['an older secret of thirty-two letters', 'a newer secret of thirty-two letters'];
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-'));
  const operated = (secret: string, port = '0') =>
    startServer({
      PORT: port,
      APPLY_SECRET: secret,
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
      APPLY_ADMIN_KEY: OPERATOR_KEY,
      APPLY_SERVICE_URL: `${server.origin}/sandbox`,
      APPLY_SERVICE_KEY: 'sandbox-key',
    });
  const { application } = await sandbox.apply('one-of-each');
  const before = await operated(older);
  const token = await new Sandbox(before.origin).renew(application, 600, OPERATOR_KEY);
  const applicant = await open(page, before.origin, token);
  await applicant.answer('2002', 'Nurse');
  await expect(saved(page)).toBeVisible();
  const kept = await stored(page);
  await before.stop();
  const after = await operated(`${newer},${older}`, new URL(before.origin).port);
  await page.reload();
  await meet(page);
  await expect(text(applicant, '2002')).toHaveValue('Nurse');
  await expect.poll(async () => Object.keys(JSON.parse(await stored(page))[0])).toHaveLength(1);
  expect(Object.keys(JSON.parse(await stored(page))[0])).not.toEqual(Object.keys(JSON.parse(kept)[0]));
  await after.stop();
  await rm(folder, { recursive: true });
});
