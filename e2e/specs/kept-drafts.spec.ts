/** What a visitor without an application leaves on a device: in this tab alone, or kept for seven days on a press. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Browser, BrowserContext, Page, Response } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { type Server, startServer } from '../support/apply-form-server.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { Sandbox } from '../support/sandbox.ts';
import { plantEverywhere, wholeStorage } from '../support/whole-storage.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const KEEP = 'Keep on this device for 7 days';
const FOUND = 'Answers are kept on this device. Continue only if they are yours.';
const canaries = { first_name: 'Canaryfirst', last_name: 'Canarylast', email: 'canary@example.com' };
const answer = 'Canary in the mine';

/** Tokens that the proxy gave in a context; each is a canary too. */
const tokens = new WeakMap<BrowserContext, Set<string>>();

async function hearTokens(context: BrowserContext): Promise<void> {
  const heard = new Set<string>();
  tokens.set(context, heard);
  await watchSealing(context);
  context.on('response', async (response: Response) => {
    if (!new URL(response.url()).pathname.endsWith('/sessions')) return;
    const token = (await response.json().catch(() => null))?.data?.attributes?.token;
    if (typeof token === 'string') heard.add(token);
  });
}

test.beforeEach(({ context }) => hearTokens(context));

interface Opened {
  readonly page: Page;
  readonly applicant: Applicant;
}

