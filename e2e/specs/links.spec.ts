import type { Page } from 'playwright/test';
import { answerShortest, formOn, sendShortest } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { Sandbox } from '../support/sandbox.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const FALLBACK = 'https://careers.example.com/otherwise';
const open = (page: Page) => page.getByRole('button', { name: 'Open my application' });

/** Returns everything that could contain a key of this tab, except the storage of its own page. */
const traces = (page: Page) =>
  page.evaluate(() =>
    [location.href, JSON.stringify(history.state), document.title]
      .concat(Object.entries(localStorage).flat(), document.cookie)
      .join('\n'),
  );

const keyIn = (link: string) => /#(?:code=[ri]-|token=)([^&]{20})/.exec(link)?.[1] ?? 'no key';

const linkTo = (sandbox: Sandbox, kind: true | 'invitation') => sandbox.link('one-of-each', kind);

/** Counts requests that exchange a code. */
function countExchanges(page: Page): () => number {
  let count = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && new URL(request.url()).pathname === '/sessions') count += 1;
  });
  return () => count;
}

test.beforeEach(({ context }) => watchSealing(context));

test('a redirect opens the form once, and leaves its key in neither the address nor the history', async ({
  page,
  sandbox,
  context,
}) => {
  const { link, token } = await linkTo(sandbox, true);
  await page.goto(link);
  await formOn(page);
  expect(page.url()).toBe(`${sandbox.origin}/form`);
  for (const key of [keyIn(link), token.slice(-20)]) expect(await traces(page)).not.toContain(key);
  // Control: it is in the storage of this tab.
  expect(await page.evaluate(() => Object.values(sessionStorage).join())).toContain(token.slice(-20));
  const again = await context.newPage();
  await again.goto(link);
  await expect(again.getByRole('heading', { name: 'This link has been used or is over' })).toBeVisible();
  for (const key of [keyIn(link), token.slice(-20)]) expect(await traces(again)).not.toContain(key);
  // The history of the same tab does not open the form either.
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'This link has been used or is over' })).toBeVisible();
});

test('a reload keeps the form and the answers, and after sending the receipt', {
  tag: '@deep',
}, async ({ page, sandbox }) => {
  const { link } = await linkTo(sandbox, 'invitation');
  await page.goto(link);
  await expect(open(page)).toBeVisible();
  await page.reload();
  await open(page).click();
  const applicant = await formOn(page);
  await answerShortest(applicant);
  await draftIsWritten(page);
  await page.reload();
  await formOn(page);
  await expect(applicant.question('2002').locator('input')).toHaveValue('Nurse');
  await applicant.send();
  await applicant.reaches('complete');
  await page.reload();
  await applicant.reaches('complete');
});

test('an invitation survives previews and other devices, and ends when the application is sent', async ({
  page,
  sandbox,
  browser,
}) => {
  const { link } = await linkTo(sandbox, 'invitation');
  const exchanges = countExchanges(page);
  for (let look = 0; look < 3; look++) {
    await page.goto(link);
    await expect(open(page)).toBeVisible();
    await page.goto('about:blank');
  }
  expect(exchanges()).toBe(0);
  const phone = await browser.newPage();
  await phone.goto(link);
  await open(phone).click();
  await formOn(phone);
  await page.goto(link);
  await page.keyboard.press('Tab');
  await expect(open(page)).toBeFocused();
  await page.keyboard.press('Enter');
  const applicant = await formOn(page);
  await sendShortest(applicant);
  await phone.goto(link);
  await open(phone).click();
  const over = phone.getByRole('heading', { name: 'This link has been used or is over' });
  await expect(over).toBeVisible();
  await phone.close();
});

test('a used or truncated link names another way to apply, in the language of the applicant', {
  tag: '@deep',
}, async ({ browser }) => {
  const server = await startServer({ APPLY_FALLBACK_URL: FALLBACK });
  const { link } = await linkTo(new Sandbox(server.origin), true);
  const page = await browser.newPage({ locale: 'de-DE' });
  await page.goto(link);
  await formOn(page);
  await page.goto(link);
  await expect(page.getByRole('heading', { name: /bereits benutzt/ })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Auf anderem Weg bewerben' })).toHaveAttribute(
    'href',
    FALLBACK,
  );
  expect(await page.evaluate(() => [document.documentElement.lang, document.title])).toEqual([
    'de-DE',
    'Dieser Link wurde bereits benutzt oder gilt nicht mehr',
  ]);
  // This link is truncated.
  await page.goto(link.slice(0, -5));
  await expect(page.getByRole('heading', { name: 'Dieser Link funktioniert nicht' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Auf anderem Weg bewerben' })).toHaveAttribute(
    'href',
    FALLBACK,
  );
  await page.close();
  await server.stop();
});

test('a prerendered page uses no link until it is shown', { tag: '@deep' }, async ({ page, sandbox }) => {
  const { link } = await linkTo(sandbox, true);
  const exchanges = countExchanges(page);
  await page.addInitScript(() => {
    let prerendering = true;
    Object.defineProperty(Document.prototype, 'prerendering', { get: () => prerendering });
    Object.assign(window, {
      activate() {
        prerendering = false;
        document.dispatchEvent(new Event('prerenderingchange'));
      },
    });
  });
  await page.goto(link);
  await page.waitForLoadState('networkidle');
  expect(exchanges()).toBe(0);
  await page.evaluate('activate()');
  await formOn(page);
  expect(exchanges()).toBe(1);
});

test('a lost reply does not lock the applicant out', {
  tag: '@deep',
}, async ({ page, sandbox }) => {
  const { link } = await linkTo(sandbox, true);
  let lost = 0;
  await page.route('**/sessions', async (route) => {
    // The connection breaks after the server has acted, before its reply.
    await route.fetch();
    lost += 1;
    await route.abort();
  });
  await page.goto(link);
  await expect(page.getByRole('heading', { name: 'The form cannot be reached' })).toBeVisible();
  expect(lost).toBeGreaterThan(1);
  await page.unroute('**/sessions');
  await page.getByRole('button', { name: 'Try again' }).click();
  await formOn(page);
});

test('two links in one tab do not mix: going back shows the first', { tag: '@deep' }, async ({
  page,
  sandbox,
}) => {
  const [first, second] = [await linkTo(sandbox, true), await sandbox.link('engineer', true)];
  await page.goto(first.link);
  await formOn(page);
  await page.goto('about:blank');
  await page.goto(second.link);
  await formOn(page);
  await expect(page.locator('[data-question-id="101"]')).toBeVisible();
  await page.goBack();
  await page.goBack();
  await formOn(page);
  await expect(page.locator('[data-question-id="2002"]')).toBeVisible();
});

test('a link with a token opens the form, on a reload too, and removes the token from address and history', {
  tag: '@deep',
}, async ({ page, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(`${sandbox.origin}/form#token=${token}&lang=de`);
  await formOn(page);
  expect(await traces(page)).not.toContain(token.slice(-20));
  await page.reload();
  await formOn(page);
  expect(await page.evaluate(() => document.documentElement.lang)).toBe('de');
  expect(await traces(page)).not.toContain(token.slice(-20));
});
