/** Drafts of a visitor without an application: in this tab only, or on the device for seven days. */
import type { Browser, BrowserContext, Frame, Page, Response } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import type { Server } from '../support/apply-form-server.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { careersPage, frameTag, meetEmbedded } from '../support/host-pages.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const KEEP = 'Keep on this device for 7 days';
const FOUND = 'Answers are kept on this device. Continue only if they are yours.';
const canaries = { first_name: 'Canaryfirst', last_name: 'Canarylast', email: 'canary@example.com' };
const answer = 'Canary in the mine';

/** The tokens that the proxy issued in each context. They may not be stored in clear. */
const tokens = new WeakMap<BrowserContext, Set<string>>();

async function collectTokens(context: BrowserContext): Promise<void> {
  const collected = new Set<string>();
  tokens.set(context, collected);
  await watchSealing(context);
  context.on('response', async (response: Response) => {
    if (!new URL(response.url()).pathname.endsWith('/sessions')) return;
    const token = (await response.json().catch(() => null))?.data?.attributes?.token;
    if (typeof token === 'string') collected.add(token);
  });
}

test.beforeEach(({ context }) => collectTokens(context));

/** Returns everything that a browser stores for one origin, as text. */
const wholeStorage = async (place: Page | Frame, context: BrowserContext): Promise<string> =>
  JSON.stringify([
    await context.storageState({ indexedDB: true }),
    await place.evaluate(() => [{ ...localStorage }, { ...sessionStorage }, history.state]),
  ]);

interface Opened {
  readonly page: Page;
  readonly applicant: Applicant;
}

async function open(context: BrowserContext, server: Server): Promise<Opened> {
  const page = await context.newPage();
  const applicant = await meet(page, `${server.origin}/form#job=4712&tenant=default`);
  // The body of a reply cannot always be read.
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
  // The keyboard is used because a mouse press can miss a button below new follow-ups.
  await button(page, KEEP).press('Enter');
  const line = page.locator('.af-line', { hasText: /^Kept on this device until / });
  await expect(line).toBeVisible();
}

/** Expects that no typed text, no title and no token is stored in clear. */
async function expectSealed({ page }: Pick<Opened, 'page'>): Promise<void> {
  const context = page.context();
  const stored = await wholeStorage(page, context);
  const collected = () => [...(tokens.get(context) ?? [])];
  for (const canary of [...Object.values(canaries), answer, 'Ward Coordinator', ...collected()])
    expect(stored).not.toContain(canary);
}

/** Restarts the browser, which loses the storage of its tabs. */
async function restarted(browser: Browser, context: BrowserContext): Promise<BrowserContext> {
  const next = await browser.newContext({ storageState: await context.storageState() });
  await collectTokens(next);
  return next;
}

test('after a restart the form opens empty, without personal data, and restores the draft at a press', {
  tag: '@deep',
}, async ({ browser, context, server }) => {
  const before = await open(context, server);
  await fillIn(before);
  // Control: there is a token to search for.
  await expect.poll(() => tokens.get(context)?.size).toBeGreaterThan(0);
  await expectSealed(before);
  await keep(before);
  await expectSealed(before);
  const after = await open(await restarted(browser, context), server);
  await expect(after.page.getByText(FOUND)).toBeVisible();
  await expect(text(after)).toHaveValue('');
  await expect(after.page.locator('body')).not.toContainText('Canary');
  await button(after.page, 'Continue').click();
  await expect(text(after)).toHaveValue(answer);
  await expect(after.applicant.detail('email')).toHaveValue(canaries.email);
  await expect(after.page.locator('.af-notice', { hasText: 'We have restored your answers.' })).toBeVisible();
  await expect(after.page.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
  await expectSealed(after);
  // A reload of this tab now restores the draft by itself.
  await after.page.reload();
  await expect(text(after)).toHaveValue(answer);
  await expect(after.page.locator('.af-line', { hasText: /^Kept on this device until / })).toBeVisible();
  await expectSealed(after);
});

test('another person who starts a new form sees nothing, and the owner still finds the draft', {
  tag: '@deep',
}, async ({ browser, context, server }) => {
  const owner = await open(context, server);
  await fillIn(owner);
  await keep(owner);
  const shared = await restarted(browser, context);
  const visitor = await open(shared, server);
  const before = await visitor.page.evaluate(() => JSON.stringify(localStorage));
  await visitor.applicant.answer('2002', 'Of another person');
  await draftIsWritten(visitor.page);
  await visitor.page.reload();
  await expect(text(visitor)).toHaveValue('Of another person');
  await expect(visitor.page.locator('body')).not.toContainText('Canary');
  expect(await visitor.page.evaluate(() => JSON.stringify(localStorage))).toBe(before);
  const again = await open(shared, server);
  await button(again.page, 'Continue').click();
  await expect(text(again)).toHaveValue(answer);
});

test('in an iframe on a host’s page the draft is stored, and comes back in another tab', {
  tag: '@deep',
}, async ({ context, server, host }) => {
  const address = host.show(careersPage(frameTag(server.origin, 'job=4712')));
  const show = async () => {
    const page = await context.newPage();
    const applicant = await meetEmbedded(page, address, 'iframe');
    return { page, place: applicant.place, applicant };
  };
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
  await after.place.getByRole('button', { name: 'Continue', exact: true }).click();
  await expect(text(after)).toHaveValue(answer);
});

test('a screen reader hears the press, focus stays, and axe finds nothing', {
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
  // Axe cannot judge the size of a control that the foot covers.
  await button(page, 'Do not keep on this device').evaluate((line) =>
    line.scrollIntoView({ block: 'center' }),
  );
  expect(await violations(page)).toEqual([]);
  const after = await open(context, server);
  await after.page.setViewportSize({ width: 360, height: 740 });
  await expect(after.page.getByText(FOUND)).toBeVisible();
  expect(await violations(after.page)).toEqual([]);
  await button(after.page, 'Continue').focus();
  await after.page.keyboard.press('Enter');
  await expect(after.applicant.state().getByRole('status')).toContainText('We have restored your answers.');
  await expect(after.page.locator('form')).toBeFocused();
});

test('the search finds a word wherever the test plants it (control)', { tag: '@deep' }, async ({
  context,
  server,
}) => {
  const { page } = await open(context, server);
  await page.evaluate(() => {
    localStorage.setItem('local', 'Canary local');
    sessionStorage.setItem('tab', 'Canary tab');
    history.replaceState({ planted: 'Canary history' }, '');
    // biome-ignore lint/suspicious/noDocumentCookie: the other way needs a secure page in some engines.
    document.cookie = 'cookie=Canary-cookie';
  });
  const stored = await wholeStorage(page, context);
  for (const place of [' local', ' tab', ' history', '-cookie']) expect(stored).toContain(`Canary${place}`);
});
