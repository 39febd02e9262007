/** The whole application of the sample job `analyst`: who one is, documents, questions, equality monitoring, consents. */
import { writeFile } from 'node:fs/promises';
import type { Page } from 'playwright/test';
import { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import type { Sandbox } from '../support/sandbox.ts';
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
  visitor,
} from '../support/whole-application.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

const places = ['page', 'script', 'iframe'] as const;
type Place = (typeof places)[number];

interface Origins {
  readonly server: string;
  readonly show: (html: string) => string;
}

async function open(page: Page, { server, show }: Origins, place: Place, lang: string): Promise<Applicant> {
  const host = (body: string) =>
    show(`<!doctype html><html lang="${lang}"><title>Jobs</title><h1>Jobs</h1>${body}`);
  if (place === 'page') await page.goto(`${server}/form#job=${ANALYST}&tenant=default&lang=${lang}`);
  if (place === 'script')
    await page.goto(
      host(`<script type="module" async src="${server}/apply-form.js" data-apply-job="${ANALYST}"></script>`),
    );
  if (place === 'iframe')
    await page.goto(
      host(`<iframe src="${server}/frame/default#job=${ANALYST}&lang=${lang}" title="Form" data-apply-frame></iframe>
        <script src="${server}/frame.js"></script>`),
    );
  const applicant = new Applicant(place === 'iframe' ? page.frameLocator('iframe') : page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  return applicant;
}

/** Everything that this form can carry. */
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

async function madeSince(sandbox: Sandbox, before: readonly string[]) {
  const made = (await sandbox.made()).slice(before.length);
  expect(made).toHaveLength(1);
  const id = made[0] ?? '';
  return { id, whole: await sandbox.whole(id) };
}

const filesOf = (files: readonly { readonly context: string; readonly name: string }[]) =>
  files.map(({ context, name }) => `${context} ${name}`).sort();

for (const [index, lang] of ['ar', 'de', 'pt-BR'].entries()) {
  const place = places[index % places.length] ?? 'page';
  test(
    `in ${lang} on ${place}: all of it arrives, once, and nothing else`,
    deepUnless(lang === 'de'),
    async ({ page, server, host, sandbox }) => {
      const before = await sandbox.made();
      const applicant = await open(page, { server: server.origin, show: host.show }, place, lang);
      await fillInWhole(applicant);
      await applicant.send();
      await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
      const { id, whole } = await madeSince(sandbox, before);
      expect(whole.resource.attributes).toMatchObject({
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
      expect(filesOf(whole.files)).toEqual([
        'cover_letter letter.pdf',
        'cv cv.pdf',
        'document degree.pdf',
        'document reference.pdf',
      ]);
      expect(whole.hidden.equality_monitoring_option_ids).toEqual(['909']);
      expect(await sandbox.posts(id)).toEqual(['4701', '4702', '4703', '4705']);
      const tags = async () => (await sandbox.whole(id)).summary.tags.map(({ name }) => name);
      await expect.poll(tags).toEqual(['Keep in touch']);
    },
  );
}

test('sent with nothing filled in, each demanded field says what it wants, and axe finds nothing in any state', {
  tag: '@deep',
}, async ({ context, page, server, host, sandbox }) => {
  const before = await sandbox.made();
  await bringAxe(context);
  const applicant = await open(page, { server: server.origin, show: host.show }, 'page', 'en');
  expect(await violations(page)).toEqual([]);
  await applicant.send();
  const said = {
    first_name: 'Enter your first name',
    phone: 'Enter your phone number',
    cv: 'CV',
    town: 'town',
    country: 'country',
  };
  for (const [name, words] of Object.entries(said))
    await expect(block(applicant, name).locator('[part~=error]')).toContainText(words);
  await expect(page.locator('[data-consent=process] [part~=error]')).toBeVisible();
  await expect(page.locator('[data-consent=pool] [part~=error]')).toHaveCount(0);
  await expect(page.locator('[data-consent] input:checked')).toHaveCount(0);
  expect(await violations(page)).toEqual([]);
  await chooseCountry(applicant, 'US');
  expect(await violations(page)).toEqual([]);
  expect(await sandbox.made()).toEqual(before);
});

/** From the disk, since what a test hands over itself reaches the browser as text in one message. */
async function attachFromDisk(applicant: Applicant): Promise<void> {
  const file = test.info().outputPath('letter.pdf');
  await writeFile(file, pdf('letter.pdf', 31 * 1_048_576).buffer);
  await block(applicant, 'cover_letter').locator('input[type=file]').setInputFiles(file);
}

test.describe('bad input is said at its field, and loses nothing', () => {
  const cases: readonly (readonly [string, (applicant: Applicant) => Promise<void>, string, RegExp])[] = [
    ['a phone number of no country', (one) => phone(one, 'GB', '12345'), 'phone', /phone number/],
    ['a letter of 31 MB', attachFromDisk, 'cover_letter', /30 MB/],
    [
      'a program that was renamed',
      (one) =>
        block(one, 'cv')
          .locator('input[type=file]')
          .setInputFiles([{ ...pdf('cv.pdf'), buffer: Buffer.from('MZ\u0090 this is a program') }]),
      'cv',
      /cv\.pdf/,
    ],
  ];
  for (const [what, enter, name, words] of cases)
    test(what, deepUnless(name === 'phone'), async ({ page, server, host }) => {
      const applicant = await open(page, { server: server.origin, show: host.show }, 'page', 'en');
      await fill(applicant, visitor);
      // What hears that a field is left has come by then: it is loaded at the first touch.
      await expect(page.locator('.af-foot progress')).toBeAttached();
      await enter(applicant);
      await expect(block(applicant, name)).toContainText(words);
      await expect(block(applicant, 'email').locator('input')).toHaveValue(visitor.email);
    });
});
