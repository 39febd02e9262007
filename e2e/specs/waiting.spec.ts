/** A connection that neither answers nor fails, and a page restored from the back-forward cache. */
import type { Page, Route } from 'playwright/test';
import { type Applicant, meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { listen } from '../support/host-server.ts';
import { stopTime } from '../support/stop-time.ts';
import { expect, test } from '../support/with-server.ts';

/** Returns a promise that never settles. */
const silence = () => new Promise<void>(() => {});

async function open(page: Page, origin: string, token: string): Promise<Applicant> {
  const applicant = await meet(page, `${origin}/form#token=${token}`);
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Nurse');
  await expect(applicant.place.getByText('Saved on this device')).toBeVisible();
  return applicant;
}

/** The first request reaches the server, but its reply never reaches the page. Returns the count of requests. */
async function loseFirstAnswer(page: Page): Promise<() => number> {
  let posts = 0;
  await page.route(/\/submissions$/, async (route: Route) => {
    if (route.request().method() !== 'POST') return route.continue();
    posts += 1;
    if (posts > 1) return route.continue();
    await route.fetch();
    return silence();
  });
  return () => posts;
}

test('when the server does not answer, the form shows a message, a retry and another way after 15 s', async ({
  page,
  server,
  host,
}) => {
  let requestCount = 0;
  const silent = await listen(() => {
    requestCount += 1;
  });
  await page.clock.install();
  await stopTime(page);
  await page.goto(
    host.show(
      careersPage(`
      <script>addEventListener('apply-error', (event) => { document.title = JSON.stringify(event.detail); });</script>
      ${scriptTag(server.origin)}
      <apply-form token="sealed" endpoint="${silent.origin}"><a href="/apply">Apply by mail</a></apply-form>`),
    ),
  );
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return requestCount;
    })
    .toBeGreaterThan(0);
  await page.clock.runFor(14_000);
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'loading');
  await page.clock.runFor(2_000);
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'error');
  await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible();
  await expect(page.getByRole('link', { name: 'Apply by mail' })).toBeVisible();
  await expect(page.locator('apply-form').getByRole('status')).toContainText('There was no reply in time');
  await expect(page).toHaveTitle(/"code":"timed_out","retryable":true/);
  await silent.stop();
});

test('sending without an answer shows after 20 s that it is still trying, and arrives once', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  await page.clock.install();
  const posts = await loseFirstAnswer(page);
  const applicant = await open(page, server.origin, token);
  await stopTime(page);
  await applicant.send();
  await expect
    .poll(async () => {
      await page.clock.runFor(10);
      return posts();
    })
    .toBe(1);
  await page.clock.runFor(21_000);
  await expect(page.getByText('We are still trying')).toBeVisible();
  await page.clock.runFor(6_000);
  await expect.poll(posts).toBe(2);
  await page.clock.resume();
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(['2001', '2002']);
});

test('a page restored from the back-forward cache sends again, and nothing arrives twice', async ({
  page,
  server,
  sandbox,
}) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const posts = await loseFirstAnswer(page);
  const applicant = await open(page, server.origin, token);
  await applicant.send();
  await expect.poll(posts).toBe(1);
  await page.evaluate(() => dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true })));
  await applicant.reaches('complete');
  expect(posts()).toBe(2);
  expect(await sandbox.posts(application)).toEqual(['2001', '2002']);
});
