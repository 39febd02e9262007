import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { type Server, startServer } from '../support/apply-form-server.ts';
import { type Gateway, startGateway } from '../support/gateway.ts';
import { refuse } from '../support/rigged-proxy.ts';
import { Sandbox } from '../support/sandbox.ts';
import { test as base, expect } from '../support/with-server.ts';

/** Every end of a form that the operator sees, as `outcome,state`. */
async function ended({ origin }: Server): Promise<Readonly<Record<string, number>>> {
  const headers = { authorization: 'Bearer sandbox-admin' };
  const text = await (await fetch(`${origin}/metrics`, { headers })).text();
  const rows = text.matchAll(/^apply_forms_ended_total\{outcome="(\w+)",state="(\w+)".*\} (\d+)$/gm);
  return Object.fromEntries(
    [...rows].map(([, outcome, state, count]) => [`${outcome},${state}`, Number(count)]),
  );
}

const test = base.extend<{ gateway: Gateway }>({
  gateway: async ({ ownServer }, use) => {
    const gateway = await startGateway(ownServer.origin);
    await use(gateway);
    await gateway.stop();
  },
});

const wordsOf = (gateway: Gateway) => gateway.seen('/beacons').map(({ body }) => body);

const leave = (page: Page) => page.goto('about:blank');

async function isReady(page: Page): Promise<Applicant> {
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

const failed = (page: Page) => expect(new Applicant(page).state()).toHaveAttribute('data-state', 'error');

const embedded = (origin: string, more = '') =>
  `<!doctype html><html lang="en"><title>Careers</title><link rel="icon" href="data:,">${more}
  <script src="${origin}/apply-form.js" async data-apply-job="4711"></script></html>`;

/** What a browser adds by itself to any request, and what says how long three words are. */
const harmless =
  /^(host|connection|content-(length|type)|accept.*|user-agent|sec-.*|origin|cache-control|pragma|priority)$/;

test('a page that is left says how far its form had come, once, and nothing else', async ({
  page,
  gateway,
  ownServer,
}) => {
  await page.context().addCookies([{ name: 'session', value: 'secret', url: gateway.origin }]);
  await page.goto(`${gateway.origin}/form#job=4711`);
  await isReady(page);
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1 });

  const { token } = await new Sandbox(ownServer.origin).apply('one-of-each');
  await page.goto(`${gateway.origin}/form#token=${token}`);
  const applicant = await isReady(page);
  await applicant.answer('2002', 'Nurse');
  await page.reload();
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1, 'left,begun': 1 });

  await isReady(page);
  await applicant.answer('2001', false);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1, 'left,begun': 1, 'left,complete': 1 });
  expect(wordsOf(gateway)).toEqual(['default left ready', 'default left begun', 'default left complete']);
  for (const { headers } of gateway.seen('/beacons'))
    expect(Object.keys(headers).filter((name) => !harmless.test(name))).toEqual([]);
});

test('a script on another origin tells neither its page nor a cookie, and asks for nothing beforehand', async ({
  page,
  host,
  gateway,
  ownServer,
}) => {
  await page.context().addCookies([{ name: 'session', value: 'secret', url: gateway.origin }]);
  await page.goto(host.show(embedded(gateway.origin)));
  await isReady(page);
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1 });
  const seen = gateway.seen('/beacons');
  expect(seen).toMatchObject([{ method: 'POST', body: 'default left ready' }]);
  expect(Object.keys(seen[0]?.headers ?? {}).filter((name) => !harmless.test(name))).toEqual([]);
});

test('a form in an iframe tells of itself', async ({ page, host, ownServer }) => {
  await page.goto(
    host.show(`<!doctype html><iframe src="${ownServer.origin}/frame/default#job=4711"></iframe>`),
  );
  await expect(page.frameLocator('iframe').locator('apply-form')).toHaveAttribute('data-state', 'ready');
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1 });
});

test('one that the proxy refuses is told when its page is hidden, and not again when it is left', async ({
  page,
  gateway,
  ownServer,
}) => {
  await page.goto(`${gateway.origin}/form#token=forged`);
  await failed(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await expect.poll(() => ended(ownServer)).toEqual({ 'refused,error': 1 });
  await leave(page);
  expect(wordsOf(gateway)).toHaveLength(1);
});

test('a form that is only looked away from has not ended', async ({ page, gateway, ownServer }) => {
  await page.goto(`${gateway.origin}/form#job=4711`);
  await isReady(page);
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { value: true });
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }));
  });
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1 });
  expect(wordsOf(gateway)).toHaveLength(1);
});

