/**
 * Pages that embed the form wrongly, or whose server does not let them: each says so in words to the applicant, in
 * one line to the developer, and by its code to the page. Every page has the form twice: once in English in a shadow
 * root, once in German in the page itself.
 */
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Page } from 'playwright/test';
import { de } from '../../src/locale/de.ts';
import { en } from '../../src/locale/en.ts';
import { enFilling } from '../../src/locale/en-filling.ts';
import { startServer } from '../support/apply-form-server.ts';
import { test as base, deepUnless, expect } from '../support/with-server.ts';

/** Origins of servers. */
interface Around {
  /** The script comes from it, and it lets every page in. */
  readonly server: string;
  readonly host: string;
  /** A foreign server that lets no page read its replies. */
  readonly stranger: string;
  /** A proxy that this page may not use. */
  readonly strict: string;
}

const test = base.extend<object, { around: Around }>({
  around: [
    async ({ server, host }, use) => {
      const stranger = await listen((_request, response) => response.end('<h1>Hello</h1>'));
      const strict = await startServer({ APPLY_ORIGINS: 'https://careers.example.com' });
      await use({
        server: server.origin,
        host: new URL(host.show('')).origin,
        stranger: stranger.origin,
        strict: strict.origin,
      });
      for (const other of [stranger, strict]) await other.stop();
    },
    { scope: 'worker' },
  ],
});

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

/** The form twice, with a way on of its own each. */
const embed = (script: string, attributes: string) => `<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8" />
    <meta name="viewport" content="width=device-width, initial-scale=1" />
    <title>Jobs</title>
    <link rel="icon" href="data:," />
    <script type="module" async src="${script}/apply-form.js"></script>
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
  readonly code: 'bad_setup' | 'origin_not_allowed' | 'not_found' | 'token_invalid';
  readonly line: RegExp | readonly RegExp[];
}

async function expectFailure(page: Page, told: Told, { code, line }: Cause): Promise<void> {
  const [english, german] = [page.locator('apply-form').first(), page.locator('apply-form').last()];
  for (const form of [english, german]) await expect(form).toHaveAttribute('data-state', 'error');
  const key = `failure.${code}` as const;
  await expect(english).toContainText(enFilling[key]);
  await expect(german).toContainText(de[key]);
  for (const form of [english, german]) await expect(form.getByRole('link')).toBeVisible();
  expect(await told.codes()).toEqual([code, code]);
  await expect.poll(() => told.lines).toEqual([line].flat().map((each) => expect.stringMatching(each)));
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
    line: [
      /does not know the attribute jobid \(.*\): it knows job, posting, .*heading-level\.$/,
      /posting="…"\.$/,
    ],
  }),
  'an endpoint without its scheme': () => ({
    attributes: 'job="4711" endpoint="forms.example.com"',
    code: 'bad_setup',
    line: /^<apply-form> cannot use endpoint="forms\.example\.com": write the address/,
  }),
  'another server': ({ stranger, host }) => ({
    attributes: `job="4711" endpoint="${stranger}"`,
    code: 'origin_not_allowed',
    line: new RegExp(`gets no reply from ${stranger} that ${host} may read`),
  }),
  'an origin that is not allowed': ({ strict, host }) => ({
    attributes: `job="4711" endpoint="${strict}"`,
    code: 'origin_not_allowed',
    line: new RegExp(`gets no reply from ${strict} .* APPLY_ORIGINS there has ${host}\\.$`),
  }),
  'a policy of the page': ({ server }) => ({
    attributes: 'job="4711"',
    headers: { 'content-security-policy': `default-src 'none'; script-src ${server}; connect-src 'self'` },
    code: 'bad_setup',
    line: new RegExp(`add ${server} to connect-src there\\.$`),
  }),
  'a job that is not there': ({ server }) => ({
    attributes: 'job="nobody"',
    code: 'not_found',
    line: new RegExp(`was refused by ${server} \\(not_found\\): No job of this id is open to visitors`),
  }),
  'a token of another server': ({ server }) => ({
    attributes: 'token="not-a-token"',
    code: 'token_invalid',
    line: new RegExp(`was refused by ${server} \\(token_invalid\\): The token was not made here`),
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
