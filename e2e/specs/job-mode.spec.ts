/** Applying without an application: a visitor of a careers page gives name and email, and the proxy makes the application. */
import { answerShortest, meet, sendShortest, shortest, visitor } from '../support/applicant.ts';
import { careersPage, embeddings, frameTag, meetEmbedded, scriptTag } from '../support/host-pages.ts';
import { pass, RiggedProxy, refuse } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const link = (origin: string) => `${origin}/form#job=4712&tenant=default`;

test('a link to a public job asks for name and email first, and repeated sends make one application', async ({
  page,
  server,
  sandbox,
}) => {
  const before = await sandbox.made();
  const applicant = await meet(page, link(server.origin));
  const blocks = await page
    .locator('[part~=question]')
    .evaluateAll((found) => found.map((block) => block.getAttribute('data-detail')));
  expect(blocks.slice(0, 6)).toEqual(['first_name', 'last_name', 'email', 'phone', 'cv', null]);
  await applicant.introduce({ ...visitor, first_name: '  Sam ' });
  await applicant.detail('email').press('Enter');
  await answerShortest(applicant);
  expect(await sandbox.made()).toEqual(before);
  await page.locator('button[type=submit]').dblclick();
  await applicant.reaches('complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  expect(await sandbox.attributes(made[0] ?? '')).toMatchObject(visitor);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(shortest);
  await page.getByText('What you sent', { exact: true }).click();
  const copy = page.locator('dl', { hasText: 'Email address' });
  await expect(copy).toContainText('sam@example.com');
  await expect(copy).toContainText('Nurse');
});

/** Pages of another origin that name the applicant's source in an attribute or in their address. */
const ways = [
  {
    way: 'a script tag that reads its page',
    embedding: 'script tag',
    query: '?source=other&utm_source=newsletter',
    form: (origin: string) => scriptTag(origin, 'data-apply-job="4712" data-apply-source="auto"'),
    source: 'newsletter',
  },
  {
    way: 'an iframe of a portal',
    embedding: 'iframe',
    query: '',
    form: (origin: string) => frameTag(origin, 'job=4712&source=partner-portal'),
    source: 'partner-portal',
  },
] as const;

for (const { way, embedding, query, form, source } of ways)
  test(`by ${way} the applicant makes one application, which names its source`, {
    tag: '@deep',
  }, async ({ page, server, host, sandbox }) => {
    const before = await sandbox.made();
    const address = host.show(careersPage(form(server.origin))) + query;
    const applicant = await meetEmbedded(page, address, embedding);
    await applicant.introduce(visitor);
    await sendShortest(applicant);
    const made = (await sandbox.made()).slice(before.length);
    expect(made).toHaveLength(1);
    expect(await sandbox.attributes(made[0] ?? '')).toMatchObject({ ...visitor, channel_source: source });
    expect(await sandbox.posts(made[0] ?? '')).toEqual(shortest);
  });

for (const embedding of ['element', 'script tag', 'iframe'] as const)
  test(
    `a posting named by ${embedding} opens the form of its job, and the application goes to that job`,
    deepUnless(embedding === 'script tag'),
    async ({ page, server, host, sandbox }) => {
      const before = await sandbox.made();
      const address = host.show(careersPage(embeddings[embedding](server.origin, 'posting="64712"')));
      const applicant = await meetEmbedded(page, address, embedding);
      await applicant.introduce(visitor);
      await sendShortest(applicant);
      const made = (await sandbox.made()).slice(before.length);
      expect(made).toHaveLength(1);
      expect(await sandbox.attributes(made[0] ?? '')).toMatchObject({ ...visitor, job_id: 4712 });
    },
  );

test('a detail that the proxy refuses returns to its field, where the applicant corrects it', async ({
  page,
  server,
  sandbox,
}) => {
  const before = await sandbox.made();
  const rig = await RiggedProxy.before(page);
  const applicant = await meet(page, link(server.origin));
  await applicant.introduce(visitor);
  await answerShortest(applicant);
  rig.submissions = refuse(422, 'invalid_details', { fields: ['last_name'] });
  await applicant.send();
  await expect(page.locator('[part~=summary]')).toBeFocused();
  await expect(page.locator('[aria-invalid=true]')).toHaveCount(1);
  await expect(applicant.detail('last_name')).toHaveAttribute('aria-invalid', 'true');
  await applicant.introduce({ last_name: 'Dough' });
  rig.submissions = pass;
  await applicant.send();
  await applicant.reaches('complete');
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  const corrected = { first_name: 'Sam', last_name: 'Dough' };
  expect(await sandbox.attributes(made[0] ?? '')).toMatchObject(corrected);
  expect(await sandbox.posts(made[0] ?? '')).toEqual(shortest);
});
