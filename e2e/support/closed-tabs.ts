/**
 * A tab that is closed within a quarter of a second of the press, on a slow line, in a careers page of another origin
 * (the worst case: the browser has to ask first). Whatever was pressed has arrived, or is back when the form is opened
 * again; never has a part of it arrived.
 */
import type { Browser, Page } from 'playwright/test';
import { Applicant } from './applicant.ts';
import type { HostServer } from './host-server.ts';
import type { Sandbox } from './sandbox.ts';
import { startSlowLine } from './slow-line.ts';
import { expect } from './with-server.ts';

/** Milliseconds from one end of the line to the other. */
const LINE = 60;
/** Milliseconds after the press within which the tab is closed. */
const LATEST = 250;
/** Every so manieth application is longer than what a browser sends on behalf of a page that is gone. */
const LONG = 4;
const longAnswer = 'A long story. '.repeat(4_500);

export interface Closing {
  readonly browser: Browser;
  readonly host: HostServer;
  readonly sandbox: Sandbox;
}

export interface Tally {
  readonly closed: number;
  readonly arrived: number;
  readonly restored: number;
  readonly lost: number;
  readonly halfSent: number;
}

/** At once. */
const TABS = 3;

export async function closeTabs(closing: Closing, count: number): Promise<Tally> {
  const line = await startSlowLine(closing.sandbox.origin, { delay: LINE });
  const address = closing.host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
    <script type="module" async src="${line.origin}/apply-form.js"></script><apply-form></apply-form>
    <script>document.querySelector('apply-form').setAttribute('token', location.hash.slice(1));</script>`);
  const numbers = Array.from({ length: count }, (_, number) => number);
  const outcomes: Outcome[] = [];
  const closeSome = async () => {
    for (let number = numbers.shift(); number !== undefined; number = numbers.shift()) {
      const milliseconds = (LATEST * number) / Math.max(1, count - 1);
      outcomes.push(await closeOne(closing, address, { milliseconds, isLong: number % LONG === 0 }));
    }
  };
  try {
    await Promise.all(Array.from({ length: TABS }, closeSome));
  } finally {
    await line.stop();
  }
  const tally = sum(outcomes);
  console.log(`tabs closed 0 to ${LATEST} ms after the press: ${JSON.stringify(tally)}`);
  return tally;
}

type Outcome = 'arrived' | 'restored' | 'lost' | 'half-sent';

interface Moment {
  readonly milliseconds: number;
  readonly isLong: boolean;
}

/** In a browser that has never been there: it knows nothing that it may send without asking. */
async function closeOne(
  { browser, sandbox }: Closing,
  address: string,
  { milliseconds, isLong }: Moment,
): Promise<Outcome> {
  const { application, token } = await sandbox.apply('one-of-each');
  const context = await browser.newContext();
  const page = await context.newPage();
  await page.goto(`${address}#${token}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.answer('2001', false);
  await applicant.answer('2002', 'Nurse');
  if (isLong) await applicant.answer('2003', longAnswer);
  await expect(page.getByText('Saved on this device')).toBeVisible();
  await page.evaluate(`document.querySelector('apply-form').submit()`);
  if (milliseconds > 0) await new Promise((resolve) => setTimeout(resolve, milliseconds));
  await page.close();
  const again = await context.newPage();
  await again.goto(`${address}#${token}`);
  const outcome = await whatIsThere(again, sandbox, application);
  await context.close();
  return outcome;
}

async function whatIsThere(page: Page, sandbox: Sandbox, application: string): Promise<Outcome> {
  const applicant = new Applicant(page);
  await expect(applicant.state()).not.toHaveAttribute('data-state', 'loading');
  const state = await applicant.state().getAttribute('data-state');
  if (state !== 'ready') {
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    return (await sandbox.posts(application)).length >= 2 ? 'arrived' : 'half-sent';
  }
  if ((await sandbox.posts(application)).length > 0) return 'half-sent';
  const value = await applicant.question('2002').locator('input').inputValue();
  return value === 'Nurse' ? 'restored' : 'lost';
}

function sum(outcomes: readonly Outcome[]): Tally {
  const count = (wanted: Outcome) => outcomes.filter((outcome) => outcome === wanted).length;
  const [arrived, restored, lost, halfSent] = [
    count('arrived'),
    count('restored'),
    count('lost'),
    count('half-sent'),
  ];
  return { closed: outcomes.length, arrived, restored, lost, halfSent };
}
