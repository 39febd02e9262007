/** Pages that refresh by morphing, with the libraries that do it. */
import { fileOf } from '../support/applicant.ts';
import { fillInDetails, fillInEngineer } from '../support/host-pages.ts';
import { morphingPlaces, morphLibraries, openMorphing, typeWhile } from '../support/morphing-pages.ts';
import { gate } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

for (const [library, bring] of Object.entries(morphLibraries))
  for (const place of morphingPlaces)
    test(`twenty refreshes by ${library} leave form, text, focus and caret: ${place}`, async ({
      page,
      server,
      host,
    }) => {
      const applicant = await openMorphing({ page, server, host }, place);
      const refresh = await bring(page);
      const { before, after, typed } = await typeWhile(page, applicant, async () => {
        for (let time = 0; time < 4; time += 1) await page.evaluate(refresh);
      });
      expect(after).toEqual(before);
      expect(typed).toBe('Ada KingLovelace');
    });

const { Idiomorph: bring = async () => '' } = morphLibraries;

for (const place of morphingPlaces)
  test(`an upload and what is being sent go on through refreshes: ${place}`, async ({
    page,
    server,
    host,
  }) => {
    const [upload, submission] = [gate(), gate()];
    await page.route(/\/files\/[^/]+$/, upload.handler);
    await page.route(/\/submissions$/, submission.handler);
    const applicant = await openMorphing({ page, server, host }, place);
    const refresh = await bring(page);
    await fillInDetails(applicant);
    await applicant.question('106').locator('input[type=file]').setInputFiles(fileOf('cv.pdf'));
    const bar = applicant.question('106').locator('progress');
    await expect(bar).toBeVisible();
    await page.evaluate(refresh);
    await expect(bar).toBeVisible();
    upload.open();
    await expect(bar).toHaveCount(0);
    await fillInEngineer(applicant);
    await applicant.consent();
    await applicant.send();
    await expect(applicant.state()).toHaveAttribute('data-state', 'sending');
    await page.evaluate(refresh);
    await expect(applicant.state()).toHaveAttribute('data-state', 'sending');
    submission.open();
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    await page.evaluate(refresh);
    await page.evaluate(refresh);
    await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
    await expect(applicant.place.locator('[part~=receipt]')).toBeVisible();
  });

const steps = (html: string) =>
  html
    .replace('<apply-form', '<apply-form layout="steps"')
    .replace('data-apply-job', 'data-apply-layout="steps" data-apply-job')
    .replace('#job=4711', '#job=4711&layout=steps');

for (const place of morphingPlaces)
  test(`the step that is open stays open: ${place}`, async ({ page, server, host }) => {
    const applicant = await openMorphing({ page, server, host }, place, steps);
    const refresh = await bring(page);
    await fillInDetails(applicant);
    await applicant.place.getByRole('button', { name: 'Next', exact: true }).press('Enter');
    const heading = applicant.place.getByRole('heading', { name: /^Questions/ });
    await expect(heading).toBeFocused();
    await page.evaluate(refresh);
    await page.evaluate(refresh);
    await expect(heading).toBeFocused();
  });

test('a fallback that is shown stays one, and is gone once the form is there', async ({
  page,
  server,
  host,
}) => {
  await page.route(/\/sessions/, (route) => route.abort());
  const opening = openMorphing({ page, server, host }, 'light');
  const form = page.locator('apply-form');
  await expect(form).toHaveAttribute('data-state', 'error');
  const refresh = await bring(page);
  for (let time = 0; time < 3; time += 1) await page.evaluate(refresh);
  await expect(form).toHaveAttribute('data-state', 'error');
  await expect(page.getByText('Or by post')).toHaveCount(1);
  await page.unroute(/\/sessions/);
  await page.getByRole('button', { name: 'Try again' }).click();
  await opening;
  for (let time = 0; time < 3; time += 1) await page.evaluate(refresh);
  await expect(page.getByText('Or by post')).toBeHidden();
});

const elsewhere: Readonly<Record<string, (html: string) => string>> = {
  'whose script tag stands in the head': (html) => {
    const [tag = ''] = /<script.*<\/script>/.exec(html) ?? [];
    return html.replace(tag, '').replace('</head>', `${tag.replace('<script', '<script async')}</head>`);
  },
  'that a script has mounted': (html) =>
    html
      .replace(' data-apply-job="4711"', '')
      .replace('<main>', '<main><div id="place"></div>')
      .replace('</main>', `<script type="module">ApplyForm.mount('#place', { job: '4711' })</script></main>`),
  'beside that of another job': (html) =>
    html.replace('</main>', '<apply-form job="4715" draft="off"></apply-form></main>'),
};

for (const [name, change] of Object.entries(elsewhere))
  test(`twenty refreshes leave a form ${name}`, async ({ page, server, host }) => {
    const applicant = await openMorphing({ page, server, host }, 'script', change);
    const refresh = await bring(page);
    const form = page.locator('apply-form').first();
    const input = form.locator('[data-detail=first_name] input');
    await input.fill('Ada');
    await applicant.settle();
    for (let time = 0; time < 20; time += 1) await page.evaluate(refresh);
    await page.keyboard.type('!');
    await expect(input).toHaveValue('Ada!');
    await expect(applicant.state().locator('[data-detail=first_name]')).toHaveCount(
      name.startsWith('beside') ? 2 : 1,
    );
  });

test('an iframe whose page gives it a height keeps that of its form', async ({ page, server, host }) => {
  const change = (html: string) => html.replace('<iframe', '<iframe style="height: 300px"');
  await openMorphing({ page, server, host }, 'iframe', change);
  const refresh = await bring(page);
  const height = async () => (await page.locator('iframe').boundingBox())?.height ?? 0;
  await expect.poll(height).toBeGreaterThan(1000);
  await page.evaluate(refresh);
  expect(await height()).toBeGreaterThan(1000);
});
