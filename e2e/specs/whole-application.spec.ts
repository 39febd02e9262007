/** The whole application for the sample job `analyst`: details, documents, questions, equality monitoring, consents. */
import { type Applicant, meet, visitor } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import { careersPage, embeddings, meetEmbedded } from '../support/host-pages.ts';
import {
  ANALYST,
  answerQuestions,
  attach,
  block,
  british,
  chooseCountry,
  consentTo,
  fill,
  pdf,
  phone,
} from '../support/whole-application.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

/** Fills in every field of this form. */
async function fillInWhole(applicant: Applicant): Promise<void> {
  await fill(applicant, { ...visitor, preferred_name: 'Sammy', preferred_pronouns: 'they/them' });
  await phone(applicant, 'GB', '020 7946 0958');
  await fill(applicant, { linkedin_url: 'linkedin.com/in/sam-doe', summary: 'Ten years of pipes.' });
  await chooseCountry(applicant, 'GB');
  await fill(applicant, british);
  await attach(applicant, 'cv', [pdf('cv.pdf')]);
  await attach(applicant, 'cover_letter', [pdf('letter.pdf')]);
  await attach(applicant, 'documents', [pdf('degree.pdf'), pdf('reference.pdf')]);
  await answerQuestions(applicant);
  await block(applicant, 'equality:gender').locator('input').last().check();
  await consentTo(applicant, 'process');
  await consentTo(applicant, 'pool');
}

for (const [embedding, lang] of [
  ['script tag', 'de'],
  ['iframe', 'ar'],
] as const)
  test(
    `in ${lang} by ${embedding}: the whole application arrives once, and nothing else does`,
    deepUnless(embedding === 'script tag'),
    async ({ page, server, host, sandbox }) => {
      const before = await sandbox.made();
      const form = embeddings[embedding](server.origin, `job="${ANALYST}"`);
      const applicant = await meetEmbedded(page, host.show(careersPage(form, { lang })), embedding);
      await fillInWhole(applicant);
      await applicant.send();
      await applicant.reaches('complete');
      const [id = '', ...more] = (await sandbox.made()).slice(before.length);
      expect(more).toEqual([]);
      const { resource, files, hidden } = await sandbox.whole(id);
      expect(resource.attributes).toMatchObject({
        ...visitor,
        ...british,
        preferred_name: 'Sammy',
        preferred_pronouns: 'they/them',
        phone: '+442079460958',
        phone_iso2: 'GB',
        linkedin_url: 'https://linkedin.com/in/sam-doe',
        summary: 'Ten years of pipes.',
        country: 'GB',
        state_province: null,
        locale: lang === 'ar' ? 'en' : lang,
      });
      expect(files.map(({ context, name }) => `${context} ${name}`).sort()).toEqual([
        'cover_letter letter.pdf',
        'cv cv.pdf',
        'document degree.pdf',
        'document reference.pdf',
      ]);
      expect(hidden.equality_monitoring_option_ids).toEqual(['909']);
      expect(await sandbox.posts(id)).toEqual(['4701', '4702', '4703', '4705']);
      const tags = async () => (await sandbox.whole(id)).summary.tags.map(({ name }) => name);
      await expect.poll(tags).toEqual(['Keep in touch']);
    },
  );

test('sending an empty form shows a message at each required field, and axe finds nothing', {
  tag: '@deep',
}, async ({ context, page, server, sandbox }) => {
  const before = await sandbox.made();
  await bringAxe(context);
  const applicant = await meet(page, `${server.origin}/form#job=${ANALYST}&tenant=default&lang=en`);
  await applicant.send();
  const messages = {
    first_name: 'Enter your first name',
    phone: 'Enter your phone number',
    cv: 'CV',
    town: 'town',
    country: 'country',
  };
  for (const [name, words] of Object.entries(messages))
    await expect(block(applicant, name).locator('[part~=error]')).toContainText(words);
  await expect(page.locator('[data-consent=process] [part~=error]')).toBeVisible();
  await expect(page.locator('[data-consent=pool] [part~=error]')).toHaveCount(0);
  await expect(page.locator('[data-consent] input:checked')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  expect(await sandbox.made()).toEqual(before);
});
