/** The script of `public/docs/embedding.md#counting-applications`, as it stands there, on a careers page of another origin. */
import type { Page } from 'playwright/test';
import { snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { Applicant } from '../support/applicant.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const [script] = snippetsOf('js').filter(({ text }) => text.includes('dataLayer'));

/** In every text that is typed: none of them may come out. */
const CANARY = 'canary';
const visitor = { first_name: `Sam ${CANARY}`, last_name: CANARY, email: `${CANARY}@example.com` };

const pageWith = (body: string) => `<!doctype html><html lang="en"><head><meta charset="utf-8" />
  <title>Jobs</title><link rel="icon" href="data:," /><script>${script?.text}</script></head>
  <body><h1>Jobs</h1>${body}</body></html>`;

const ways = {
  element: (origin: string) =>
    `<script type="module" async src="${origin}/apply-form.js"></script><apply-form id="apply" job="4712"></apply-form>`,
  iframe: (origin: string) =>
    `<iframe id="apply" src="${origin}/frame/default#job=4712" title="Application form" data-apply-frame></iframe>
     <script src="${origin}/frame.js" async></script>`,
};

const layer = (page: Page) => page.evaluate<{ event: string; form: string }[]>('window.dataLayer ?? []');
const stepsOf = async (page: Page) =>
  (await layer(page)).map(({ event }) => event.replace('apply_form_', '')).join(' ');

async function fillIn(applicant: Applicant): Promise<void> {
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.introduce(visitor);
  await applicant.answer('2001', true);
  await applicant.answer('2101', `A ${CANARY}`);
  await applicant.answer('2002', CANARY);
}

for (const [way, write] of Object.entries(ways))
  test(
    `${way}: each step of an application is in the data layer once and in order, and no answer`,
    deepUnless(way === 'element'),
    async ({ page, server, host }) => {
      await page.goto(host.show(pageWith(write(server.origin))));
      const applicant = new Applicant(way === 'iframe' ? page.frameLocator('iframe') : page);
      await fillIn(applicant);
      await applicant.send();
      await expect.poll(() => stepsOf(page)).toBe('ready begun sent complete');
      expect(JSON.stringify(await layer(page))).not.toContain(CANARY);
      // A receipt that is opened again counts nothing.
      await page.reload();
      await expect(applicant.state()).toHaveAttribute('data-state', /complete|ready/);
      expect(await stepsOf(page)).not.toContain('complete');
    },
  );

// Other specs of this server fill in the form as it is without what it has learned.
test.afterEach(({ sandbox }) => sandbox.forgetLessons('4712'));

test('an application that the service refuses is counted as refused, and once it is corrected as sent and complete', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  await sandbox.demands({ jobs: { '4712': ['linkedin_url'] } });
  await page.goto(host.show(pageWith(ways.element(server.origin))));
  const applicant = new Applicant(page);
  await fillIn(applicant);
  await applicant.send();
  await expect.poll(() => stepsOf(page)).toBe('ready begun refused');
  await applicant.detail('linkedin_url').fill(`https://www.linkedin.com/in/${CANARY}`);
  await applicant.send();
  await expect.poll(() => stepsOf(page)).toBe('ready begun refused sent complete');
});
