/** A form that shows what the service holds of an application, so that it is corrected: over the real proxy and sandbox. */
import type { Locator, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { RiggedProxy } from '../support/rigged-proxy.ts';
import { Sandbox } from '../support/sandbox.ts';
import { test as base, expect } from '../support/with-server.ts';

const held = {
  first_name: 'Canaria',
  last_name: 'Heldname',
  email: 'held-canary@example.com',
  phone: '+442079460018',
  phone_iso2: 'GB',
};

const portal = (origin: string, token: string) => `<!doctype html><html lang="en"><title>Portal</title>
  <meta name="viewport" content="width=device-width"><main><h1>Correct an application</h1>
  <script>window.told = [];
    for (const name of ['apply-submitted', 'apply-error', 'apply-progress'])
      addEventListener(name, (event) => window.told.push([name, event.detail]));</script>
  <script src="${origin}/apply-form.js" async></script>
  <apply-form token="${token}"></apply-form></main>`;

const post = async (address: string, method: string, headers: object, body: object) => {
  const reply = await fetch(address, {
    method,
    headers: { 'content-type': 'application/vnd.api+json', ...headers },
    body: JSON.stringify(body),
  });
  return reply.text();
};

/** As another system does. */
const write = (sandbox: Sandbox, application: string, attributes: object) =>
  post(
    `${sandbox.origin}/sandbox/api/v1/applications/${application}`,
    'PATCH',
    { 'x-api-key': 'sandbox-key' },
    { data: { type: 'applications', id: application, attributes } },
  );

async function tokenFor(sandbox: Sandbox, application: string, more: object = {}): Promise<string> {
  const body = { data: { type: 'sessions', attributes: { application, show_details: true, ...more } } };
  const reply = await post(
    `${sandbox.origin}/sessions`,
    'POST',
    { authorization: 'Bearer sandbox-admin' },
    body,
  );
  const { data }: { data: { attributes: { token: string } } } = JSON.parse(reply);
  return data.attributes.token;
}

interface Given {
  readonly page: Page;
  readonly sandbox: Sandbox;
  readonly show: (token: string) => string;
}

const test = base.extend<{ given: Given }>({
  given: async ({ page, server, host, sandbox }, use) =>
    use({ page, sandbox, show: (token) => host.show(portal(server.origin, token)) }),
});

/** The answers of this application were sent before, unless told otherwise. */
async function open({ page, sandbox, show }: Given, isAnswered = true) {
  const { application } = await sandbox.apply('one-of-each');
  await write(sandbox, application, held);
  if (isAnswered) await answer(sandbox, application);
  const before = (await patches(sandbox, application)).length;
  await page.goto(show(await tokenFor(sandbox, application)));
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return {
    applicant,
    application,
    written: async () => (await patches(sandbox, application)).slice(before),
  };
}

const answer = (sandbox: Sandbox, application: string) =>
  post(
    `${sandbox.origin}/sandbox/api/v1/answers`,
    'POST',
    { 'x-api-key': 'sandbox-key' },
    {
      data: {
        type: 'answers',
        attributes: { text_answer: 'by hand' },
        relationships: {
          question: { data: { type: 'questions', id: '2002' } },
          answerable: { data: { type: 'applications', id: application } },
        },
      },
    },
  );

/** What each PATCH carried. */
async function patches(sandbox: Sandbox, application: string): Promise<readonly unknown[]> {
  const reply = await fetch(`${sandbox.control}/requests?application=${application}`);
  const all: readonly { method: string; number: number }[] = await reply.json();
  const bodies: unknown[] = [];
  for (const { number } of all.filter(({ method }) => method === 'PATCH')) {
    const { text }: { text: string } = await (
      await fetch(`${sandbox.control}/requests/${number}/body`)
    ).json();
    bodies.push(JSON.parse(text).data.attributes);
  }
  return bodies;
}

/** Whether the operator still has something of it to look at. */
async function isAtOperator({ origin }: Sandbox, application: string): Promise<boolean> {
  const headers = { authorization: 'Bearer sandbox-admin' };
  const reply = await fetch(`${origin}/attention?page[size]=100`, { headers });
  const { data }: { data: readonly { attributes: { application: string | null } }[] } = await reply.json();
  return data.some(({ attributes }) => attributes.application === application);
}

/** Another system writes the same detail while the form is open, and what was written is sent. */
async function collide(
  { applicant, application }: { readonly applicant: Applicant; readonly application: string },
  { page, sandbox }: { readonly page: Page; readonly sandbox: Sandbox },
): Promise<void> {
  await applicant.detail('email').fill('mine@example.com');
  await write(sandbox, application, { email: 'theirs@example.com' });
  await applicant.send();
  await expect(page.getByText('The employer’s system has: theirs@example.com')).toBeVisible();
}

const told = (page: Page) => page.evaluate<readonly [string, object][]>('window.told');

test('shows what the service holds, sends the one detail that was changed, and keeps none of the others', async ({
  context,
  page,
  sandbox,
  given,
}) => {
  await bringAxe(context);
  const { applicant, application, written } = await open(given);
  await expect(applicant.detail('first_name')).toHaveValue(held.first_name);
  await expect(applicant.detail('email')).toHaveValue(held.email);
  await expect(page.locator('[data-question-id]')).toHaveCount(0);
  await applicant.detail('email').fill('new@example.com');
  await applicant.detail('phone').fill('');
  await expect(page.getByText(`Before: ${held.email}`)).toBeVisible();
  expect(await violations(page)).toEqual([]);
  await applicant.settle();
  await page.waitForTimeout(500);
  await expect(page.getByRole('button', { name: 'Send changes' })).toBeVisible();
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const receipt = page.locator('[part~=receipt]');
  await expect(receipt).toContainText('Your changes were sent');
  await expect(receipt).toContainText('Your changes have reached the employer');
  await page.getByText('What you sent', { exact: true }).click();
  await expect(receipt.locator('dd')).toHaveText(['new@example.com', 'Cleared']);
  await expect(receipt).not.toContainText(/application/i);
  expect(await written()).toEqual([{ email: 'new@example.com', phone: null, phone_iso2: null }]);
  expect(await sandbox.attributes(application)).toMatchObject({
    first_name: held.first_name,
    email: 'new@example.com',
    phone: null,
  });
  expect(await violations(page)).toEqual([]);
});

test('what the service holds is in no storage of the browser, in clear or in the draft', async ({
  page,
  given,
}) => {
  const { applicant } = await open(given);
  await applicant.detail('email').fill('new@example.com');
  await applicant.detail('phone').fill('');
  await applicant.settle();
  await page.waitForTimeout(500);
  const stored = await page.evaluate(() => JSON.stringify([{ ...localStorage }, { ...sessionStorage }]));
  expect(stored).not.toMatch(/canary|Canaria|Heldname|7946 ?0018/i);
  await page.reload();
  await expect(applicant.detail('email')).toHaveValue('new@example.com');
  await expect(applicant.detail('last_name')).toHaveValue(held.last_name);
  await expect(applicant.detail('phone')).toHaveValue('');
  await expect(page.getByText(`Before: ${held.phone}`)).toBeVisible();
  await expect(page.getByText(`Before: ${held.email}`)).toBeVisible();
});

test('an edit of one’s own shows what was before, quietly, and Undo takes it back', async ({
  page,
  given,
}) => {
  const { applicant } = await open(given);
  const email = applicant.detail('email');
  await email.fill('new@example.com');
  await applicant.detail('first_name').fill('');
  await expect(page.getByText(`Before: ${held.email}`)).toBeVisible();
  await expect(page.getByText(`Before: ${held.first_name}`)).toBeVisible();
  await expect(page.getByText('The employer’s system has')).toHaveCount(0);
  await expect(page.getByRole('button', { name: 'Use this' })).toHaveCount(0);
  await expect(email).not.toHaveAccessibleDescription(/Before/);
  const ready = page.getByText('Ready to send');
  await applicant.detail('first_name').fill('Marie');
  await expect(ready).toBeVisible();
  const undo = page.getByRole('button', { name: 'Undo Email' });
  await expect(undo).toHaveAccessibleDescription(`Before: ${held.email}`);
  await undo.focus();
  await page.keyboard.press('Enter');
  await expect(email).toHaveValue(held.email);
  await expect(email).toBeFocused();
  await expect(page.getByText(`Before: ${held.email}`)).toHaveCount(0);
  await page.getByRole('button', { name: 'Undo First name' }).click();
  await expect(applicant.detail('first_name')).toHaveValue(held.first_name);
  await expect(page.getByRole('button', { name: 'Undo' })).toHaveCount(0);
  await expect(ready).toHaveCount(0);
  await email.fill('newer@example.com');
  await expect(ready).toBeVisible();
});

test('all changes are undone after a question about changes, not answers', async ({ page, given }) => {
  const { applicant } = await open(given);
  await applicant.detail('email').fill('new@example.com');
  await applicant.settle();
  await page.getByRole('button', { name: 'Undo all my changes' }).click();
  await expect(page.getByText('Undo all changes you made here?')).toBeVisible();
  await expect(page.getByText('Delete all answers')).toHaveCount(0);
  await page.getByRole('button', { name: 'No, keep them' }).click();
  await expect(applicant.detail('email')).toHaveValue('new@example.com');
  await page.getByRole('button', { name: 'Undo all my changes' }).click();
  await page.getByRole('button', { name: 'Yes, undo them' }).click();
  await expect(applicant.detail('email')).toHaveValue(held.email);
  await expect(page.locator('form')).toBeFocused();
  await expect(applicant.state().getByRole('status')).toHaveText('Your changes are undone.');
});

test('nothing changed is said calmly, until something is, and nothing goes', async ({
  context,
  page,
  given,
}) => {
  await bringAxe(context);
  const { applicant, written } = await open(given);
  const asked: string[] = [];
  page.on('request', (request) => void asked.push(`${request.method()} ${new URL(request.url()).pathname}`));
  const notice = page.getByRole('group', { name: 'You have not changed anything yet.' });
  for (const _time of [1, 2]) {
    await applicant.send();
    await expect(notice).toBeFocused();
    await expect(notice).not.toContainText('not sent');
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    await expect(page.getByRole('button', { name: 'Send changes' })).toBeVisible();
    await applicant.detail('first_name').focus();
  }
  expect(await violations(page)).toEqual([]);
  expect(await told(page)).toEqual([]);
  expect(asked).not.toContain('POST /submissions');
  await applicant.detail('email').fill('new@example.com');
  await expect(notice).toHaveCount(0);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(asked).toContain('POST /submissions');
  expect(await written()).toEqual([{ email: 'new@example.com' }]);
});

test('what may have gone before it was taken back is looked for, and not said to be unchanged', async ({
  page,
  ownServer,
  host,
}) => {
  const sandbox = new Sandbox(ownServer.origin);
  const given = { page, sandbox, show: (token: string) => host.show(portal(ownServer.origin, token)) };
  const { applicant } = await open(given);
  await sandbox.faults({ status: [{ path: '/api/v1', status: 503, requests: 1_000, retry_after: null }] });
  const rig = await RiggedProxy.before(page);
  rig.submissions = async (route) => {
    await route.fetch();
    await route.abort();
  };
  await page.route('**/healthz', (route) => route.abort());
  await applicant.detail('email').fill('went@example.com');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'error');
  await page.getByRole('button', { name: 'Undo Email' }).click();
  await applicant.send();
  await expect(page.locator('[part~=receipt]')).toContainText('We have your changes');
  await expect(page.getByText('You have not changed anything yet.')).toHaveCount(0);
});

