/** The page of the attention list, on the built server with really parked submissions. */
import type { Page } from 'playwright/test';
import { type Server, startServer } from '../support/apply-form-server.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { Sandbox } from '../support/sandbox.ts';
import { test as base, expect } from '../support/with-server.ts';

/** With these settings, unclear answers are parked within seconds, because the service is not read back. */
const blind = {
  APPLY_SEND_SECONDS: '3',
  APPLY_QUIET_SECONDS: '1',
  APPLY_CONFIG: JSON.stringify({ tenants: { default: { readBack: 'none' } } }),
};

const test = base.extend<{ blindServer: Server }>({
  blindServer: async ({ browser: _browser }, use) => {
    const server = await startServer(blind);
    await use(server);
    await server.stop();
  },
});

const KEY = 'sandbox-admin';

interface Parked {
  readonly reference: string;
  readonly application: string;
  state(): Promise<string>;
}

/** Makes a submission whose only answer is parked, because the outcome of its POST is unknown. */
async function park({ origin }: Server): Promise<Parked> {
  const sandbox = new Sandbox(origin);
  const { application, token } = await sandbox.apply('one-of-each');
  await sandbox.faults({
    disturb: [{ path: '/api/v1/answers', reply: 500, requests: 1 }],
  });
  const headers = { 'content-type': 'application/vnd.api+json', authorization: `Bearer ${token}` };
  const read = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${origin}${path}`, { headers, ...init })).json();
  const { meta } = await read('/api/v1/questions?include=conditional_questions');
  const relationships = { question: { data: { type: 'questions', id: '2002' } } };
  const data = [{ type: 'answers', attributes: { text_answer: 'canary answer' }, relationships }];
  const body = JSON.stringify({ data, meta: { revision: meta.revision } });
  const reference: string = (await read('/submissions', { method: 'POST', body })).data.id;
  const state = async () => (await read(`/submissions/${reference}`)).data.attributes.state;
  await expect.poll(state).toBe('attention');
  return { reference, application, state };
}

async function open(page: Page, { origin }: Server, key = KEY): Promise<void> {
  await page.goto(`${origin}/attention`);
  await page.getByLabel('Admin key').fill(key);
  await page.getByRole('button', { name: 'Open' }).click();
}

const rowOf = (page: Page, { reference }: Parked) => page.getByRole('article', { name: reference });

test('lists each parked submission with its reason, delivers it on retry, and asks before giving up', {
  tag: '@deep',
}, async ({ page, blindServer: server }) => {
  const [first, second] = [await park(server), await park(server)];
  await open(page, server);
  await expect(page.getByRole('heading', { name: '2 submissions need attention.' })).toBeVisible();
  const row = rowOf(page, first);
  await expect(row).toContainText(`Application ${first.application}`);
  await expect(row).toContainText('look at the service, then retry or give up');
  await expect(row).not.toContainText('canary');
  await row.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(row).toBeHidden();
  await expect(page.getByRole('status')).toHaveText(`${first.reference} is on the way again.`);
  await expect(page.getByRole('heading', { name: '1 submission needs attention.' })).toBeFocused();
  await expect.poll(first.state).toBe('complete');
  expect((await new Sandbox(server.origin).storedAnswers(first.application)).get('2002')).toBe(
    'canary answer',
  );
  const last = rowOf(page, second);
  await expect(last.getByRole('button', { name: 'Give up for good' })).toBeHidden();
  await last.locator('summary').press('Enter');
  await expect(last.getByText(/^This wipes the answers that are stopped for good/)).toBeVisible();
  await last.getByRole('button', { name: 'Give up for good' }).press('Enter');
  await expect(last).toContainText('parked, given up');
  await expect(last.getByRole('button')).toHaveCount(0);
  expect(await new Sandbox(server.origin).storedAnswers(second.application)).toEqual(new Map());
});

test('a wrong key unlocks nothing, and the sandbox shows the right key below the field', async ({
  page,
  server,
}) => {
  await open(page, server, 'another');
  await expect(page.getByRole('alert')).toHaveText(/The server does not know this key/);
  await expect(page.getByLabel('Admin key')).toBeFocused();
  await expect(page.getByLabel('Admin key')).toHaveAccessibleDescription(/it is “sandbox-admin”/);
  await expect(page.getByRole('button', { name: 'Lock' })).toBeHidden();
});

/** Returns everything that the page can store in the browser. */
const storedData = async (page: Page) =>
  JSON.stringify([
    await page.context().storageState({ indexedDB: true }),
    await page.evaluate(() => [
      { ...sessionStorage },
      location.href,
      history.state,
      document.documentElement.outerHTML,
    ]),
  ]);

test('the browser stores no key, and the page drops it when locked, reloaded or idle', {
  tag: '@deep',
}, async ({ page, server }) => {
  await page.clock.install();
  await open(page, server);
  await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  expect(await storedData(page)).not.toContain(KEY);
  await page.reload();
  await expect(page.getByLabel('Admin key')).toHaveValue('');
  await open(page, server);
  await page.getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByText('Locked. The key is forgotten.').first()).toBeVisible();
  await expect(page.getByLabel('Admin key')).toHaveValue('');
  await open(page, server);
  await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  await page.clock.fastForward('15:10');
  await expect(page.getByText('Locked after 15 minutes without use.').first()).toBeVisible();
  // Control: the search finds stored data.
  await page.evaluate((key) => sessionStorage.setItem('k', key), KEY);
  expect(await storedData(page)).toContain(KEY);
});

test('axe finds nothing with a wrong key, an empty list, a full list, and a confirmation', {
  tag: '@deep',
}, async ({ context, page, blindServer: server }) => {
  await bringAxe(context);
  const look = async () => {
    for (const colorScheme of ['light', 'dark'] as const)
      for (const width of [360, 1280]) {
        await page.emulateMedia({ colorScheme });
        await page.setViewportSize({ width, height: 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violations(page)).toEqual([]);
      }
  };
  await open(page, server, 'another');
  await expect(page.getByRole('alert')).toBeVisible();
  await look();
  await open(page, server);
  await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeVisible();
  await look();
  const submission = await park(server);
  await page.getByRole('button', { name: 'Refresh' }).click();
  await rowOf(page, submission).locator('summary').click();
  await look();
});
