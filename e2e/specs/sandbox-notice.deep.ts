/** An applicant must not take a sandbox for a careers page, so the form has a notice in every embedding. */
import { placeNames, visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

const words = /Sandbox.*Nichts, was Sie hier senden, erreicht einen Arbeitgeber/;

for (const place of placeNames)
  test(`${place}: a notice above the first question says that nothing reaches an employer, and is no alert`, async ({
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
    await expect(notice).toHaveText(words);
    await expect(applicant.place.getByRole('alert')).toHaveCount(0);
    const top = async (what: typeof notice) => (await what.boundingBox())?.y ?? Number.NaN;
    expect(await top(notice)).toBeLessThan(await top(applicant.place.locator('[data-question-id]').first()));
  });
