/** Pages that refresh by morphing, with the libraries that do it. */
import { fileOf, visitor } from '../support/applicant.ts';
import { fillInEngineer } from '../support/host-pages.ts';
import {
  bringLibrary,
  morphingForm,
  morphLibraries,
  openMorphing,
  typeWhile,
} from '../support/morphing-pages.ts';
import { gate } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

for (const [library, { files, script }] of Object.entries(morphLibraries))
  for (const place of ['element', 'script'] as const)
    test(`twenty refreshes by ${library} leave form, text, focus and caret: ${place}`, async ({
      page,
      server,
      host,
    }) => {
      const applicant = await openMorphing(page, host.show(morphingForm(server.origin, place)), place);
      await bringLibrary(page, files);
      const { before, after, typed } = await typeWhile(page, applicant, async () => {
        for (let time = 0; time < 4; time += 1) await page.evaluate(script);
      });
      expect(after).toEqual(before);
      expect(typed).toBe('Ada KingLovelace');
    });

const { files, script } = morphLibraries.morphdom;

test('an upload and a send in flight continue through refreshes', async ({ page, server, host }) => {
  const [upload, submission] = [gate(), gate()];
  await page.route(/\/files\/[^/]+$/, upload.handler);
  await page.route(/\/submissions$/, submission.handler);
  const address = host.show(morphingForm(server.origin, 'element'));
  const applicant = await openMorphing(page, address, 'element');
  await bringLibrary(page, files);
  await applicant.introduce(visitor);
  await applicant.question('106').locator('input[type=file]').setInputFiles(fileOf('cv.pdf'));
  const bar = applicant.question('106').locator('progress');
  await expect(bar).toBeVisible();
  await page.evaluate(script);
  await expect(bar).toBeVisible();
  upload.open();
  await expect(bar).toHaveCount(0);
  await fillInEngineer(applicant);
  await applicant.send();
  await applicant.reaches('sending');
  await page.evaluate(script);
  await applicant.reaches('sending');
  submission.open();
  await applicant.reaches('complete');
  await page.evaluate(script);
  await applicant.reaches('complete');
  await expect(applicant.place.locator('[part~=receipt]')).toBeVisible();
});

test('the open step stays open', async ({ page, server, host }) => {
  const html = morphingForm(server.origin, 'script').replace(
    'data-apply-job',
    'data-apply-layout="steps" $&',
  );
  const applicant = await openMorphing(page, host.show(html), 'script');
  await bringLibrary(page, files);
  await applicant.introduce(visitor);
  await applicant.place.getByRole('button', { name: 'Next', exact: true }).press('Enter');
  const heading = applicant.place.getByRole('heading', { name: /^Questions/ });
  await expect(heading).toBeFocused();
  await page.evaluate(script);
  await page.evaluate(script);
  await expect(heading).toBeFocused();
});

test('a visible fallback stays through refreshes, and goes once the form loads', async ({
  page,
  server,
  host,
}) => {
  await page.route(/\/sessions/, (route) => route.abort());
  await page.goto(host.show(morphingForm(server.origin, 'light')));
  const form = page.locator('apply-form');
  await expect(form).toHaveAttribute('data-state', 'error');
  await bringLibrary(page, files);
  for (let time = 0; time < 3; time += 1) await page.evaluate(script);
  await expect(form).toHaveAttribute('data-state', 'error');
  await expect(page.getByText('Apply on paper')).toHaveCount(1);
  await page.unroute(/\/sessions/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect(form).toHaveAttribute('data-state', 'ready');
  for (let time = 0; time < 3; time += 1) await page.evaluate(script);
  await expect(page.getByText('Apply on paper')).toBeHidden();
});
