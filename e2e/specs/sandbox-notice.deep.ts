/** An applicant who finds a sandbox must not take it for a careers page: the form says what it is, wherever it stands. */
import { placeNames, visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

const notices = {
  en: /sandbox.*Nothing you send here reaches an employer/,
  de: /Sandbox.*Nichts, was Sie hier senden, erreicht einen Arbeitgeber/,
};

for (const place of placeNames)
  test(`${place}: above the first question stands that nothing reaches an employer, and is no alert`, async ({
    page,
    server,
    sandbox,
    host,
  }) => {
    const applicant = await visit(
      { page, server, sandbox, host },
      { place, form: 'one-of-each', language: 'de' },
    );
    const notice = applicant.place.locator('[part="notice"]');
    await expect(notice).toBeVisible();
    await expect(notice).toHaveText(notices.de);
    await expect(applicant.place.getByRole('alert')).toHaveCount(0);
    const top = async (what: typeof notice) => (await what.boundingBox())?.y ?? Number.NaN;
    expect(await top(notice)).toBeLessThan(await top(applicant.place.locator('[data-question-id]').first()));
  });

test('it comes with the form, speaks its language when that changes, and stays above the receipt', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) console.log(`shift ${JSON.stringify(entry)}`);
    }).observe({ type: 'layout-shift', buffered: true });
  });
  const shifts: string[] = [];
  page.on('console', (message) => message.text().startsWith('shift ') && shifts.push(message.text()));
  const applicant = await visit(
    { page, server, sandbox, host },
    { place: 'form page', form: 'one-of-each', language: 'en' },
  );
  const notice = applicant.place.locator('[part="notice"]');
  await expect(notice).toHaveText(notices.en);
  expect(shifts).toEqual([]);
  // Where it was drawn while it was empty: on a slow line it is seen there first.
  expect(await page.locator('body').boundingBox()).toMatchObject({ y: 0 });
  await page.locator('apply-form').evaluate((element) => element.setAttribute('lang', 'de'));
  await applicant.answer('2002', 'Nurse');
  await expect(notice).toHaveText(notices.de);
  await applicant.answer('2001', true);
  await applicant.send();
  await expect(page.locator('apply-form')).toHaveAttribute('data-state', 'complete');
  await expect(notice).toHaveText(notices.de);
});
