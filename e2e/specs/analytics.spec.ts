/** Runs the script of `public/docs/embedding.md#counting-applications` unchanged on a careers page of another origin. */
import type { Page } from 'playwright/test';
import { snippetsOf } from '../../src/build/docs/snippets.support.ts';
import { type Applicant, answerShortest } from '../support/applicant.ts';
import { careersPage, type Embedding, embeddings, meetEmbedded } from '../support/host-pages.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const [script] = snippetsOf('js').filter(({ text }) => text.includes('dataLayer'));

/** Each typed text contains this word, which may not appear in the data layer. */
const CANARY = 'canary';
const details = { first_name: `Sam ${CANARY}`, last_name: CANARY, email: `${CANARY}@example.com` };

const pageWith = (embedding: Embedding, origin: string) =>
  careersPage(`<script>${script?.text}</script>${embeddings[embedding](origin, 'job="4712"')}`);

const layer = (page: Page) => page.evaluate<{ event: string; form: string }[]>('window.dataLayer ?? []');
const stepsOf = async (page: Page) =>
  (await layer(page)).map(({ event }) => event.replace('apply_form_', '')).join(' ');

async function fillInAndSend(applicant: Applicant): Promise<void> {
  await applicant.introduce(details);
  await answerShortest(applicant);
  await applicant.answer('2002', CANARY);
  await applicant.send();
}

for (const embedding of ['element', 'iframe'] as const)
  test(
    `${embedding}: the data layer gets each step of an application once, in order, and no answer`,
    deepUnless(embedding === 'element'),
    async ({ page, server, host }) => {
      const address = host.show(pageWith(embedding, server.origin));
      const applicant = await meetEmbedded(page, address, embedding);
      await fillInAndSend(applicant);
      await expect.poll(() => stepsOf(page)).toBe('ready begun sent complete');
      expect(JSON.stringify(await layer(page))).not.toContain(CANARY);
      // Opening a receipt again counts nothing.
      await page.reload();
      await applicant.reaches(/complete|ready/);
      expect(await stepsOf(page)).not.toContain('complete');
    },
  );

// Other specs on this server need the form without learned lessons.
test.afterEach(({ sandbox }) => sandbox.forgetLessons('4712'));

test('an application that the service refuses counts as refused, and after its correction as complete', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  await sandbox.demands({ jobs: { '4712': ['linkedin_url'] } });
  const applicant = await meetEmbedded(page, host.show(pageWith('element', server.origin)), 'element');
  await fillInAndSend(applicant);
  await expect.poll(() => stepsOf(page)).toBe('ready begun refused');
  await applicant.detail('linkedin_url').fill(`https://www.linkedin.com/in/${CANARY}`);
  await applicant.send();
  await expect.poll(() => stepsOf(page)).toBe('ready begun refused sent complete');
});
