/** The attention list as a page, on the built server with submissions that are really parked. */
import type { Page } from 'playwright/test';
import { type Server, startServer } from '../support/apply-form-server.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { Sandbox } from '../support/sandbox.ts';
import { test as base, expect } from '../support/with-server.ts';

/** Unclear answers are left to the operator within seconds, since this service cannot be read back. */
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
const jsonApi = { 'content-type': 'application/vnd.api+json' };

interface Parked {
  readonly reference: string;
  readonly application: string;
  state(): Promise<string>;
}

/** A submission whose one answer is parked: what became of its POST is not known. */
async function park({ origin }: Server, text = 'canary answer'): Promise<Parked> {
  const sandbox = new Sandbox(origin);
  const { application, token } = await sandbox.apply('one-of-each');
  await sandbox.faults({
    disturb: [{ path: '/api/v1/answers', reply: 500, requests: 1 }],
  });
  const authorization = `Bearer ${token}`;
  const read = async (path: string, init: RequestInit = {}) =>
    (await fetch(`${origin}${path}`, { headers: { ...jsonApi, authorization }, ...init })).json();
  const { meta } = await read('/api/v1/questions?include=conditional_questions');
  const relationships = { question: { data: { type: 'questions', id: '2002' } } };
  const data = [{ type: 'answers', attributes: { text_answer: text }, relationships }];
  const body = JSON.stringify({ data, meta: { revision: meta.revision } });
  const reference: string = (await read('/submissions', { method: 'POST', body })).data.id;
  const state = async () => (await read(`/submissions/${reference}`)).data.attributes.state;
  await expect.poll(state).toBe('attention');
  return { reference, application, state };
}

/** A visitor's application for job 4712, which the service refuses for what the job demands. */
async function refuseOne({ origin }: Server): Promise<void> {
  const read = async (path: string, headers: object, body: object | null = null) => {
    const init = body === null ? {} : { method: 'POST', body: JSON.stringify(body) };
    return (await fetch(`${origin}${path}`, { headers: { ...jsonApi, origin, ...headers }, ...init })).json();
  };
  const session = { data: { type: 'sessions', attributes: { job: '4712', tenant: 'default' } } };
  const { token } = (await read('/sessions', {}, session)).data.attributes;
  const key = { authorization: `Bearer ${token}` };
  const { meta } = await read('/api/v1/questions?include=conditional_questions', key);
  const answer = (id: string, attributes: object) => ({
    type: 'answers',
    attributes,
    relationships: { question: { data: { type: 'questions', id } } },
  });
  const names = { first_name: 'Ada', last_name: 'Example', email: 'ada@example.com' };
  const data = [
    { type: 'applications', attributes: names },
    answer('2001', { boolean_answer: false }),
    answer('2002', { text_answer: 'Nurse' }),
  ];
  const sent = await read('/submissions', key, { data, meta: { revision: meta.revision } });
  const state = async () => (await read(`/submissions/${sent.data.id}`, key)).data.attributes.state;
  await expect.poll(state).toBe('refused');
}

async function open(page: Page, { origin }: Server, key = KEY): Promise<void> {
  await page.goto(`${origin}/attention`);
  await page.getByLabel('Admin key').fill(key);
  await page.getByRole('button', { name: 'Open' }).click();
}

const rowOf = (page: Page, { reference }: Parked) => page.getByRole('article', { name: reference });

test('what is parked is listed with its reason, and a retry by the keyboard delivers it', {
  tag: '@deep',
}, async ({ page, blindServer: server }) => {
  const [one, other] = [await park(server), await park(server)];
  await open(page, server);
  await expect(page.getByRole('heading', { name: '2 submissions need attention.' })).toBeVisible();
  const row = rowOf(page, one);
  await expect(row).toContainText(`Application ${one.application}`);
  await expect(row).toContainText('Short text');
  await expect(row).toContainText('look at the service, then retry or give up');
  await expect(row).not.toContainText('canary');
  await row.getByRole('button', { name: 'Retry' }).press('Enter');
  await expect(row).toBeHidden();
  await expect(rowOf(page, other)).toBeVisible();
  await expect(page.getByRole('status')).toHaveText(`${one.reference} is on the way again.`);
  await expect(page.getByRole('heading', { name: '1 submission needs attention.' })).toBeFocused();
  await expect.poll(one.state).toBe('complete');
  expect((await new Sandbox(server.origin).held(one.application)).get('2002')).toBe('canary answer');
});

test('giving up asks once more and says what is lost; then it is final', { tag: '@deep' }, async ({
  page,
  blindServer: server,
}) => {
  const one = await park(server);
  await open(page, server);
  const row = rowOf(page, one);
  await expect(row.getByRole('button', { name: 'Give up for good' })).toBeHidden();
  await row.locator('summary').press('Enter');
  await expect(row.getByText(/^This wipes the answers that are stopped for good/)).toBeVisible();
  expect(await one.state()).toBe('attention');
  await row.getByRole('button', { name: 'Give up for good' }).press('Enter');
  await expect(row).toContainText('parked, given up');
  await expect(row.getByRole('button')).toHaveCount(0);
  expect(await new Sandbox(server.origin).held(one.application)).toEqual(new Map());
});