async function open(context: BrowserContext, server: Server, job = '4712', more = ''): Promise<Opened> {
  const page = await context.newPage();
  await page.goto(`${server.origin}/form#job=${job}&tenant=default${more}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  // The body of a reply is not always there to be read.
  const own = 'document.querySelector("apply-form")?.session?.access.connection().token';
  const token = await page.evaluate<string | undefined>(own);
  if (token) tokens.get(context)?.add(token);
  return { page, applicant };
}

const text = ({ applicant }: Pick<Opened, 'applicant'>, question = '2002') =>
  applicant.question(question).locator('input, textarea').first();

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

async function fillIn({ page, applicant }: Opened): Promise<void> {
  await applicant.introduce(canaries);
  await applicant.answer('2001', false);
  await applicant.answer('2002', answer);
  await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await draftIsWritten(page);
}

async function keep({ page }: Opened): Promise<void> {
  // By the keyboard: below follow-ups that have just come, a press with the mouse can miss what moves on.
  await button(page, KEEP).press('Enter');
  const line = page.locator('.af-line', { hasText: /^Kept on this device until / });
  await expect(line).toBeVisible();
}

/** Nothing that was typed, no title and no token lies anywhere in clear. */
async function expectSealed({ page }: Pick<Opened, 'page'>): Promise<void> {
  const context = page.context();
  const stored = await wholeStorage(page, context);
  const heard = () => [...(tokens.get(context) ?? [])];
  for (const canary of [...Object.values(canaries), answer, 'Ward Coordinator', ...heard()])
    expect(stored).not.toContain(canary);
}

const local = (page: Page): Promise<readonly string[]> => page.evaluate(() => Object.keys(localStorage));

/** The browser was closed and opened again: what is of a tab is gone. */
async function restarted(browser: Browser, context: BrowserContext): Promise<BrowserContext> {
  const next = await browser.newContext({ storageState: await context.storageState() });
  await hearTokens(next);
  return next;
}

test('kept: after a restart the form is open and empty, names nothing, and goes on at a press', {
  tag: '@deep',
}, async ({ browser, context, server }) => {
  const before = await open(context, server);
  await fillIn(before);
  // Control: there is a token to be searched for.
  await expect.poll(() => tokens.get(context)?.size).toBeGreaterThan(0);
  await expectSealed(before);
  await keep(before);
  await expectSealed(before);
  const after = await open(await restarted(browser, context), server);
  await expect(after.page.getByText(FOUND)).toBeVisible();
  await expect(text(after)).toHaveValue('');
  await expect(after.page.getByText(/until|December|Kept on/)).toHaveCount(0);
  await expect(after.page.locator('body')).not.toContainText('Canary');
  await button(after.page, 'Continue').click();
  await expect(text(after)).toHaveValue(answer);
  await expect(after.applicant.detail('email')).toHaveValue(canaries.email);
  await expect(after.page.locator('.af-notice', { hasText: 'We have restored your answers.' })).toBeVisible();
  await expect(after.page.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
  await expectSealed(after);
  // This tab goes on by itself from now on.
  await after.page.reload();
  await expect(text(after)).toHaveValue(answer);
  await expect(after.page.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
  await expectSealed(after);
});

test('not kept: it is there after a reload, and gone with the tab', { tag: '@deep' }, async ({
  context,
  server,
}) => {
  const before = await open(context, server);
  await fillIn(before);
  await before.page.reload();
  await expect(text(before)).toHaveValue(answer);
  await expectSealed(before);
  const other = await open(context, server);
  await expect(text(other)).toHaveValue('');
  await expect(other.page.getByText(FOUND)).toHaveCount(0);
  expect(await local(other.page)).toEqual([]);
});

test('kept, and taken back: it is in this tab alone again', { tag: '@deep' }, async ({ context, server }) => {
  const before = await open(context, server);
  await fillIn(before);
  await keep(before);
  expect(await local(before.page)).toHaveLength(1);
  await expect(button(before.page, 'Do not keep on this device')).toBeFocused();
  await button(before.page, 'Do not keep on this device').click();
  await expect(before.page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  expect(await local(before.page)).toEqual([]);
  await before.page.reload();
  await expect(text(before)).toHaveValue(answer);
  await expect(before.page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
});

test('another person who presses neither sees nothing, mixes nothing, and replaces it only when told so', {
  tag: '@deep',
}, async ({ browser, context, server }) => {
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  const shared = await restarted(browser, context);
  const other = await open(shared, server);
  const kept = await other.page.evaluate(() => JSON.stringify(localStorage));
  await other.applicant.answer('2002', 'Of another person');
  await draftIsWritten(other.page);
  await other.page.reload();
  await expect(text(other)).toHaveValue('Of another person');
  await expect(other.page.locator('body')).not.toContainText('Canary');
  expect(await other.page.evaluate(() => JSON.stringify(localStorage))).toBe(kept);
  // The owner comes back and finds what was kept.
  const again = await open(shared, server);
  await button(again.page, 'Continue').click();
  await expect(text(again)).toHaveValue(answer);
  // The other person keeps theirs.
  await other.page.bringToFront();
  await button(other.page, KEEP).press('Enter');
  await expect(other.page.getByText(/already\. Keep these instead\?/)).toBeVisible();
  await button(other.page, 'Cancel').click();
  await expect(other.page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await button(other.page, KEEP).press('Enter');
  await button(other.page, 'Yes, keep these').click();
  await expect(other.page.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
  const last = await open(shared, server);
  await button(last.page, 'Continue').click();
  await expect(text(last)).toHaveValue('Of another person');
  await expect(last.applicant.detail('email')).toHaveValue('');
});

test('what was typed before Continue wins, and a file that was chosen goes along', { tag: '@deep' }, async ({
  context,
  server,
  sandbox,
}) => {
  const made = await sandbox.made();
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  await owner.page.close();
  const back = await open(context, server);
  await back.applicant.answer('2002', 'Typed meanwhile');
  await back.applicant.answer('2009', { files: ['canary-letter.pdf'] });
  await expect(back.applicant.question('2009').getByText('Added')).toBeVisible();
  await button(back.page, 'Continue').click();
  await expect(back.applicant.detail('email')).toHaveValue(canaries.email);
  await expect(text(back)).toHaveValue('Typed meanwhile');
  await expect(back.applicant.question('2009').getByText('Added')).toBeVisible();
  await expectSealed(back);
  await back.applicant.send();
  await expect(back.applicant.state()).toHaveAttribute('data-state', 'complete');
  const [application = ''] = (await sandbox.made()).slice(made.length);
  expect(await sandbox.posts(application)).toContain('2009');
  // Sent completely: nothing is left beyond this tab, and this tab shows the receipt.
  await expect.poll(() => local(back.page)).toEqual([]);
  await expectSealed(back);
  await back.page.reload();
  await expect(back.applicant.state()).toHaveAttribute('data-state', 'complete');
});

test('Continue of what was sent before opens its receipt, and brings focus to it', { tag: '@deep' }, async ({
  browser,
  context,
  ownServer,
}) => {
  const owner = await open(context, ownServer);
  await fillIn(owner);
  await keep(owner);
  // Nothing is delivered, so the draft is needed still.
  await new Sandbox(ownServer.origin).faults({
    status: [{ path: '/api/v1/answers', status: 503, requests: 1_000, retry_after: null }],
  });
  await owner.applicant.send();
  await expect(owner.page.locator('[part~=receipt]')).toBeFocused();
  const { page, applicant } = await open(await restarted(browser, context), ownServer);
  await button(page, 'Continue').focus();
  await page.keyboard.press('Enter');
  await expect(applicant.state()).toHaveAttribute('data-state', 'received');
  await expect(page.locator('[part~=receipt]')).toBeFocused();
  // Control: a receipt that is there when the page is opened takes no focus.
  await page.reload();
  await expect(page.locator('[part~=receipt]')).toBeVisible();
  await expect(page.locator('[part~=receipt]')).not.toBeFocused();
});

test('step by step it is offered on each step, from the first saved answer on, and kept from there', {
  tag: '@deep',
}, async ({ browser, context, server }) => {
  const { page, applicant } = await open(context, server, '4712', '&layout=steps');
  await page.setViewportSize({ width: 360, height: 740 });
  await applicant.introduce(canaries);
  await expect(page.locator('.af-saved')).toHaveText('Saved in this tab');
  for (const step of ['About you', 'Documents', 'Questions']) {
    await expect(page.getByRole('heading', { name: step })).toBeVisible();
    await expect(button(page, KEEP)).toBeVisible();
    if (step === 'Questions') await applicant.answer('2001', false);
    if (step === 'Questions') await applicant.answer('2002', answer);
    await button(page, 'Next').click();
  }
  await expect(page.getByRole('heading', { name: 'Check your answers' })).toBeVisible();
  await keep({ page, applicant });
  const after = await open(await restarted(browser, context), server, '4712', '&layout=steps');
  await button(after.page, 'Continue').click();
  await expect(after.applicant.detail('email')).toHaveValue(canaries.email);
});

test('two jobs on one device have a draft each', { tag: '@deep' }, async ({ context, server }) => {
  const first = await open(context, server);
  await fillIn(first);
  await keep(first);
  const other = await open(context, server, '4711');
  await expect(other.page.getByText(FOUND)).toHaveCount(0);
  await other.applicant.introduce({ first_name: 'Canaryother' });
  await keep(other);
  expect(await local(other.page)).toHaveLength(2);
  const again = await open(context, server, '4711');
  await button(again.page, 'Continue').click();
  await expect(again.applicant.detail('first_name')).toHaveValue('Canaryother');
  await expect(again.applicant.detail('email')).toHaveValue('');
  await button(again.page, 'Clear my answers').click();
  await button(again.page, 'Yes, delete them').click();
  expect(await local(again.page)).toHaveLength(1);
});

test('Start anew asks first, deletes what was kept with its handle, and leaves what was typed', {
  tag: '@deep',
}, async ({ context, server }) => {
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  await owner.page.close();
  const { page, applicant } = await open(context, server);
  await applicant.introduce({ first_name: 'Sam' });
  await button(page, 'Start anew').click();
  await button(page, 'No, keep them').click();
  await expect(button(page, 'Continue')).toBeFocused();
  await button(page, 'Start anew').click();
  await button(page, 'Yes, delete them').click();
  await expect(
    page.locator('.af-notice', { hasText: 'The answers that were kept on this device are deleted.' }),
  ).toBeVisible();
  await expect(page.locator('form')).toBeFocused();
  await expect(applicant.state().getByRole('status')).toHaveText(
    'The answers that were kept on this device are deleted.',
  );
  expect(await local(page)).toEqual([]);
  await expect(applicant.detail('first_name')).toHaveValue('Sam');
  await expectSealed({ page });
});

test('Clear my answers deletes all of it, in this tab and on the device', { tag: '@deep' }, async ({
  context,
  server,
}) => {
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  await button(owner.page, 'Clear my answers').click();
  await button(owner.page, 'Yes, delete them').click();
  await expect(text(owner)).toHaveValue('');
  await expect.poll(() => owner.page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('what was said of kept answers is not said again once they are cleared', { tag: '@deep' }, async ({
  context,
  server,
}) => {
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  await owner.page.close();
  const { page, applicant } = await open(context, server);
  const status = applicant.state().getByRole('status');
  await button(page, 'Continue').click();
  await expect(status).toContainText('We have restored your answers.');
  await button(page, 'Clear my answers').click();
  await button(page, 'Yes, delete them').click();
  await expect(status).toContainText('are deleted');
  const said: string[] = [];
  await page.exposeFunction('hear', (text: string) => void said.push(text));
  await status.evaluate((region) => {
    const hear: unknown = Reflect.get(window, 'hear');
    const tell = () => typeof hear === 'function' && hear(region.textContent);
    new MutationObserver(tell).observe(region, { subtree: true, characterData: true, childList: true });
  });
  await applicant.introduce({ first_name: 'Sam' });
  await keep({ page, applicant });
  await expect.poll(() => said.join()).toContain('Kept on this device until');
  expect(said.join()).not.toContain('restored');
});

test('one tab that takes it back, or deletes it, takes it from the others too', { tag: '@deep' }, async ({
  context,
  server,
}) => {
  const first = await open(context, server);
  await fillIn(first);
  await keep(first);
  const second = await open(context, server);
  await button(second.page, 'Continue').click();
  await expect(second.page.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
  await button(first.page, 'Do not keep on this device').click();
  await expect(second.page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await second.applicant.answer('2002', 'More');
  await expect.poll(() => local(second.page)).toEqual([]);
});

test('draft="session" offers nothing beyond the tab, and draft="off" stores nothing at all', {
  tag: '@deep',
}, async ({ context, server }) => {
  const tab = await open(context, server, '4712', '&draft=session');
  await fillIn(tab);
  await expect(button(tab.page, 'Clear my answers')).toBeVisible();
  await expect(button(tab.page, KEEP)).toHaveCount(0);
  expect(await local(tab.page)).toEqual([]);
  await expectSealed(tab);
  await tab.page.reload();
  await expect(text(tab)).toHaveValue(answer);

  const kept = await open(context, server);
  await fillIn(kept);
  await keep(kept);
  const { page, applicant } = await open(context, server, '4712', '&draft=off');
  await expect.poll(() => local(page)).toEqual([]);
  await applicant.introduce(canaries);
  await applicant.answer('2002', answer);
  await page.waitForLoadState('networkidle');
  await expectSealed({ page });
  expect(await page.evaluate(() => localStorage.length + sessionStorage.length)).toBe(0);
});

test('with an application, draft="session" keeps the sealed draft in this tab alone', {
  tag: '@deep',
}, async ({ context, server, host, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const address = host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
    <script src="${server.origin}/apply-form.js" async></script>
    <apply-form token="${token}" draft="session"></apply-form>`);
  const page = await context.newPage();
  await page.goto(address);
  const applicant = new Applicant(page);
  await applicant.answer('2002', answer);
  await expect(page.locator('.af-line', { hasText: 'Saved in this tab' })).toBeVisible();
  await expect.poll(() => page.evaluate(() => sessionStorage.length)).toBe(1);
  const stored = await wholeStorage(page, context);
  for (const canary of [answer, token]) expect(stored).not.toContain(canary);
  expect(await local(page)).toEqual([]);
  await page.reload();
  await expect(text({ applicant })).toHaveValue(answer);
});