test('that nothing was changed is said where the foot does not cover it', async ({ page, given }) => {
  const { applicant } = await open(given);
  const notice = page.getByRole('group', { name: 'You have not changed anything yet.' });
  const ends = (locator: Locator) =>
    locator.evaluate((element) => element.getBoundingClientRect().bottom + scrollY);
  await applicant.send();
  await expect(notice).toBeFocused();
  // Within what is seen, and under the line with Send, until it takes focus.
  await page.setViewportSize({ width: 360, height: Math.ceil(await ends(notice)) });
  await applicant.detail('first_name').focus();
  await page.evaluate(() => scrollTo(0, 0));
  await page.setViewportSize({ width: 360, height: Math.ceil(await ends(notice)) + 8 });
  await applicant.send();
  await expect(notice).toBeFocused();
  const [said, foot] = await Promise.all([notice.boundingBox(), page.locator('.af-foot').boundingBox()]);
  expect((said?.y ?? 0) + (said?.height ?? 0)).toBeLessThan(foot?.y ?? 0);
});

test('that nothing was changed is no error either where the proxy finds it', async ({ page, given }) => {
  const { applicant } = await open(given, false);
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
  await page.route('**/submissions', (route) =>
    route.fulfill({
      status: 422,
      contentType: 'application/vnd.api+json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify({ errors: [{ status: '422', code: 'nothing_changed' }] }),
    }),
  );
  await applicant.send();
  await expect(page.getByRole('group', { name: 'You have not changed anything yet.' })).toBeFocused();
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  expect(await told(page)).toEqual([]);
});

