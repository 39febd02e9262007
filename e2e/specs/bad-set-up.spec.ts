/**
 * Pages that embed the form wrongly, or whose server does not allow it: the applicant gets a sentence, the developer one
 * line in the console, and the page a code. `diagnosis.test.ts` has a table with the message for each cause.
 */
import type { Page } from 'playwright/test';
import { en } from '../../src/locale/en.ts';
import { enFilling } from '../../src/locale/en-filling.ts';
import { startServer } from '../support/apply-form-server.ts';
import { careersPage, scriptTag } from '../support/host-pages.ts';
import { listen } from '../support/host-server.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const pageWith = (origin: string, attributes: string) =>
  careersPage(`<script>window.codes = [];
    addEventListener('apply-error', ({ detail }) => window.codes.push(detail.code));</script>
    ${scriptTag(origin)}
    <apply-form ${attributes}><a href="#mail">Apply by e-mail</a></apply-form>`);

/** Records our lines in the console, and all errors of the page. */
function linesOf(page: Page): readonly string[] {
  const lines: string[] = [];
  page.on('console', (message) => {
    if (message.text().startsWith('<apply-form>')) lines.push(message.text());
  });
  page.on('pageerror', (error) => lines.push(String(error)));
  return lines;
}

interface Servers {
  readonly server: string;
  /** A server that lets no page read its replies. */
  readonly otherServer: string;
  /** A proxy that this page may not use. */
  readonly strict: string;
}

interface Cause {
  readonly attributes: string;
  readonly policy?: string;
  readonly code: 'bad_setup' | 'origin_not_allowed' | 'not_found';
  readonly line: RegExp;
}

/** One cause of each kind: in the page's tag, in its policy, in the network, and in the proxy. */
const causes: Readonly<Record<string, (servers: Servers) => Cause>> = {
  'a form without a job': () => ({
    attributes: '',
    code: 'bad_setup',
    line: /^<apply-form> needs token="…" or, for a public job, job="…" or posting="…"\.$/,
  }),
  'another server': ({ otherServer }) => ({
    attributes: `job="4711" endpoint="${otherServer}"`,
    code: 'origin_not_allowed',
    line: new RegExp(`gets no reply from ${otherServer} that \\S+ may read`),
  }),
  'an origin that is not allowed': ({ strict }) => ({
    attributes: `job="4711" endpoint="${strict}"`,
    code: 'origin_not_allowed',
    line: new RegExp(`gets no reply from ${strict} .* APPLY_ORIGINS there has \\S+\\.$`),
  }),
  'a policy of the page': ({ server }) => ({
    attributes: 'job="4711"',
    policy: `default-src 'none'; script-src ${server} 'unsafe-inline'; connect-src 'self'`,
    code: 'bad_setup',
    line: new RegExp(`add ${server} to connect-src there\\.$`),
  }),
  'an unknown job': ({ server }) => ({
    attributes: 'job="nobody"',
    code: 'not_found',
    line: new RegExp(`was refused by ${server} \\(not_found\\): No job of this id is open to visitors`),
  }),
};

const dailyCauses: readonly string[] = ['a policy of the page', 'an origin that is not allowed'];

for (const [name, causeFrom] of Object.entries(causes))
  test(
    `${name}: the applicant, the page and its developer each get a message`,
    deepUnless(dailyCauses.includes(name)),
    async ({ page, server, host }) => {
      const otherServer = await listen((_request, response) => response.end('<h1>Hello</h1>'));
      const strict = await startServer({ APPLY_ORIGINS: 'https://careers.example.com' });
      const { attributes, policy, code, line } = causeFrom({
        server: server.origin,
        otherServer: otherServer.origin,
        strict: strict.origin,
      });
      const lines = linesOf(page);
      const headers = policy === undefined ? {} : { 'content-security-policy': policy };
      await page.goto(host.show(pageWith(server.origin, attributes), headers));
      const form = page.locator('apply-form');
      await expect(form).toHaveAttribute('data-state', 'error');
      await expect(form).toContainText(enFilling[`failure.${code}`]);
      await expect(form.getByRole('link')).toBeVisible();
      expect(await page.evaluate('window.codes')).toEqual([code]);
      await expect.poll(() => lines).toEqual([expect.stringMatching(line)]);
      for (const started of [otherServer, strict]) await started.stop();
    },
  );

test('a visitor who is offline sees a message, and “try again” opens the form once online', async ({
  page,
  server,
  host,
  context,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(host.show(pageWith(server.origin, '')));
  const form = page.locator('apply-form');
  await expect(form).toHaveAttribute('data-state', 'error');
  const lines = linesOf(page);
  await context.setOffline(true);
  await form.evaluate((element, fresh) => element.setAttribute('token', fresh), token);
  await expect(form).toContainText(en['failure.offline']);
  await expect.poll(() => lines).toEqual(['<apply-form> cannot be loaded, as this browser is offline.']);
  await context.setOffline(false);
  await form.getByRole('button').click();
  await expect(form).toHaveAttribute('data-state', 'ready');
});
