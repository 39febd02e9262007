/** Applying without an application: a visitor of a careers page says who they are, and the proxy makes the application. */
import type { FrameLocator, Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { comesToRest } from '../support/at-rest.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { RiggedProxy, refuse } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

const visitor = { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' };

/** `one-of-each`: the shortest application that it accepts. */
async function answerRequired(applicant: Applicant): Promise<void> {
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
}

const answered = ['2001', '2101', '2002'];

async function meet(place: Page | FrameLocator): Promise<Applicant> {
  const applicant = new Applicant(place);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

const link = (origin: string, more = '') => `${origin}/form#job=4712&tenant=default${more}`;

test('a link to a public job opens a form that asks who one is first; however often it is sent, it makes one application', async ({
  page,
  server,
  sandbox,
}) => {
  const before = await sandbox.made();
  await page.goto(link(server.origin));
  const applicant = await meet(page);
  const blocks = await page
    .locator('[part~=question]')
    .evaluateAll((found) => found.map((block) => block.getAttribute('data-detail')));
  expect(blocks.slice(0, 6)).toEqual(['first_name', 'last_name', 'email', 'phone', 'cv', null]);
  await applicant.introduce({ ...visitor, first_name: '  Sam ' });
  await applicant.detail('email').press('Enter');
  await answerRequired(applicant);
  expect(await sandbox.made()).toEqual(before);
  await page.locator('button[type=submit]').dblclick();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  expect(await sandbox.attributes(made[0] ?? '')).toMatchObject(visitor);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(answered);
  await page.getByText('What you sent', { exact: true }).click();
  const copy = page.locator('dl', { hasText: 'Email address' });
  await expect(copy).toContainText('sam@example.com');
  await expect(copy).toContainText('Nurse');
});

test('one script tag on a careers page of another origin; a wrong address is said at its field and sends nothing', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await page.goto(
    host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
      <script type="module" async src="${server.origin}/apply-form.js" data-apply-job="4712"></script>`),
  );
  await page.evaluate(
    `document.addEventListener('apply-invalid', (event) => { window.invalid = event.detail; })`,
  );
  const applicant = await meet(page);
  await applicant.introduce({ ...visitor, email: 'sam@example' });
  await answerRequired(applicant);
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  const email = applicant.detail('email');
  await expect(email).toHaveAttribute('aria-invalid', 'true');
  await expect(email).toHaveAccessibleDescription(/Enter an email address, such as name@example\.com$/);
  expect(await page.evaluate('window.invalid')).toEqual({ questions: [], fields: ['email'] });
  expect(await sandbox.made()).toEqual(before);
  await page.locator('[part~=summary]').getByRole('link').click();
  await expect(email).toBeFocused();
  await email.fill(visitor.email);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const [made = ''] = (await sandbox.made()).slice(before.length);
  expect(await sandbox.attributes(made)).toMatchObject(visitor);
  expect(await sandbox.posts(made)).toEqual(answered);
});

test('an iframe of a portal on another origin, for a job', { tag: '@deep' }, async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const before = await sandbox.made();
  await page.goto(
    host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
      <iframe src="${server.origin}/frame/default#job=4712" title="Application form" data-apply-frame></iframe>
      <script src="${server.origin}/frame.js"></script>`),
  );
  const applicant = await meet(page.frameLocator('iframe'));
  await applicant.introduce(visitor);
  await answerRequired(applicant);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(answered);
});

test('what the service, or the proxy, says no to comes back to its field, and is corrected', async ({
  page,
  server,
  sandbox,
}) => {
  const before = await sandbox.made();
  const rig = await RiggedProxy.before(page);
  await page.goto(link(server.origin));
  const applicant = await meet(page);
  await applicant.introduce(visitor);
  await answerRequired(applicant);

  rig.submissions = refuse(422, 'invalid_details', { fields: ['last_name'] });
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
  await expect(applicant.detail('last_name')).toHaveAttribute('aria-invalid', 'true');
  await applicant.introduce({ last_name: 'Dough' });

  rig.submissions = (route) => route.continue();
  await sandbox.faults({ disturb: [{ path: '/api/v1/applications', method: 'POST', reply: 422 }] });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'attention');
  await expect(page.getByRole('heading', { name: 'Check your details' })).toBeVisible();
  expect(await sandbox.made()).toEqual(before);

  await sandbox.faults({});
  await applicant.introduce({ email: 'sam.doe@example.com' });
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  const corrected = { first_name: 'Sam', last_name: 'Dough', email: 'sam.doe@example.com' };
  expect(await sandbox.attributes(made[0] ?? '')).toMatchObject(corrected);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(answered);
});

for (const [language, direction, titles, missing] of [
  ['de', 'ltr', ['Vorname', 'Nachname', 'E-Mail-Adresse'], 'Geben Sie Ihre E-Mail-Adresse ein'],
  ['ar', 'rtl', ['الاسم الأول', 'اسم العائلة', 'البريد الإلكتروني'], 'يُرجى إدخال البريد الإلكتروني'],
] as const) {
  test(`in ${language} the fields have their titles and say what is missing; a switch to English keeps what was typed`, {
    tag: '@deep',
  }, async ({ page, context, server }) => {
    await bringAxe(context);
    await page.goto(link(server.origin, `&lang=${language}`));
    const applicant = await meet(page);
    await expect(page.locator('.af')).toHaveAttribute('dir', direction);
    for (const title of titles) await expect(page.getByLabel(title, { exact: true })).toBeVisible();
    await applicant.introduce({ first_name: 'Sam' });
    await applicant.send();
    await expect(applicant.detail('email')).toHaveAccessibleDescription(new RegExp(`${missing}$`));
    // As high as the form, so that its foot lies over no field.
    await page.setViewportSize({ width: 1280, height: 6_000 });
    await comesToRest(page);
    expect(await violations(page)).toEqual([]);
    await applicant.state().evaluate((form) => form.setAttribute('lang', 'en'));
    await expect(page.getByLabel('First name', { exact: true })).toHaveValue('Sam');
    await expect(applicant.detail('email')).toHaveAccessibleDescription(/Enter your email address$/);
  });
}

test('where the applicant came from is read from the address of the careers page', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const before = await sandbox.made();
  const address = host.show(`<!doctype html><html lang="en"><title>Jobs</title><h1>Jobs</h1>
    <script type="module" async src="${server.origin}/apply-form.js" data-apply-job="4712" data-apply-source="auto"></script>`);
  await page.goto(`${address}?source=other&utm_source=newsletter`);
  const applicant = await meet(page);
  await applicant.introduce(visitor);
  await answerRequired(applicant);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const [made = ''] = (await sandbox.made()).slice(before.length);
  expect(await sandbox.attributes(made)).toMatchObject({ channel_source: 'newsletter' });
});

test('in an iframe the link names where the applicant came from', { tag: '@deep' }, async ({
  page,
  server,
  host,
  sandbox,
}) => {
  const before = await sandbox.made();
  await page.goto(
    host.show(`<!doctype html><html lang="en"><title>Portal</title>
      <iframe src="${server.origin}/frame/default#job=4712&source=partner-portal" title="Form" data-apply-frame></iframe>
      <script src="${server.origin}/frame.js"></script>`),
  );
  const applicant = await meet(page.frameLocator('iframe'));
  await applicant.introduce(visitor);
  await answerRequired(applicant);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const [made = ''] = (await sandbox.made()).slice(before.length);
  expect(await sandbox.attributes(made)).toMatchObject({ channel_source: 'partner-portal' });
});