test('where earlier changes need the operator it says so, keeps what was changed, and does not repeat it', async ({
  page,
  given,
}) => {
  const { applicant } = await open(given);
  await page.route('**/submissions', (route) =>
    route.fulfill({
      status: 409,
      contentType: 'application/vnd.api+json',
      headers: { 'access-control-allow-origin': '*' },
      body: JSON.stringify({ errors: [{ status: '409', code: 'changes_parked' }] }),
    }),
  );
  await applicant.detail('email').fill('new@example.com');
  await applicant.send();
  const notice = page.locator('.af-failure');
  await expect(notice).toHaveText(
    'Your changes were not sent. Your earlier changes have not reached the employer yet. Contact the employer. Your changes are still here.',
  );
  await expect(notice).not.toHaveAttribute('data-waiting');
  await expect(applicant.detail('email')).toHaveValue('new@example.com');
});

test('beside unanswered questions both go, each by itself, and without a change no PATCH', async ({
  page,
  sandbox,
  given,
}) => {
  for (const name of [null, 'Marie']) {
    const { applicant, application, written } = await open(given, false);
    await expect(applicant.detail('first_name')).toHaveValue(held.first_name);
    await applicant.answer('2001', true);
    await applicant.answer('2101', 'A reason');
    await applicant.answer('2002', 'Nurse');
    if (name !== null) await applicant.detail('first_name').fill(name);
    await expect(page.getByRole('button', { name: 'Send application' })).toBeVisible();
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    await expect(page.locator('[part~=receipt]')).toContainText('Your application has reached the employer');
    expect(await written()).toEqual(name === null ? [] : [{ first_name: name }]);
    expect(await sandbox.posts(application)).toEqual(['2001', '2101', '2002']);
  }
});

