/** One press makes one application, whatever the network, the token and the browser do meanwhile. */
import type { Page } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { RiggedProxy, refuse } from '../support/rigged-proxy.ts';
import { stopTime } from '../support/stop-time.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const open = (page: Page, origin: string, token: string): Promise<Applicant> =>
  meet(page, `${origin}/form#token=${token}`);

async function answer(applicant: Applicant, words = 'Nurse'): Promise<void> {
  await applicant.answer('2001', false);
  await applicant.answer('2002', words);
  await expect(applicant.place.getByText('Saved on this device')).toBeVisible();
}

const sent = ['2001', '2002'];

test.beforeEach(({ context }) => watchSealing(context));

test('an application sent without network goes by itself once online', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await answer(applicant);
  await context.setOffline(true);
  await applicant.send();
  await expect(
    page.getByText('is on this device. We will send it as soon as you are back online'),
  ).toBeVisible();
  await context.setOffline(false);
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(sent);
});

test('the form retries a busy server by itself, at the time the server names', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const rig = await RiggedProxy.before(page);
  let tries = 0;
  rig.submissions = (route) => {
    tries += 1;
    return tries < 2 ? refuse(503, 'service_unavailable')(route) : route.continue();
  };
  await page.clock.install();
  const applicant = await open(page, server.origin, token);
  await answer(applicant);
  // The message stays until the retry.
  await stopTime(page);
  await applicant.send();
  await expect(page.getByText('We will send it in a moment')).toBeVisible();
  await page.clock.resume();
  await applicant.reaches('complete');
  expect(tries).toBe(2);
  expect(await sandbox.posts(application)).toEqual(sent);
});

test('two tabs: equal answers get the same receipt, different ones show when the first were sent', async ({
  page,
  context,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const third = await context.newPage();
  const pages = [page, await context.newPage(), third];
  const tabs = await Promise.all(pages.map((tab) => open(tab, server.origin, token)));
  for (const [index, tab] of tabs.entries()) {
    await tab.answer('2001', false);
    // The first touch loads the draft of another tab, and a restored text does not replace a typed one.
    await expect(tab.place.getByText('Saved on this device')).toBeVisible();
    await answer(tab, index < 2 ? 'Nurse' : 'Midwife');
  }
  await Promise.all(tabs.slice(0, 2).map((tab) => tab.send()));
  for (const tab of tabs.slice(0, 2)) await tab.reaches('complete');
  const references = await Promise.all(pages.slice(0, 2).map((tab) => tab.locator('code').textContent()));
  expect(references[0]).toBe(references[1]);
  await tabs[2]?.send();
  await expect(third.getByText(`Your application was already sent. Sent on`)).toContainText(
    `${references[0]}`,
  );
  expect(await sandbox.posts(application)).toEqual(sent);
  expect((await sandbox.storedAnswers(application)).get('2002')).toBe('Nurse');
});

test('a page restored from the back-forward cache shows that another tab has sent the application', {
  tag: '@deep',
}, async ({ page, context, server, sandbox }) => {
  const { token } = await sandbox.apply('one-of-each');
  const firstTab = await open(page, server.origin, token);
  await answer(firstTab);
  await draftIsWritten(page);
  const secondTab = await context.newPage();
  const applicant = await open(secondTab, server.origin, token);
  await expect(applicant.question('2002').locator('input')).toHaveValue('Nurse');
  await applicant.send();
  await applicant.reaches('complete');
  expect(await page.evaluate('typeof onunload + String(window.onunload)')).toBe('objectnull');
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await firstTab.reaches('complete');
});

test('the form renews a token before it expires, or on sending, for the same applicant', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const { application, token } = await sandbox.apply('one-of-each', 600);
  await page.clock.install();
  const given: string[] = [];
  await page.exposeFunction('freshToken', async () => {
    given.push(await sandbox.token({ application, expires_in: given.length === 0 ? 1 : 600 }));
    return given.at(-1);
  });
  const form = `${scriptTag(server.origin)}<apply-form token="${token}"></apply-form>
    <script>document.querySelector('apply-form').renewToken = () => freshToken();</script>`;
  const applicant = await meet(page, host.show(careersPage(form)));
  await answer(applicant);
  expect(given).toHaveLength(0);
  await page.clock.runFor(500_000);
  await expect.poll(() => given.length).toBe(1);
  // This token expires sooner than the first one, and the page cannot know that.
  await expect.poll(() => sandbox.isExpired(given[0] ?? '')).toBe(true);
  await applicant.send();
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(sent);
});

test('a host that submits twice in one task, and an applicant who presses too, make one request', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await open(page, server.origin, token);
  await answer(applicant);
  let requests = 0;
  page.on('request', (request) => {
    if (request.method() === 'POST' && request.url().endsWith('/submissions')) requests += 1;
  });
  await applicant.state().evaluate((element: HTMLElementTagNameMap['apply-form']) => {
    element.submit();
    element.submit();
    (element.querySelector('apply-form-root') ?? element.shadowRoot)
      ?.querySelector<HTMLElement>('button[type=submit]')
      ?.click();
  });
  await applicant.reaches('complete');
  expect(requests).toBe(1);
  expect(await sandbox.posts(application)).toEqual(sent);
});
