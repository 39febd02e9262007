/** Single-page apps that show another job in the same element: by attribute, by property, by `update()`. */
import type { Page } from 'playwright/test';
import {
  type Applicant,
  answerShortest,
  meet,
  sendShortest,
  shortest,
  visitor,
} from '../support/applicant.ts';
import { careersPage } from '../support/host-pages.ts';
import { gate } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const appOf = (origin: string, job: string) =>
  careersPage(`<button>Elsewhere</button><section></section>
  <script type="module" src="${origin}/apply-form.js"></script>
  <script type="module">
    window.ready = 0;
    addEventListener('apply-ready', () => { window.ready += 1; });
    window.mounted = ApplyForm.mount('section', { job: '${job}' });
    window.ways = {
      attribute: (name, value) => mounted.element.setAttribute(name, value),
      property: (name, value) => { mounted.element[name] = value; },
      update: (name, value) => mounted.update({ [name]: value }),
    };
  </script>`);
const turn = (page: Page, way: string, name: string, value: string) =>
  page.evaluate(`window.ways.${way}('${name}', '${value}')`);

for (const way of ['attribute', 'property', 'update'])
  test(
    `when the page changes the job by ${way}, the application goes to that job and the old draft stays`,
    deepUnless(way === 'attribute'),
    async ({ page, server, host, sandbox }) => {
      const before = await sandbox.made();
      const applicant = await meet(page, host.show(appOf(server.origin, '4711')));
      await applicant.introduce(visitor);
      await turn(page, way, 'job', '4712');
      await expect(applicant.question('2001')).toBeVisible();
      await expect(applicant.detail('email')).toHaveValue(visitor.email);
      expect(await page.evaluate('window.ready')).toBe(2);
      await sendShortest(applicant);
      const made = (await sandbox.made()).slice(before.length);
      expect(made).toHaveLength(1);
      expect(await sandbox.attributes(made[0] ?? '')).toMatchObject({ ...visitor, job_id: 4712 });
      await turn(page, way, 'job', '4711');
      await expect(applicant.question('101')).toBeVisible();
      await expect(applicant.detail('first_name')).toHaveValue(visitor.first_name);
      await applicant.reaches('ready');
      await turn(page, way, 'job', '4712');
      await applicant.reaches('complete');
      expect((await sandbox.made()).length).toBe(before.length + 1);
    },
  );

test('an application in flight reaches its own job, and its receipt shows when the applicant returns', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const before = await sandbox.made();
  const applicant = await meet(page, host.show(appOf(server.origin, '4712')));
  await applicant.introduce(visitor);
  await answerShortest(applicant);
  const submission = gate();
  await page.route('**/submissions', (route) =>
    route.request().method() === 'POST' ? submission.handler(route) : route.continue(),
  );
  await applicant.send();
  await applicant.reaches('sending');
  await turn(page, 'property', 'job', '4711');
  await applicant.reaches('ready');
  await expect(applicant.question('2001')).toHaveCount(0);
  submission.open();
  await expect.poll(async () => (await sandbox.made()).length).toBe(before.length + 1);
  await applicant.reaches('ready');
  await turn(page, 'property', 'job', '4712');
  await applicant.reaches('complete');
});

test('focus moves from the old form to the new one, and focus elsewhere on the page stays', {
  tag: '@deep',
}, async ({ page, server, host }) => {
  const applicant = await meet(page, host.show(appOf(server.origin, '4711')));
  await applicant.introduce(visitor);
  await applicant.detail('email').focus();
  await turn(page, 'attribute', 'job', '4712');
  await expect(page.locator('form')).toBeFocused();
  await page.getByRole('button', { name: 'Elsewhere' }).focus();
  await turn(page, 'attribute', 'job', '4711');
  await applicant.reaches('ready');
  await expect(page.getByRole('button', { name: 'Elsewhere' })).toBeFocused();
});

async function typeInto(applicant: Applicant, page: Page, fresh: string): Promise<void> {
  const control = applicant.question('2002').locator('input').first();
  await control.focus();
  const read = page.waitForResponse((reply) => reply.url().includes('/api/v1/questions'));
  await turn(page, 'property', 'token', fresh);
  await read;
  await control.pressSequentially('s');
  await expect(control).toHaveValue('Nurses');
  await expect(control).toBeFocused();
}

test('a new token for the same application leaves the text and focus of the applicant alone', {
  tag: '@deep',
}, async ({ page, server, host, sandbox }) => {
  const { application, token } = await sandbox.apply('one-of-each');
  const applicant = await meet(page, host.show(appOf(server.origin, '4711')));
  await page.evaluate(`mounted.update({ job: null, token: '${token}' })`);
  await answerShortest(applicant);
  await typeInto(applicant, page, await sandbox.token({ application, expires_in: 600 }));
  await applicant.send();
  await applicant.reaches('complete');
  expect(await sandbox.posts(application)).toEqual(shortest);
});
