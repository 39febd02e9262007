/** The line at the foot: its share of a phone's screen, and its position. */
import type { Applicant } from '../support/applicant.ts';
import { visit } from '../support/form-places.ts';
import { stopTime } from '../support/stop-time.ts';
import { expect, test } from '../support/with-server.ts';

const phone = { width: 360, height: 740 };

/** The largest share of the screen that the foot may take. */
const MOST = 0.12;

/** Milliseconds until the first progress message, and until the message that sending takes long (`notices.tsx`). */
const SENDING = 1_100;
const LONG = 8_000;

/** Milliseconds within which the form sends again once the browser is online (`status.ts`). */
const RESUMED = 2_000;

const footOf = (applicant: Applicant) => applicant.state().locator('.af-foot');

async function shareOf(applicant: Applicant): Promise<number> {
  const box = await footOf(applicant).boundingBox();
  return (box?.height ?? Number.POSITIVE_INFINITY) / phone.height;
}

test.describe('on a phone', () => {
  test.use({ viewport: phone, hasTouch: true, isMobile: true });

  // German has long words, and Arabic another script.
  for (const language of ['de', 'ar']) {
    test(`the foot takes at most 12 % of the screen in every state (${language})`, { tag: '@deep' }, async ({
      page,
      server,
      sandbox,
      host,
    }) => {
      const fixtures = { page, server, sandbox, host };
      const shares: Record<string, number> = {};
      let said = '';
      /** @param isNew whether the text must differ from the one before */
      const measure = async (applicant: Applicant, state: string, isNew = false) => {
        const words = footOf(applicant).locator('.af-progress > :not(progress)');
        if (isNew) await expect(words).not.toHaveText(said);
        said = (await words.allInnerTexts()).join('');
        shares[state] = await shareOf(applicant);
      };
      const engineer = await visit(fixtures, { place: 'form page', form: 'engineer', language });
      await engineer.reaches('ready');
      await measure(engineer, 'untouched');
      await page.locator('apply-form input').first().focus();
      await expect(footOf(engineer).locator('progress')).toBeAttached();
      await measure(engineer, 'begun');
      await engineer.send();
      await expect(page.locator('[part~=summary]')).toBeFocused();
      await measure(engineer, 'errors');
      const otherForm = await visit(fixtures, { place: 'form page', form: 'one-of-each', language });
      await otherForm.answer('2001', true);
      await expect(footOf(otherForm).locator('progress')).toBeAttached();
      await measure(otherForm, 'ready');
      await otherForm.answer('2007', 'ten');
      await measure(otherForm, 'to check', true);
      await otherForm.answer('2007', '10');
      await measure(otherForm, 'ready again', true);
      await page.context().setOffline(true);
      await otherForm.send();
      await expect(page.locator('.af-waiting')).toBeFocused();
      await measure(otherForm, 'not sent');
      await page.route('**/submissions', () => {});
      await page.clock.install();
      await stopTime(page);
      await page.context().setOffline(false);
      // Back online the form sends by itself, once its clock runs.
      await page.clock.runFor(RESUMED);
      await otherForm.reaches('sending');
      await page.clock.runFor(SENDING);
      await measure(otherForm, 'sending', true);
      await page.clock.runFor(LONG);
      await otherForm.reaches('sending');
      await measure(otherForm, 'sending for long', true);
      for (const [state, share] of Object.entries(shares))
        expect.soft(share, `${language}, ${state}`).toBeLessThanOrEqual(MOST);
    });
  }

  test('the foot hides while the applicant types, and comes back afterwards', { tag: '@deep' }, async ({
    page,
    server,
    sandbox,
    host,
  }) => {
    const fixtures = { page, server, sandbox, host };
    const applicant = await visit(fixtures, { place: 'form page', form: 'engineer', language: 'en' });
    await expect(footOf(applicant)).toBeInViewport();
    const field = page.locator('apply-form input[type=text]').first();
    await field.tap();
    // The file that listens for this loads on the first touch.
    await expect(footOf(applicant).locator('progress')).toBeAttached();
    await page.locator('apply-form input[type=radio]').first().focus();
    await expect(footOf(applicant)).toBeInViewport();
    await field.focus();
    await expect(footOf(applicant)).not.toBeInViewport();
  });
});

test.describe('in an iframe that is as high as its form', () => {
  test.use({ viewport: phone });

  test('the foot stays at the edge of the visible area, and follows it', async ({
    page,
    server,
    sandbox,
    host,
  }) => {
    const around = { page, server, sandbox, host };
    const applicant = await visit(around, { place: 'iframe', form: 'engineer', language: 'en' });
    await applicant.reaches('ready');
    // The foot is at the end of the frame until the frame knows its visible part.
    const isAtEdge = async () => {
      const box = await footOf(applicant).boundingBox();
      const bottom = (box?.y ?? 0) + (box?.height ?? 0);
      return bottom > phone.height - 24 && bottom <= phone.height + 1;
    };
    await expect.poll(isAtEdge).toBe(true);
    await page.evaluate(() => scrollTo(0, 500));
    await expect.poll(isAtEdge).toBe(true);
  });
});
