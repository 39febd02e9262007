/**
 * Pages that embed the form wrongly, or whose server does not let them: each says so in words to the applicant, in
 * one line to the developer, and by its code to the page. Every page has the form twice: once in English in a shadow
 * root, once in German in the page itself.
 */
import { createServer, type RequestListener } from 'node:http';
import { type AddressInfo, connect, createServer as createLine, type Socket } from 'node:net';
import type { Page } from 'playwright/test';
import { de } from '../../src/locale/de.ts';
import { en } from '../../src/locale/en.ts';
import { enOutcome } from '../../src/locale/en-outcome.ts';
import { startServer } from '../support/apply-form-server.ts';
import { refuse } from '../support/rigged-proxy.ts';
import { Sandbox } from '../support/sandbox.ts';
import { test as base, deepUnless, expect } from '../support/with-server.ts';

/** Origins of servers. */
interface Around {
  /** The script comes from it, and it lets every page in. */
  readonly server: string;
  readonly host: string;
  /** A foreign server that lets no page read its replies. */
  readonly stranger: string;
  /** A foreign server that lets every page read its replies. */
  readonly openStranger: string;
  /** A proxy that this page may not use. */
  readonly strict: string;
  /** A proxy on which one job is public and closed, and no other is public. */
  readonly closed: string;
}

const test = base.extend<object, { around: Around }>({
  around: [
    async ({ server, host }, use) => {
      const stranger = await listen((_request, response) => response.end('<h1>Hello</h1>'));
      const openStranger = await listen(({ method }, response) =>
        response.writeHead(method === 'OPTIONS' ? 204 : 404, anyOrigin).end('<h1>Not here</h1>'),
      );
      const strict = await startServer({ APPLY_ORIGINS: 'https://careers.example.com' });
      const closed = await startServer({ APPLY_PUBLIC_JOBS: '4712' });
      await new Sandbox(closed.origin).faults({ closed_jobs: ['4712'] });
      await use({
        server: server.origin,
        host: new URL(host.show('')).origin,
        stranger: stranger.origin,
        openStranger: openStranger.origin,
        strict: strict.origin,
        closed: closed.origin,
      });
      for (const other of [stranger, openStranger, strict, closed]) await other.stop();
    },
    { scope: 'worker' },
  ],
});

const anyOrigin = { 'access-control-allow-origin': '*', 'access-control-allow-headers': '*' };

async function listen(answer: RequestListener): Promise<{ readonly origin: string; stop(): Promise<void> }> {
  const server = createServer(answer);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    async stop() {
      server.close();
      server.closeAllConnections();
    },
  };
}

/** To a server that cannot be reached until the line is mended. */
async function startCutLine(to: string) {
  let isMended = false;
  const sockets = new Set<Socket>();
  const line = createLine((near) => {
    if (!isMended) {
      near.destroy();
      return;
    }
    const far = connect(Number(new URL(to).port), '127.0.0.1');
    for (const socket of [near, far]) {
      sockets.add(socket);
      socket.on('error', () => socket.destroy());
    }
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => line.listen(0, '127.0.0.1', resolve));
  const { port } = line.address() as AddressInfo;
  return {
    origin: `http://127.0.0.1:${port}`,
    mend() {
      isMended = true;
    },
    async stop() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => void line.close(resolve));
    },
  };
}