for (const way of ['script tag', 'iframe'] as const)
  test(`by ${way} on the page of a host: kept, and back in another tab`, { tag: '@deep' }, async ({
    context,
    server,
    host,
  }) => {
    const markup =
      way === 'iframe'
        ? `<iframe src="${server.origin}/frame/default#job=4712" title="Application form" data-apply-frame></iframe>
           <script src="${server.origin}/frame.js"></script>`
        : `<script src="${server.origin}/apply-form.js" async data-apply-job="4712"></script>`;
    const address = host.show(
      `<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>${markup}</html>`,
    );
    const show = async () => {
      const page = await context.newPage();
      await page.goto(address);
      const place = way === 'iframe' ? page.frameLocator('iframe') : page;
      const applicant = new Applicant(place);
      await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
      return { page, place, applicant };
    };
    const press = (place: Awaited<ReturnType<typeof show>>['place'], name: string) =>
      place.getByRole('button', { name, exact: true }).click();
    const before = await show();
    await before.applicant.introduce(canaries);
    await before.applicant.answer('2002', answer);
    await before.place.getByRole('button', { name: KEEP, exact: true }).press('Enter');
    await expect(before.place.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
    const inside = before.page.frames().at(-1);
    const stored = inside && (await wholeStorage(inside, context));
    expect(stored).toContain('apply-form:');
    for (const canary of [...Object.values(canaries), answer]) expect(stored).not.toContain(canary);
    const after = await show();
    await press(after.place, 'Continue');
    await expect(text(after)).toHaveValue(answer);
  });

test('in an iframe whose storage is blocked the form says so, offers nothing, and is filled in', {
  tag: '@deep',
}, async ({ context, server, host }) => {
  const page = await context.newPage();
  await page.addInitScript(() => {
    if (parent === window) return;
    for (const name of ['localStorage', 'sessionStorage'])
      Object.defineProperty(window, name, {
        get() {
          throw new DOMException('Access is denied for this document.', 'SecurityError');
        },
      });
  });
  await page.goto(
    host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
      <iframe src="${server.origin}/frame/default#job=4712" title="Application form" data-apply-frame></iframe>
      <script src="${server.origin}/frame.js"></script></html>`),
  );
  const frame = page.frameLocator('iframe');
  const applicant = new Applicant(frame);
  await applicant.introduce(canaries);
  await applicant.answer('2001', false);
  await applicant.answer('2002', answer);
  await expect(frame.getByText('cannot be saved on this device')).toHaveCount(1);
  await expect(frame.getByRole('button', { name: KEEP })).toHaveCount(0);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
});

test('without a line nothing is promised: the press says that it could not be kept, and the next one keeps it', {
  tag: '@deep',
}, async ({ context, server }) => {
  const { page, applicant } = await open(context, server);
  await fillIn({ page, applicant });
  await page.route('**/sessions', (route) => route.abort());
  await button(page, KEEP).press('Enter');
  await expect(page.locator('.af-line')).toContainText('could not be kept on this device');
  expect(await local(page)).toEqual([]);
  await page.unroute('**/sessions');
  await keep({ page, applicant });
  const after = await open(context, server);
  await after.page.route('**/sessions', (route) => route.abort());
  await button(after.page, 'Continue').click();
  await expect(
    after.page.locator('.af-notice', { hasText: 'We cannot reach the server just now. What is kept stays' }),
  ).toBeVisible();
  await after.page.unroute('**/sessions');
  await button(after.page, 'Continue').click();
  await expect(text(after)).toHaveValue(answer);
});

test('after seven days the server gives the key no more, and what was kept is deleted', {
  tag: '@deep',
}, async ({ context, server }) => {
  // Two more servers start.
  const folder = await mkdtemp(join(tmpdir(), 'apply-form-'));
  const operated = (days: number, port = '0') =>
    startServer({
      PORT: port,
      APPLY_SECRET: 'a secret of more than thirty-two letters',
      APPLY_STORE: `file:${join(folder, 'apply.db')}`,
      APPLY_ADMIN_KEY: 'the-key-of-the-operator-of-kept-drafts',
      APPLY_PUBLIC_JOBS: '4712',
      APPLY_SERVICE_URL: `${server.origin}/sandbox`,
      APPLY_SERVICE_KEY: 'sandbox-key',
      NODE_OPTIONS: `--import=data:text/javascript,const{now}=Date;Date.now=()=>now()+${days * 86_400_000}`,
    });
  const before = await operated(0);
  const owner = await open(context, before);
  await fillIn(owner);
  await keep(owner);
  await owner.page.close();
  await before.stop();
  const { port } = new URL(before.origin);
  const soon = await operated(6.9, port);
  const intime = await open(context, soon);
  await button(intime.page, 'Continue').click();
  await expect(text(intime)).toHaveValue(answer);
  await intime.page.close();
  await soon.stop();
  const late = await operated(7.1, port);
  const after = await open(context, late);
  await button(after.page, 'Continue').click();
  await expect(after.page.locator('.af-notice', { hasText: 'no longer there' })).toBeVisible();
  await expect(text(after)).toHaveValue('');
  expect(await local(after.page)).toEqual([]);
  await late.stop();
  await rm(folder, { recursive: true });
});

test('what is over by the clock of the device is deleted without a word, whatever form is opened', {
  tag: '@deep',
}, async ({ context, server }) => {
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  await context.addInitScript(() => {
    const { now } = Date;
    Date.now = () => now() + 8 * 86_400_000;
  });
  const other = await open(context, server, '4711');
  await expect.poll(() => local(other.page)).toEqual([]);
  const same = await open(context, server);
  await expect(same.page.getByText(FOUND)).toHaveCount(0);
});

test('a draft that an earlier release left in clear in this tab comes back once, and is sealed', {
  tag: '@deep',
}, async ({ context, server }) => {
  const { page, applicant } = await open(context, server);
  const token = [...(tokens.get(context) ?? [])].at(-1);
  await page.evaluate(
    ([origin, held, typed]) => {
      const asked = { id: '2002', type: 'short_text', title: 'Role', canonicalTitle: 'Role', help: [] };
      const entry = { question: '2002', asked, answer: { kind: 'text', text: typed } };
      const draft = {
        at: Date.now(),
        revision: 'r',
        marks: {},
        entries: [entry],
        token: held,
        reference: null,
      };
      sessionStorage.setItem(
        `apply-form:${JSON.stringify([origin, 'default', '4712'])}`,
        JSON.stringify(draft),
      );
    },
    [server.origin, token, answer],
  );
  await page.reload();
  await expect(text({ applicant })).toHaveValue(answer);
  await expect.poll(async () => (await wholeStorage(page, context)).includes(answer)).toBe(false);
  await expectSealed({ page });
  await page.reload();
  await expect(text({ applicant })).toHaveValue(answer);
});

test('by keyboard and screen reader: the press is told, focus stays, and no rule of accessibility finds a fault', {
  tag: '@deep',
}, async ({ context, server }) => {
  await bringAxe(context);
  const { page, applicant } = await open(context, server);
  await page.setViewportSize({ width: 360, height: 740 });
  await fillIn({ page, applicant });
  await button(page, KEEP).focus();
  await page.keyboard.press('Enter');
  await expect(applicant.state().getByRole('status')).toContainText(/Kept on this device until /);
  await expect(button(page, 'Do not keep on this device')).toBeFocused();
  expect(await violations(page)).toEqual([]);
  const after = await open(context, server);
  await after.page.setViewportSize({ width: 360, height: 740 });
  await expect(after.page.getByText(FOUND)).toBeVisible();
  expect(await violations(after.page)).toEqual([]);
  await button(after.page, 'Continue').focus();
  await after.page.keyboard.press('Enter');
  await expect(after.applicant.state().getByRole('status')).toContainText('We have restored your answers.');
  expect(
    await after.page.evaluate(
      () => document.querySelector('apply-form')?.shadowRoot?.activeElement?.textContent,
    ),
  ).toBe('Clear my answers');
});

test('the search finds a word wherever it is planted (control)', { tag: '@deep' }, async ({
  context,
  server,
}) => {
  const { page } = await open(context, server);
  await plantEverywhere(page, 'Canary');
  const stored = await wholeStorage(page, context);
  for (const place of ['local', 'tab', 'history', 'cache', 'database'])
    expect(stored).toContain(`Canary ${place}`);
  expect(stored).toContain('Canary-cookie');
});