test('a form that could not be loaded is told', async ({ page, ownServer }) => {
  await page.route(/\/sessions\?/, refuse(503, 'service_unavailable'));
  await page.goto(`${ownServer.origin}/form#job=4711`);
  await failed(page);
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'load_failed,error': 1 });
});

test('a form that waited in vain is told', async ({ page, ownServer }) => {
  await page.route(/\/sessions\?/, () => {});
  await page.goto(`${ownServer.origin}/form#job=4711`);
  await failed(page);
  await page.unrouteAll({ behavior: 'ignoreErrors' });
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'timed_out,error': 1 });
});

/** What the script loads in its turn may not. */
const scriptAlone = (origin: string) => `script-src ${origin}/apply-form.js`;

test('a file of ours without which a form cannot open, and that the policy of a page forbids, is told', async ({
  page,
  host,
  ownServer,
}) => {
  const { origin } = ownServer;
  await page.goto(host.show(embedded(origin), { 'content-security-policy': scriptAlone(origin) }));
  await failed(page);
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'policy,error': 1 });
});

/** What dates and files are drawn with would have to be there before the form is. */
const leaveOutDatesAndFiles = (page: Page) =>
  page.route(/\/api\/v1\/questions/, async (route) => {
    const response = await route.fetch();
    const form = await response.json();
    const isOther = (one: { attributes: { question_type: string } }) =>
      !/^date|document$/.test(one.attributes.question_type);
    const json = { ...form, data: form.data.filter(isOther), included: form.included.filter(isOther) };
    await route.fulfill({ response, json });
  });

test('a file of ours that the policy of a page forbids is told', async ({ page, host, ownServer }) => {
  const { origin } = ownServer;
  const { token } = await new Sandbox(origin).apply('engineer');
  const embedding = embedded(origin).replace('data-apply-job="4711"', `data-apply-token="${token}"`);
  await leaveOutDatesAndFiles(page);
  await page.goto(host.show(embedding, { 'content-security-policy': scriptAlone(origin) }));
  const applicant = await isReady(page);
  const forbidden = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        addEventListener('securitypolicyviolation', () => resolve(), { once: true });
      }),
  );
  await applicant.question('111').getByLabel('Yes').check();
  await forbidden;
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'policy,begun': 1 });
});

for (const place of ['form#job=4711', 'frame/default#job=4711']) {
  test(`a browser that cannot read our script is told: ${place}`, async ({ page, ownServer }) => {
    const contentType = 'text/javascript';
    const body = 'class Form { static { @@ } }';
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ contentType, body }));
    await page.goto(`${ownServer.origin}/${place}`);
    await leave(page);
    await expect.poll(() => ended(ownServer)).toEqual({ 'unsupported_browser,none': 1 });
  });

  test(`a script that did not come is told: ${place}`, async ({ page, ownServer }) => {
    await page.route(/\/assets\/.*\.js$/, (route) => route.fulfill({ status: 404 }));
    await page.goto(`${ownServer.origin}/${place}`);
    await leave(page);
    await expect.poll(() => ended(ownServer)).toEqual({ 'load_failed,none': 1 });
  });
}

test('a browser that cannot show the form on a page of others is told', async ({ page, host, ownServer }) => {
  await page.addInitScript(() => {
    Reflect.deleteProperty(CSSStyleSheet.prototype, 'replaceSync');
  });
  const broken = page.waitForEvent('pageerror');
  await page.goto(host.show(embedded(ownServer.origin)));
  await broken;
  await leave(page);
  await expect.poll(() => ended(ownServer)).toEqual({ 'unsupported_browser,none': 1 });
});

test('a preview tells nothing', async ({ page, gateway, ownServer }) => {
  await page.goto(`${gateway.origin}/preview.html`);
  await isReady(page);
  await leave(page);
  await page.goto(`${gateway.origin}/form#job=4711`);
  await isReady(page);
  await leave(page);
  // The second has arrived, and the first had more time.
  await expect.poll(() => ended(ownServer)).toEqual({ 'left,ready': 1 });
  expect(wordsOf(gateway)).toHaveLength(1);
});

test('where they are off a form that was shown sends none, and one that never was is not counted', async ({
  page,
}) => {
  const server = await startServer({ APPLY_BEACONS: 'off' });
  const gateway = await startGateway(server.origin);
  await page.goto(`${gateway.origin}/form#job=4711`);
  await isReady(page);
  await leave(page);
  await page.goto(`${gateway.origin}/form#token=forged`);
  await failed(page);
  await leave(page);
  await expect.poll(() => wordsOf(gateway)).toEqual(['? token_invalid error']);
  expect(await ended(server)).toEqual({});
  await gateway.stop();
  await server.stop();
});
