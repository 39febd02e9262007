/** The line at the foot: how much of a phone it takes, and where it stands. */
import type { Page } from 'playwright/test';
import { languages } from '../../src/locale/languages.ts';
import type { Applicant } from '../support/applicant.ts';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

const phone = { width: 360, height: 740 };

/** Share of the screen that the foot may take (`src/README.md#how-it-looks`). */
const MOST = 0.12;

const footOf = (applicant: Applicant) => applicant.state().locator('.af-foot');

async function shareOf(applicant: Applicant): Promise<number> {
  const box = await footOf(applicant).boundingBox();
  return (box?.height ?? Number.POSITIVE_INFINITY) / phone.height;
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  for (const language of languages) {
    test(`the foot takes at most 12 % of the screen in every state (${language})`, async ({
      page,
      server,
      sandbox,
      host,
    }) => {
      const place = { page, server, sandbox, host };
      const shares: Record<string, number> = {};
      const measure = async (applicant: Applicant, state: string) => {
        shares[state] = await shareOf(applicant);
      };
      const engineer = await visit(place, { place: 'form page', form: 'engineer', language });
      await expect(engineer.state()).toHaveAttribute('data-state', 'ready');
      await measure(engineer, 'untouched');
      await page.locator('apply-form input').first().focus();
      await expect(footOf(engineer).locator('progress')).toBeAttached();
      await measure(engineer, 'begun');
      await engineer.send();
      await expect(page.locator('[part~=summary]')).toBeFocused();
      await measure(engineer, 'errors');
      const other = await visit(place, { place: 'form page', form: 'one-of-each', language });
      await other.answer('2001', true);
      await expect(footOf(other).locator('progress')).toBeAttached();
      await measure(other, 'ready');
      await page.context().setOffline(true);
      await measure(other, 'offline');
      await other.send();
      await expect(page.locator('.af-failure')).toBeFocused();
      await measure(other, 'not sent');
      for (const [state, share] of Object.entries(shares))
        expect.soft(share, `${language}, ${state}`).toBeLessThanOrEqual(MOST);
      await page.context().setOffline(false);
    });
  }

  test('it is away while something is typed, and back afterwards', async ({
    page,
    server,
    sandbox,
    host,
  }) => {
    const place = { page, server, sandbox, host };
    const applicant = await visit(place, { place: 'form page', form: 'engineer', language: 'en' });
    await expect(footOf(applicant)).toBeInViewport();
    const field = page.locator('apply-form input[type=text]').first();
    await field.tap();
    // The later file, which hears of it, comes with the first touch.
    await expect(footOf(applicant).locator('progress')).toBeAttached();
    await page.locator('apply-form input[type=radio]').first().focus();
    await expect(footOf(applicant)).toBeInViewport();
    await field.focus();
    await expect(footOf(applicant)).not.toBeInViewport();
  });
});

test.describe('in an iframe that is as high as its form', () => {
  test.use({ viewport: phone });

  const place = async (page: Page, applicant: Applicant) => {
    const frame = await page.locator('iframe').boundingBox();
    const foot = await footOf(applicant).boundingBox();
    return { bottom: Math.round((foot?.y ?? 0) + (foot?.height ?? 0)), end: frame?.y };
  };

  test('it stands at the edge of what is seen, and follows it', async ({ page, server, sandbox, host }) => {
    const around = { page, server, sandbox, host };
    const applicant = await visit(around, { place: 'iframe', form: 'engineer', language: 'en' });
    await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
    const bottom = async () => (await place(page, applicant)).bottom;
    await expect.poll(bottom).toBeGreaterThan(phone.height - 24);
    expect(await bottom()).toBeLessThanOrEqual(phone.height + 1);
    await page.evaluate(() => scrollTo(0, 500));
    await expect.poll(bottom).toBeGreaterThan(phone.height - 24);
    expect(await bottom()).toBeLessThanOrEqual(phone.height + 1);
  });
});
