/** A proof of work for a visitor: the form solves it, sends the same application by itself, and loses nothing. */
import type { Page } from 'playwright/test';
import { type Applicant, answerShortest, meet, visitor } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { careersPage, embeddings, strictPolicy } from '../support/host-pages.ts';
import { pass, RiggedProxy } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const pageOf = (origin: string) => careersPage(embeddings.element(origin, 'job="4712"'));

async function fillIn(page: Page, address: string): Promise<Applicant> {
  const applicant = await meet(page, address);
  await applicant.introduce(visitor);
  await answerShortest(applicant);
  return applicant;
}

/** Fills in the hidden field, like a script that fills in every field. */
const fillHidden = ({ place }: Applicant) =>
  place.locator('[name=af-topic]').evaluate((field: HTMLInputElement) => {
    field.value = 'Buy now';
  });

interface Sent {
  readonly data: unknown;
  readonly meta: { readonly challenge?: string; readonly filling?: object };
}

/** Records submissions, and errors other than the refusals. */
function watch(page: Page): { readonly sent: Sent[]; readonly faults: string[] } {
  const sent: Sent[] = [];
  const faults: string[] = [];
  page.on('request', (request) => {
    const isSubmission = request.method() === 'POST' && /\/submissions$/.test(request.url());
    if (isSubmission) sent.push(request.postDataJSON());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 403/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  return { sent, faults };
}

test('under a policy without workers the form solves the challenge and sends the application once', async ({
  page,
  server,
  host,
}) => {
  const { sent, faults } = watch(page);
  const headers = {
    'content-security-policy': `${strictPolicy(server.origin)}; img-src data:; worker-src 'none'`,
  };
  const applicant = await fillIn(page, host.show(pageOf(server.origin), headers));
  await fillHidden(applicant);
  await applicant.send();
  await applicant.reaches(/complete|received/);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.meta.challenge).toBeUndefined();
  expect(sent[0]?.meta.filling).toMatchObject({ events: 1, hidden: 7 });
  expect(typeof sent[1]?.meta.challenge).toBe('string');
  expect(sent[1]?.data).toEqual(sent[0]?.data);
  expect(faults).toEqual([]);
});

test('an applicant who fills in the form by hand sees no challenge, and never reaches the hidden field', async ({
  page,
  server,
  host,
}) => {
  const { sent } = watch(page);
  const applicant = await fillIn(page, host.show(pageOf(server.origin)));
  await expect(page.getByRole('textbox', { name: '', exact: true })).toHaveCount(0);
  await expect(page.locator('[name=af-topic]')).toHaveAttribute('autocomplete', 'off');
  await expect(page.locator('[name=af-topic]')).toHaveAttribute('tabindex', '-1');
  await applicant.send();
  await applicant.reaches(/complete|received/);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.meta.filling).toMatchObject({ events: 1, hidden: 0 });
});

/** No number solves this challenge, so the form never stops solving. */
const endless = {
  algorithm: 'SHA-256',
  challenge: 'f'.repeat(64),
  salt: `${'a'.repeat(24)}?expires=9999999999&`,
  signature: 'f'.repeat(64),
  maxnumber: 99_999_999,
};

test('the form says that it is solving, politely, and a reload meanwhile loses nothing', {
  tag: '@deep',
}, async ({ context, page, server, host }) => {
  await bringAxe(context);
  await watchSealing(context);
  const rig = await RiggedProxy.before(page);
  rig.submissions = (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/vnd.api+json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify({
        errors: [{ code: 'challenge_required', status: '403', title: '', detail: '' }],
        meta: { challenge: { type: 'challenges', id: 'a', attributes: endless } },
      }),
    });
  const applicant = await fillIn(page, host.show(pageOf(server.origin)));
  await draftIsWritten(page);
  await applicant.send();
  const words = 'Checking that this is not spam. Your answers are safe.';
  await expect(page.locator('.af-progress')).toContainText(words);
  await expect(page.locator('[role=status]').filter({ hasText: words })).toHaveCount(1);
  await applicant.reaches('sending');
  expect(await violations(page)).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  rig.submissions = pass;
  await page.reload();
  await applicant.reaches('ready');
  await expect(applicant.detail('email')).toHaveValue('sam@example.com');
  await applicant.send();
  await applicant.reaches(/complete|received/);
});

test('the form asks the page for the token of a tenant’s verifier, or solves its own challenge', {
  tag: '@deep',
}, async ({ page, host }) => {
  const challenge = { verify: 'https://127.0.0.1:1/siteverify', secret: 'shh' };
  const server = await startServer({ APPLY_CONFIG: JSON.stringify({ tenants: { default: { challenge } } }) });
  const { sent } = watch(page);
  const applicant = await fillIn(page, host.show(pageOf(server.origin)));
  await page.evaluate(
    `document.querySelector('apply-form').challenge = async () => 'a token of the verifier'`,
  );
  await fillHidden(applicant);
  await applicant.send();
  await applicant.reaches(/complete|received/);
  expect(sent).toHaveLength(3);
  expect(sent[1]?.meta.challenge).toBe('a token of the verifier');
  await server.stop();
});