test('all that is parked is retried by one button, after an outage', { tag: '@deep' }, async ({
  page,
  blindServer: server,
}) => {
  const all = [await park(server), await park(server), await park(server)];
  await open(page, server);
  await page.getByRole('button', { name: 'Retry all 3' }).click();
  await expect(page.getByRole('status')).toHaveText('3 are on the way again.');
  await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeFocused();
  for (const one of all) await expect.poll(one.state).toBe('complete');
});

test('a wrong key opens nothing, and the sandbox says the right one where it is typed', async ({
  page,
  server,
}) => {
  await open(page, server, 'another');
  await expect(page.getByRole('alert')).toHaveText(/The server does not know this key/);
  await expect(page.getByLabel('Admin key')).toBeFocused();
  await expect(page.getByLabel('Admin key')).toHaveAccessibleDescription(/it is “sandbox-admin”/);
  await expect(page.getByRole('button', { name: 'Lock' })).toBeHidden();
});

test('a server that has gone is told as such', { tag: '@deep' }, async ({ page, ownServer }) => {
  await page.goto(`${ownServer.origin}/attention`);
  await page.getByLabel('Admin key').fill(KEY);
  await ownServer.stop();
  await page.getByLabel('Admin key').press('Enter');
  await expect(page.getByRole('alert')).toHaveText(/The server does not answer/);
});

/** All that a page can leave behind it in the browser. */
const leftBehind = (page: Page) =>
  page.evaluate(async () => {
    const databases = (await indexedDB.databases()).map(({ name }) => name);
    const kept = [
      { ...localStorage },
      { ...sessionStorage },
      document.cookie,
      databases,
      await caches.keys(),
    ];
    return JSON.stringify([...kept, location.href, history.state, document.documentElement.outerHTML]);
  });

test('the key is in nothing that the browser keeps, and gone when the page is locked or loaded again', {
  tag: '@deep',
}, async ({ page, server }) => {
  await open(page, server);
  await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  expect(await leftBehind(page)).not.toContain(KEY);
  await page.reload();
  await expect(page.getByLabel('Admin key')).toHaveValue('');
  await page.getByLabel('Admin key').fill(KEY);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: 'Lock' }).click();
  await expect(page.getByText('Locked. The key is forgotten.').first()).toBeVisible();
  await expect(page.getByLabel('Admin key')).toBeFocused();
  await expect(page.getByLabel('Admin key')).toHaveValue('');
  // Control: what is kept would be found.
  await page.evaluate((key) => sessionStorage.setItem('k', key), KEY);
  expect(await leftBehind(page)).toContain(KEY);
});

test('15 minutes without use lock the page', { tag: '@deep' }, async ({ page, server }) => {
  await page.clock.install();
  await open(page, server);
  await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeVisible();
  await page.clock.fastForward('14:00');
  await expect(page.getByRole('button', { name: 'Lock' })).toBeVisible();
  await page.clock.fastForward('01:10');
  await expect(page.getByText('Locked after 15 minutes without use.').first()).toBeVisible();
});

test('what jobs demand is agreed to and forgotten on the page', { tag: '@deep' }, async ({
  page,
  ownServer,
}) => {
  const sandbox = new Sandbox(ownServer.origin);
  await sandbox.demands({ jobs: { '4712': ['date_of_birth'] } });
  await refuseOne(ownServer);
  await open(page, ownServer);
  const lessons = page.getByRole('region', { name: 'What jobs demand' });
  await expect(lessons).toContainText('date_of_birth is not asked until you agree');
  await lessons.getByRole('button', { name: 'Agree' }).click();
  await expect(lessons).toContainText('date_of_birth is asked');
  await expect(lessons.locator('code')).toContainText('"date_of_birth":"required"');
  await lessons.getByRole('button', { name: 'Forget' }).click();
  await expect(lessons).toBeHidden();
});

for (const colorScheme of ['light', 'dark'] as const)
  test.describe(colorScheme, () => {
    test.use({ colorScheme });

    /** At both widths, in this state. */
    async function look(page: Page): Promise<void> {
      for (const width of [360, 1280]) {
        await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        expect(await violations(page)).toEqual([]);
      }
    }

    test('the page has no barriers: locked, with a wrong key, empty, with a list, and while it asks once more', {
      tag: '@deep',
    }, async ({ context, page, blindServer: server }) => {
      await bringAxe(context);
      await open(page, server, 'another');
      await expect(page.getByRole('alert')).toBeVisible();
      await look(page);
      await open(page, server);
      await expect(page.getByRole('heading', { name: 'Nothing needs attention.' })).toBeVisible();
      await look(page);
      const one = await park(server);
      await park(server);
      await page.getByRole('button', { name: 'Refresh' }).click();
      await rowOf(page, one).locator('summary').click();
      await look(page);
    });
  });
