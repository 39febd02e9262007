/**
 * A tab is closed within a quarter of a second after the press, on a slow line, in a careers page of another origin (the
 * worst case, because the browser sends a preflight request first). Either the whole application arrives, or it is back when
 * the form is opened again. A part of it never arrives.
 */
import type { Browser, Page } from 'playwright/test';
import { Applicant, meet } from '../support/applicant.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { startSlowLine } from '../support/slow-line.ts';
import { expect, test } from '../support/with-server.ts';

const TABS = 200;
/** The number of tabs that are open at once. */
const AT_ONCE = 3;
/** Milliseconds from one end of the line to the other. */
const LINE = 60;
/** Milliseconds after the press within which the tab is closed. */
const LATEST = 250;
/** Every nth application is longer than a keepalive request may be. */
const LONG = 4;

type Outcome = 'arrived' | 'restored' | 'lost' | 'half sent';

/** Uses a new browser context, which has no cached preflight and must therefore send one. */
async function closeOne(browser: Browser, sandbox: Sandbox, address: string, tab: number): Promise<Outcome> {
  const { application, token } = await sandbox.apply('one-of-each');
  const context = await browser.newContext();
  const page = await context.newPage();
  const applicant = await meet(page, `${address}#${token}`);
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Nurse');
  if (tab % LONG === 0) await applicant.answer('2003', 'A long story. '.repeat(4_500));
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.evaluate(`document.querySelector('apply-form').submit()`);
  const pause = (LATEST * tab) / TABS;
  if (pause > 0) await new Promise((resolve) => setTimeout(resolve, pause));
  await page.close();
  const again = await context.newPage();
  await again.goto(`${address}#${token}`);
  const outcome = await outcomeOf(again, sandbox, application);
  await context.close();
  return outcome;
}

async function outcomeOf(page: Page, sandbox: Sandbox, application: string): Promise<Outcome> {
  const applicant = new Applicant(page);
  await applicant.reaches(/ready|received|complete/);
  if ((await applicant.state().getAttribute('data-state')) !== 'ready') {
    await applicant.reaches('complete');
    return (await sandbox.posts(application)).length >= 2 ? 'arrived' : 'half sent';
  }
  if ((await sandbox.posts(application)).length > 0) return 'half sent';
  const value = await applicant.question('2002').locator('input').inputValue();
  return value === 'Nurse' ? 'restored' : 'lost';
}

test(`${TABS} tabs closed 0 to ${LATEST} ms after sending: each application arrives or is restored, whole`, async ({
  browser,
  host,
  sandbox,
}) => {
  test.setTimeout(900_000);
  const line = await startSlowLine(sandbox.origin, { delay: LINE });
  const address = host.show(
    careersPage(`${scriptTag(line.origin)}<apply-form></apply-form>
      <script>document.querySelector('apply-form').setAttribute('token', location.hash.slice(1));</script>`),
  );
  const tabs = Array.from({ length: TABS }, (_, tab) => tab);
  const outcomes: Outcome[] = [];
  const closeSome = async () => {
    for (let tab = tabs.shift(); tab !== undefined; tab = tabs.shift())
      outcomes.push(await closeOne(browser, sandbox, address, tab));
  };
  await Promise.all(Array.from({ length: AT_ONCE }, closeSome));
  await line.stop();
  expect(outcomes).toHaveLength(TABS);
  expect(outcomes.filter((outcome) => outcome === 'lost' || outcome === 'half sent')).toEqual([]);
});