/** The form twice, with a way on of its own each. */
const embed = (script: string, attributes: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Jobs</title>
    <link rel="icon" href="data:," />
    <script src="${script}/apply-form.js" async></script>
  </head>
  <body>
    <h1>Ward Coordinator</h1>
    <apply-form ${attributes}><a href="#mail">Apply by e-mail</a></apply-form>
    <apply-form lang="de" isolation="light" ${attributes}><a href="#mail">Per E-Mail bewerben</a></apply-form>
  </body>
</html>`;

/** What the page heard, and what its developer reads. */
interface Told {
  readonly lines: readonly string[];
  codes(): Promise<readonly string[]>;
}

async function listenTo(page: Page): Promise<Told> {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('<apply-form>')) lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  const heard = 'heardCodes';
  await page.addInitScript((name) => {
    const codes: string[] = [];
    Object.assign(window, { [name]: codes });
    addEventListener('apply-error', (event) => codes.push((event as CustomEvent).detail.code));
  }, heard);
  return { lines, codes: () => page.evaluate((name) => Reflect.get(window, name), heard) };
}

interface Cause {
  readonly attributes: string;
  /** Of the page. */
  readonly headers?: Readonly<Record<string, string>>;
  readonly code: 'bad_setup' | 'origin_not_allowed' | 'service_unavailable' | RefusalCode;
  readonly line: RegExp;
}

type RefusalCode = 'not_found' | 'job_closed' | 'token_invalid' | 'token_expired';

async function expectFailure(page: Page, told: Told, { code, line }: Cause): Promise<void> {
  const [english, german] = [page.locator('apply-form').first(), page.locator('apply-form').last()];
  const state = code === 'job_closed' ? 'closed' : 'error';
  await expect(english).toHaveAttribute('data-state', state);
  await expect(german).toHaveAttribute('data-state', state);
  const key = code === 'job_closed' ? 'closed.text' : (`failure.${code}` as const);
  await expect(english).toContainText(enOutcome[key]);
  await expect(german).toContainText(de[key]);
  for (const form of [english, german]) await expect(form.getByRole('link')).toBeVisible();
  expect(await told.codes()).toEqual([code, code]);
  await expect.poll(() => told.lines).toEqual([expect.stringMatching(line)]);
}

const causes: Readonly<Record<string, (around: Around) => Cause>> = {
  'a form that says of no job': () => ({
    attributes: '',
    code: 'bad_setup',
    line: /^<apply-form> needs token="…" or, for a public job, job="…" or posting="…"\.$/,
  }),
  'a slip in the name of an attribute': () => ({
    attributes: 'jobid="4711"',
    code: 'bad_setup',
    line: /needs token="…" or, for a public job, job="…" or posting="…"\. It does not know the attribute jobid: write job\.$/,
  }),
  'an endpoint without its scheme': () => ({
    attributes: 'job="4711" endpoint="forms.example.com"',
    code: 'bad_setup',
    line: /endpoint="forms\.example\.com": write endpoint="https:\/\/forms\.example\.com"\.$/,
  }),
  'an endpoint that is the script': ({ server }) => ({
    attributes: `job="4711" endpoint="${server}/apply-form.js"`,
    code: 'bad_setup',
    line: new RegExp(`write endpoint="${server}"\\.$`),
  }),
  'another server': ({ stranger }) => ({
    attributes: `job="4711" endpoint="${stranger}"`,
    code: 'bad_setup',
    line: new RegExp(`no Apply Form at ${stranger}, which answers as something else`),
  }),
  'another server that lets itself be read': ({ openStranger }) => ({
    attributes: `token="sealed" endpoint="${openStranger}"`,
    code: 'bad_setup',
    line: new RegExp(`no Apply Form at ${openStranger}, which answers as something else`),
  }),
  'an origin that is not allowed': ({ strict, host }) => ({
    attributes: `job="4711" endpoint="${strict}"`,
    code: 'origin_not_allowed',
    line: new RegExp(
      `is on ${host}, which may not embed this form: add ${host} to APPLY_ORIGINS of ${strict}\\.$`,
    ),
  }),
  'a policy of the page': ({ server }) => ({
    attributes: 'job="4711"',
    headers: { 'content-security-policy': `default-src 'none'; script-src ${server}; connect-src 'self'` },
    code: 'bad_setup',
    line: new RegExp(`write "connect-src 'self' ${server}" there\\.$`),
  }),
  'a job that is not there': ({ server }) => ({
    attributes: 'job="nobody"',
    code: 'not_found',
    line: new RegExp(`finds no job="nobody" at ${server}: check the id`),
  }),
  'a job that is not public': ({ closed }) => ({
    attributes: `job="4711" endpoint="${closed}"`,
    code: 'not_found',
    line: new RegExp(`finds no job="4711" at ${closed}: .* APPLY_PUBLIC_JOBS there lists it`),
  }),
  'a job that is closed': ({ closed }) => ({
    attributes: `job="4712" endpoint="${closed}"`,
    code: 'job_closed',
    line: /has job="4712", which is closed, .* open the job again/,
  }),
  'a token of another server': ({ server }) => ({
    attributes: 'token="not-a-token"',
    code: 'token_invalid',
    line: new RegExp(`make one with POST ${server}/sessions`),
  }),
};

/** One of each kind: in the page's own tag, in its policy, at the proxy. */
const dailyCauses: readonly string[] = ['a policy of the page', 'an origin that is not allowed'];

for (const [name, causeFrom] of Object.entries(causes)) {
  test(
    `${name} is said to the applicant, to the page and to its developer`,
    deepUnless(dailyCauses.includes(name)),
    async ({ page, host, around }) => {
      const cause = causeFrom(around);
      const told = await listenTo(page);
      await page.goto(host.show(embed(around.server, cause.attributes), cause.headers));
      await expectFailure(page, told, cause);
    },
  );
}

test('a server on http is said to a page on https', { tag: '@deep' }, async ({ page, server }) => {
  const told = await listenTo(page);
  await page.route('https://forms.example.com/**', async (route) => {
    const { pathname } = new URL(route.request().url());
    await route.fulfill({ response: await route.fetch({ url: server.origin + pathname }) });
  });
  const body = embed('https://forms.example.com', 'token="sealed" endpoint="http://forms.example.com"');
  await page.route('https://careers.example.com/', (route) =>
    route.fulfill({ contentType: 'text/html', body }),
  );
  await page.goto('https://careers.example.com/');
  await expectFailure(page, told, {
    attributes: '',
    code: 'bad_setup',
    line: /browsers block its endpoint="http:.* write endpoint="https:\/\/forms\.example\.com"\.$/,
  });
});

test('a token that has expired is said, and a fresh one opens the form', { tag: '@deep' }, async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const told = await listenTo(page);
  const expired = refuse(401, 'token_expired');
  await page.route(/\/api\/v1\/questions\?/, expired);
  await page.goto(host.show(embed(server.origin, 'token="sealed"')));
  await expectFailure(page, told, {
    attributes: '',
    code: 'token_expired',
    line: /set the property renewToken\.$/,
  });
  await page.unroute(/\/api\/v1\/questions\?/, expired);
  const { token } = await sandbox.apply('one-of-each');
  for (const form of await page.locator('apply-form').all()) {
    await form.evaluate((element, fresh) => element.setAttribute('token', fresh), token);
    await expect(form).toHaveAttribute('data-state', 'ready');
  }
});

test('a visitor who is offline is told so, and “try again” opens the form with a connection', async ({
  page,
  server,
  host,
  context,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(host.show(embed(server.origin, '')));
  const form = page.locator('apply-form').first();
  await expect(form).toHaveAttribute('data-state', 'error');
  const told = await listenTo(page);
  await context.setOffline(true);
  await form.evaluate((element, fresh) => element.setAttribute('token', fresh), token);
  await expect(form).toContainText(en['failure.offline']);
  await expect.poll(() => told.lines).toEqual(['<apply-form> cannot be loaded, as this browser is offline.']);
  await context.setOffline(false);
  await form.getByRole('button').click();
  await expect(form).toHaveAttribute('data-state', 'ready');
});

test('a server that is down is said, and “try again” opens the form once it is up', { tag: '@deep' }, async ({
  page,
  server,
  host,
}) => {
  const told = await listenTo(page);
  const place = await startCutLine(server.origin);
  await page.goto(host.show(embed(server.origin, `job="4711" endpoint="${place.origin}"`)));
  const line = new RegExp(
    `gets no answer from ${place.origin}: check that the address is right, that its server runs`,
  );
  await expectFailure(page, told, { attributes: '', code: 'service_unavailable', line });
  place.mend();
  for (const form of await page.locator('apply-form').all()) {
    await form.getByRole('button').click();
    await expect(form).toHaveAttribute('data-state', 'ready');
    await expect(form.getByRole('link', { name: /e-mail/i })).toBeHidden();
  }
  expect(told.lines).toHaveLength(1);
  await place.stop();
});

test('a script tag with an unknown name leaves a form that says which it would be', { tag: '@deep' }, async ({
  page,
  server,
  host,
}) => {
  const told = await listenTo(page);
  const script = `<script src="${server.origin}/apply-form.js" data-apply-jobs="4711"></script>`;
  await page.goto(host.show(`<!doctype html><html lang="de"><title>Jobs</title><body>${script}`));
  await expect(page.locator('apply-form')).toContainText(de['failure.bad_setup']);
  expect(told.lines).toEqual([
    expect.stringMatching(/attribute jobs \(data-apply-jobs of its script\): write job\.$/),
  ]);
});

test('a form that is set up well asks for nothing more; what is odd about another is said at its first touch', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const told = await listenTo(page);
  const requests: string[] = [];
  page.on('request', (request) => requests.push(new URL(request.url()).pathname));
  await page.goto(host.show(embed(server.origin, 'job="4711"')));
  const [well, odd] = [page.locator('apply-form').first(), page.locator('apply-form').last()];
  for (const form of [well, odd]) {
    await expect(form).toHaveAttribute('data-state', 'ready');
    await form.locator('input').first().focus();
  }
  await expect.poll(() => requests.filter((path) => path.includes('/later-'))).toHaveLength(1);
  await page.waitForLoadState('networkidle');
  expect(requests.filter((path) => /diagnose|odd-settings|healthz/.test(path))).toEqual([]);
  await odd.evaluate((element) => {
    element.setAttribute('theme', 'drak');
    element.setAttribute('lang', 'xx');
  });
  const sentences = [
    /reads theme="drak" as "auto": write auto, dark or light\.$/,
    /has no words for lang="xx"/,
  ];
  await expect.poll(() => told.lines).toEqual(sentences.map((each) => expect.stringMatching(each)));
  await expect(odd).toHaveAttribute('data-state', 'ready');
});