const choices = [
  ['as it was written', false, 'mine@example.com'],
  ['as it is there', true, 'theirs@example.com'],
] as const;
for (const [name, takesTheirs, wanted] of choices)
  test(`what changed at the service meanwhile is shown, not overwritten, and chosen ${name}`, async ({
    context,
    page,
    sandbox,
    given,
  }) => {
    await bringAxe(context);
    const { applicant, application, written } = await open(given);
    await applicant.detail('email').fill('mine@example.com');
    await write(sandbox, application, { email: 'theirs@example.com' });
    await applicant.send();
    await expect(page.getByText('changed elsewhere after you opened this form')).toBeVisible();
    await expect(page.getByText('The employer’s system has: theirs@example.com')).toBeVisible();
    await expect(page.getByText('Before:')).toHaveCount(0);
    await expect(applicant.detail('email')).toHaveAccessibleDescription(/has: theirs@example\.com/);
    await expect(applicant.detail('email')).toHaveValue('mine@example.com');
    expect(await sandbox.attributes(application)).toMatchObject({ email: 'theirs@example.com' });
    expect((await told(page)).at(-1)).toMatchObject([
      'apply-error',
      { code: 'changed_meanwhile', fields: ['email'] },
    ]);
    expect(await isAtOperator(sandbox, application)).toBe(true);
    expect(await violations(page)).toEqual([]);
    if (takesTheirs) {
      await page.getByRole('button', { name: 'Use this' }).click();
      await expect(applicant.detail('email')).toHaveValue('theirs@example.com');
      await expect(applicant.detail('email')).toBeFocused();
    }
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    expect(await sandbox.attributes(application)).toMatchObject({ email: wanted });
    expect(await written()).toHaveLength(takesTheirs ? 1 : 2);
    const receipt = page.locator('[part~=receipt]');
    await expect(receipt).toContainText(takesTheirs ? 'Nothing was changed' : 'Your changes were sent');
    if (takesTheirs) {
      await expect(receipt).toContainText('The employer’s system keeps what it has.');
      await expect(receipt).not.toContainText('Your changes');
    } else await expect(receipt).toContainText('Your changes have reached the employer');
    expect(await isAtOperator(sandbox, application)).toBe(false);
    expect(await violations(page)).toEqual([]);
  });

