/** A visitor is asked for a proof of work: the form solves it, sends the same again by itself, and loses nothing. */
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { startServer } from '../support/apply-form-server.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { pass, RiggedProxy } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';
import { draftIsWritten, watchSealing } from '../support/written-drafts.ts';

const JOB = '4712';

const careersPage = (origin: string) => `<!doctype html><html lang="en"><title>Jobs</title>
  <meta name="viewport" content="width=device-width"><main><h1>Jobs</h1>
  <script type="module" async src="${origin}/apply-form.js"></script>
  <apply-form job="${JOB}"></apply-form></main>`;

/** No style, no worker, no string that becomes script or its address. */
const strictPolicy = (origin: string) => ({
  'content-security-policy': `default-src 'none'; script-src ${origin}; connect-src ${origin}; style-src 'none'; worker-src 'none'; require-trusted-types-for 'script'; trusted-types 'none'`,
});

async function fillIn(place: Applicant['place']): Promise<Applicant> {
  const applicant = new Applicant(place);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.introduce({ first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' });
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
  return applicant;
}

/** As a script does that fills in whatever it finds. */
const fillHidden = ({ place }: Applicant) =>
  place.locator('[name=af-topic]').evaluate((field: HTMLInputElement) => {
    field.value = 'Buy now';
  });

interface Sent {
  readonly data: unknown;
  readonly meta: { readonly challenge?: string; readonly filling?: object };
}

/** What goes to the proxy. */
function watch(page: Page): { readonly sent: Sent[]; readonly faults: string[] } {
  const [sent, faults]: [Sent[], string[]] = [[], []];
  page.on('request', (request) => {
    const address = request.url();
    if (request.method() === 'POST' && /\/submissions$/.test(address)) sent.push(request.postDataJSON());
  });
  page.on('console', (message) => {
    if (message.type() === 'error' && !/status of 403/.test(message.text())) faults.push(message.text());
  });
  page.on('pageerror', ({ message }) => faults.push(message));
  return { sent, faults };
}

const hasReceipt = (applicant: Applicant) =>
  expect(applicant.state()).toHaveAttribute('data-state', /complete|received/);

test('under a policy without workers the form solves it and sends the same again; the page sees one receipt and no fault', async ({
  page,
  server,
  host,
}) => {
  const { sent, faults } = watch(page);
  await page.goto(host.show(careersPage(server.origin), strictPolicy(server.origin)));
  const applicant = await fillIn(page);
  await fillHidden(applicant);
  await applicant.send();
  await hasReceipt(applicant);
  expect(sent).toHaveLength(2);
  expect(sent[0]?.meta.challenge).toBeUndefined();
  expect(sent[0]?.meta.filling).toMatchObject({ events: 1, hidden: 7 });
  expect(typeof sent[1]?.meta.challenge).toBe('string');
  expect(sent[1]?.data).toEqual(sent[0]?.data);
  expect(faults).toEqual([]);
});

test('who fills in a form by hand is asked for nothing', async ({ page, server, host }) => {
  const { sent } = watch(page);
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await applicant.send();
  await hasReceipt(applicant);
  expect(sent).toHaveLength(1);
  expect(sent[0]?.meta.filling).toMatchObject({ events: 1, hidden: 0 });
});

test('the hidden field is no part of the form for keyboard and screen reader', { tag: '@deep' }, async ({
  page,
  server,
  host,
}) => {
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await applicant.question('2002').locator('input').focus();
  const field = page.locator('[name=af-topic]');
  for (let press = 0; press < 12; press += 1) {
    await page.keyboard.press('Tab');
    await expect(field).not.toBeFocused();
  }
  await expect(page.getByRole('textbox', { name: '', exact: true })).toHaveCount(0);
  await expect(field).toHaveAttribute('autocomplete', 'off');
  await expect(field).toHaveAttribute('tabindex', '-1');
});

test('while it solves, it says so calmly and politely; a reload in between loses nothing', {
  tag: '@deep',
}, async ({ context, page, server, host }) => {
  await bringAxe(context);
  await watchSealing(context);
  const rig = await RiggedProxy.before(page);
  // No number solves it: the state lasts.
  const attributes = {
    algorithm: 'SHA-256',
    challenge: 'f'.repeat(64),
    salt: `${'a'.repeat(24)}?expires=9999999999&`,
    signature: 'f'.repeat(64),
    maxnumber: 99_999_999,
  };
  rig.submissions = (route) =>
    route.fulfill({
      status: 403,
      contentType: 'application/vnd.api+json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify({
        errors: [{ code: 'challenge_required', status: '403', title: '', detail: '' }],
        meta: { challenge: { type: 'challenges', id: 'a', attributes } },
      }),
    });
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await draftIsWritten(page);
  await applicant.send();
  const words = 'Checking that this is not spam. Your answers are safe.';
  await expect(page.locator('.af-progress')).toContainText(words);
  await expect(page.locator('[role=status]').filter({ hasText: words })).toHaveCount(1);
  await expect(applicant.state()).toHaveAttribute('data-state', 'sending');
  expect(await violations(page)).toEqual([]);
  page.on('dialog', (dialog) => void dialog.accept());
  rig.submissions = pass;
  await page.reload();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await expect(applicant.detail('email')).toHaveValue('sam@example.com');
  await applicant.send();
  await hasReceipt(applicant);
});

test("a tenant's own verifier: the host's page is asked for a token; where it cannot be checked the form solves its own", {
  tag: '@deep',
}, async ({ page, host }) => {
  const challenge = { verify: 'https://127.0.0.1:1/siteverify', secret: 'shh' };
  const server = await startServer({ APPLY_CONFIG: JSON.stringify({ tenants: { default: { challenge } } }) });
  const { sent } = watch(page);
  await page.goto(host.show(careersPage(server.origin)));
  const applicant = await fillIn(page);
  await page.evaluate(
    `document.querySelector('apply-form').challenge = async () => 'a token of the verifier'`,
  );
  await fillHidden(applicant);
  await applicant.send();
  await hasReceipt(applicant);
  expect(sent).toHaveLength(3);
  expect(sent[1]?.meta.challenge).toBe('a token of the verifier');
  await server.stop();
});
