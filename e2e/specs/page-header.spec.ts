/** Our own page around the form: what stands above it, and what its title says. */
import { Applicant } from '../support/applicant.ts';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

const masthead = 'header.masthead';

test('the page of a job is headed by employer, place and about how long it takes', async ({
  page,
  server,
}) => {
  await page.goto(`${server.origin}/form#job=4711&tenant=default&lang=en`);
  const header = page.locator(masthead);
  await expect(header).toContainText('Lumen Rail');
  await expect(header.locator('bdi')).toHaveText([
    'Lumen Rail',
    'Ghent, Belgium, or remote in Europe',
    /^About\s5\sminutes$/,
  ]);
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Software Engineer, Timetables');
  await expect(page.locator('.logo')).toHaveCount(0);
});

test('in the language of the form', { tag: '@deep' }, async ({ page, server }) => {
  await page.goto(`${server.origin}/form#job=4711&tenant=default&lang=de`);
  await expect(page.locator(masthead)).toContainText('Etwa 5 Minuten');
});

test('a form inside another page has no header of ours', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
  host,
}) => {
  const applicant = await visit(
    { page, server, sandbox, host },
    { place: 'iframe', form: 'engineer', language: 'en' },
  );
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await expect(applicant.place.locator(masthead)).toHaveCount(0);
});

test('the title of the page says first that something has to be corrected', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
}) => {
  const { token } = await sandbox.apply('one-of-each');
  await page.goto(`${server.origin}/form#token=${token}&lang=en`);
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'ready');
  const title = await page.title();
  const applicant = new Applicant(page);
  await applicant.answer('2007', 'ten');
  await expect(page).toHaveTitle(title);
  await applicant.send();
  await expect(page).toHaveTitle(`Error: ${title}`);
  await applicant.answer('2007', '10');
  await expect(page).toHaveTitle(title);
});