test('at a detail that changed meanwhile all else that was changed stands, too, and goes with it', async ({
  page,
  sandbox,
  given,
}) => {
  const { applicant, application, written } = await open(given);
  await applicant.detail('first_name').fill('Marie');
  await collide({ applicant, application }, { page, sandbox });
  await expect(applicant.detail('first_name')).toHaveValue('Marie');
  await expect(page.getByText(`Before: ${held.first_name}`)).toBeVisible();
  await expect(applicant.detail('last_name')).toHaveCount(0);
  await page.getByRole('button', { name: 'Use this' }).click();
  await applicant.send();
  await expect(page.locator('[part~=receipt]')).toContainText('Your changes were sent');
  expect((await written()).slice(1)).toEqual([{ first_name: 'Marie' }]);
  expect(await isAtOperator(sandbox, application)).toBe(false);
});

test('a page opened again after that shows what the employer’s system has, and what is chosen is an answer', async ({
  page,
  sandbox,
  given,
}) => {
  const { applicant, application, written } = await open(given);
  await applicant.detail('first_name').fill('Marie');
  await collide({ applicant, application }, { page, sandbox });
  await page.reload();
  await expect(applicant.detail('email')).toHaveValue('mine@example.com');
  await expect(page.getByText('The employer’s system has: theirs@example.com')).toBeVisible();
  await expect(page.getByText('Before: theirs@example.com')).toHaveCount(0);
  await expect(page.getByText(`Before: ${held.first_name}`)).toBeVisible();
  await expect(applicant.detail('email')).toHaveAccessibleDescription(/has: theirs@example\.com/);
  await page.getByRole('button', { name: 'Use this' }).click();
  await page.getByRole('button', { name: 'Undo First name' }).click();
  await applicant.send();
  await expect(page.locator('[part~=receipt]')).toContainText('Nothing was changed');
  expect(await written()).toHaveLength(1);
  expect(await isAtOperator(sandbox, application)).toBe(false);
});

for (const isKept of [true, false])
  test(`what was taken of the employer’s system goes also once the page is opened again, ${isKept ? 'with' : 'without'} a draft`, async ({
    page,
    sandbox,
    given,
  }) => {
    const { applicant, application, written } = await open(given);
    await applicant.detail('email').fill('mine@example.com');
    await write(sandbox, application, { email: 'theirs@example.com' });
    await applicant.send();
    await page.getByRole('button', { name: 'Use this' }).click();
    await page.waitForTimeout(500);
    if (!isKept) await page.evaluate(() => localStorage.clear());
    await page.reload();
    await expect(applicant.detail('email')).toHaveValue('theirs@example.com');
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    await expect(page.locator('[part~=receipt]')).toContainText('Nothing was changed');
    expect(await written()).toHaveLength(1);
    expect(await isAtOperator(sandbox, application)).toBe(false);
  });

test('a page opened again while an answer to that is on its way says that nothing was changed, until its end', async ({
  page,
  ownServer,
  host,
}) => {
  const sandbox = new Sandbox(ownServer.origin);
  const given = { page, sandbox, show: (token: string) => host.show(portal(ownServer.origin, token)) };
  const { applicant, application, written } = await open(given);
  await applicant.detail('email').fill('mine@example.com');
  await write(sandbox, application, { email: 'theirs@example.com' });
  await applicant.send();
  await page.getByRole('button', { name: 'Use this' }).click();
  await sandbox.faults({
    status: [{ path: '/api/v1/applications', status: 429, requests: 1, retry_after: 15 }],
  });
  await applicant.send();
  const receipt = page.locator('[part~=receipt]');
  await expect(receipt).toContainText('Nothing was changed');
  await page.reload();
  await expect(receipt).toContainText('Nothing was changed');
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete', { timeout: 60_000 });
  await expect(receipt).toContainText('The employer’s system keeps what it has.');
  await expect(receipt).not.toContainText('Your changes');
  expect(await written()).toHaveLength(1);
});

