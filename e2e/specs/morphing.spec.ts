/** Pages that refresh by morphing (Turbo, Idiomorph, LiveView, htmx) remove nodes that the new HTML of their server lacks. */
import { Applicant } from '../support/applicant.ts';
import { scriptTag } from '../support/host-pages.ts';
import {
  bringMorph,
  morphingForm,
  morphingPage,
  morphingPlaces,
  openMorphing,
  refresh,
  typeWhile,
} from '../support/morphing-pages.ts';
import { expect, test } from '../support/with-server.ts';

test.beforeEach(({ page }) => bringMorph(page));

for (const place of morphingPlaces)
  test(`a form survives a page that refreshes itself by morphing: ${place}`, async ({
    page,
    server,
    host,
  }) => {
    const sessions: string[] = [];
    page.on('request', (request) => request.url().includes('/sessions') && sessions.push(request.url()));
    const applicant = await openMorphing(page, host.show(morphingForm(server.origin, place)), place);
    const { before, after, typed } = await typeWhile(page, applicant, async () => {
      for (let time = 0; time < 4; time += 1) await refresh(page);
    });
    expect(after).toEqual(before);
    expect(typed).toBe('Ada KingLovelace');
    expect(sessions).toHaveLength(1);
  });

test('a form that its host removes stays away, along with its script tag', async ({ page, server, host }) => {
  const script = (job: string) => `<div>${scriptTag(server.origin, `data-apply-job="${job}"`)}</div>`;
  await page.goto(host.show(morphingPage(script('4711') + script('4715'))));
  const forms = new Applicant(page).state();
  await expect(forms.nth(1)).toHaveAttribute('data-state', 'ready');
  await refresh(page);
  await expect(forms).toHaveCount(2);
  await forms.first().evaluate((form) => form.parentNode?.removeChild(form));
  await page.evaluate(() => new Promise(requestAnimationFrame));
  await refresh(page);
  await expect(forms).toHaveCount(1);
  await expect(forms).toHaveAttribute('job', '4715');
  host.show(morphingPage(script('4711')));
  await refresh(page);
  await expect(forms).toHaveCount(0);
});