test('a form in which nothing is kept shows what the employer’s system has by now as what it is', async ({
  page,
  sandbox,
  given,
}) => {
  const { applicant, application } = await open(given);
  await collide({ applicant, application }, { page, sandbox });
  await page.evaluate(() => localStorage.clear());
  await page.reload();
  await expect(applicant.detail('email')).toHaveValue('theirs@example.com');
  await expect(page.getByText('The employer’s system has')).toHaveCount(0);
  await applicant.detail('email').fill('new@example.com');
  await expect(page.getByText('Before: theirs@example.com')).toBeVisible();
});

test('what changed at the service meanwhile is shown at a detail that was filled in for the applicant, too', async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const { application } = await sandbox.apply('one-of-each');
  await write(sandbox, application, { ...held, phone: null, phone_iso2: null });
  await answer(sandbox, application);
  const prefill = { details: { phone: '+442079460018' } };
  const token = await tokenFor(sandbox, application, { prefill });
  await page.goto(host.show(portal(server.origin, token)));
  const applicant = new Applicant(page);
  const phone = page.locator('[data-detail=phone]');
  await expect(phone).toContainText('Filled in for you');
  await write(sandbox, application, { phone: '+442079460999', phone_iso2: 'GB' });
  await applicant.send();
  await expect(phone).toContainText('The employer’s system has: +442079460999');
  await expect(phone).not.toContainText('Filled in for you');
  await expect(applicant.detail('phone')).toHaveAccessibleDescription(/has: \+442079460999/);
  await page.getByRole('button', { name: 'Use this' }).click();
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.attributes(application)).toMatchObject({ phone: '+442079460999' });
});

test('what the service refuses is told at its field, everything is kept, and it goes once it is changed', async ({
  page,
  sandbox,
  given,
}) => {
  const { applicant, application } = await open(given);
  await sandbox.faults({ refuse_attributes: ['email'] });
  await applicant.detail('first_name').fill('Marie');
  await applicant.detail('email').fill('refused@example.com');
  await applicant.send();
  await expect(page.getByText('could not accept them')).toBeVisible();
  await expect(applicant.detail('email')).toHaveValue('refused@example.com');
  await sandbox.faults({});
  await applicant.detail('email').fill('taken@example.com');
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(await sandbox.attributes(application)).toMatchObject({
    first_name: 'Marie',
    email: 'taken@example.com',
  });
});

test('with the service down the receipt comes at once, and the change later', async ({
  page,
  sandbox,
  given,
}) => {
  const { applicant, application } = await open(given);
  await applicant.detail('email').fill('late@example.com');
  await sandbox.faults({ status: [{ path: '/api/v1', status: 503, requests: 3, retry_after: null }] });
  await applicant.send();
  const receipt = page.locator('[part~=receipt]');
  await expect(receipt).toBeVisible();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete', { timeout: 60_000 });
  expect(await sandbox.attributes(application)).toMatchObject({ email: 'late@example.com' });
});

test('changes on their way are called changes, and so is what the foot says of sending', async ({
  page,
  ownServer,
  host,
}) => {
  const sandbox = new Sandbox(ownServer.origin);
  const given = { page, sandbox, show: (token: string) => host.show(portal(ownServer.origin, token)) };
  const { applicant } = await open(given);
  await applicant.detail('email').fill('late@example.com');
  await sandbox.faults({ status: [{ path: '/api/v1', status: 503, requests: 1_000, retry_after: null }] });
  await applicant.send();
  await expect(page.getByText('Sending your changes…').first()).toBeVisible();
  const receipt = page.locator('[part~=receipt]');
  await expect(receipt).toContainText('We have your changes and are passing them on to the employer.');
  await expect(receipt).not.toContainText(/application/i);
});
