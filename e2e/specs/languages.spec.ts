import type { Page } from 'playwright/test';
import { languages } from '../../src/locale/languages.ts';
import type { Applicant } from '../support/applicant.ts';
import { visit } from '../support/form-places.ts';
import { walkIn } from '../support/journey-in-language.ts';
import { journeys } from '../support/journeys.ts';
import { expect, test } from '../support/with-server.ts';
import { wordsOf } from '../support/words-log.ts';

for (const language of languages) {
  test(`the form translated shows the same questions and sends the same answers in ${language}`, {
    tag: '@deep',
  }, async ({ page, server, sandbox }) => {
    const journey = journeys.find(({ form }) => form === 'translated');
    if (journey === undefined) throw new Error('There is no journey through the translated form.');
    await walkIn(language, journey, { page, server, sandbox });
  });
}

const speak = (applicant: Applicant, language: string) =>
  applicant.state().evaluate((element, lang) => element.setAttribute('lang', lang), language);

const spoken = (page: Page) => page.locator('apply-form .af');

test('another language in the middle keeps every answer, files, errors and the receipt', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const applicant = await visit(
    { page, server, sandbox, host },
    { place: 'form page', form: 'one-of-each', language: 'de' },
  );
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'Weil');
  await applicant.answer('2005', ['Part time']);
  await applicant.answer('2006', ['Days', 'Nights']);
  await applicant.answer('2007', '1.000,5');
  await applicant.answer('2008', '2026-01-01');
  await applicant.answer('2010', { files: ['one.pdf', 'empty.pdf'] });
  await applicant.answer('2004', 'keine Adresse');
  await applicant.send();
  const summary = page.locator('[part~=summary]');
  await expect(summary).toBeFocused();
  const before = await stateOf(applicant);
  const german = await summary.textContent();
  const visible = await applicant.visible();

  for (const language of ['ar', 'fr', 'en']) {
    await speak(applicant, language);
    await expect(spoken(page)).toHaveAttribute('lang', language);
    expect(await stateOf(applicant), language).toEqual(before);
    expect(await applicant.visible(), language).toEqual(visible);
    // As this browser writes it: which digits Arabic has is not the same in all.
    const number = await page.evaluate((locale) => (1000.5).toLocaleString(locale), language);
    await expect(applicant.question('2007').locator('input')).toHaveValue(number);
    await expect(summary).toBeVisible();
    expect(await summary.textContent(), language).not.toBe(german);
  }

  await applicant.answer('2004', 'example.org');
  await applicant.question('2010').getByRole('button', { name: 'Remove: empty.pdf' }).click();
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  const receipt = page.locator('[part~=receipt]');
  const reference = await receipt.locator('code').textContent();
  await expect(receipt.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  await speak(applicant, 'de');
  await expect(receipt.getByRole('heading', { name: 'Application sent' })).toHaveCount(0);
  await expect(receipt.locator('code')).toHaveText(reference ?? '');
});

/** What the controls hold; a number is written as its language does, and looked at apart. */
function stateOf(applicant: Applicant): Promise<readonly string[]> {
  return applicant.state().evaluate((element) => {
    const controls =
      (element.querySelector('apply-form-root') ?? element.shadowRoot)?.querySelectorAll<HTMLInputElement>(
        'input, textarea, select',
      ) ?? [];
    const values = [...controls].map((control) => {
      if (control.inputMode === 'decimal') return 'a number';
      return control.type === 'radio' || control.type === 'checkbox' ? `${control.checked}` : control.value;
    });
    const files = [
      ...((element.querySelector('apply-form-root') ?? element.shadowRoot)?.querySelectorAll(
        '[part~=file] .af-name',
      ) ?? []),
    ];
    const wrong = (element.querySelector('apply-form-root') ?? element.shadowRoot)?.querySelectorAll(
      '[data-invalid]',
    ).length;
    return [...values, ...files.map((name) => name.textContent ?? ''), `${wrong} wrong`];
  });
}

test('an English page loads no words, a German one loads one file, and each further language one more', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const words = wordsOf(page);
  const around = { page, server, sandbox, host };
  const english = await visit(around, { place: 'script', form: 'one-of-each', language: 'en' });
  await expect(english.state()).toHaveAttribute('data-state', 'ready');
  await english.answer('2001', true);
  await page.waitForLoadState('networkidle');
  expect(words).toEqual([]);
  const applicant = await visit(around, { place: 'script', form: 'one-of-each', language: 'de' });
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  await applicant.answer('2001', true);
  await applicant.send();
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  expect(words).toEqual(['de']);
  for (const language of ['ar', 'de', 'ar']) {
    await speak(applicant, language);
    await expect(spoken(page)).toHaveAttribute('lang', language);
  }
  expect(words).toEqual(['de', 'ar']);
});

test('Arabic is written and laid out from right to left', { tag: '@deep' }, async ({
  page,
  server,
  sandbox,
  host,
}) => {
  const around = { page, server, sandbox, host };
  /** How far the radio stands to the left of its words. */
  const lead = (applicant: Applicant) =>
    applicant
      .question('2001')
      .locator('input')
      .first()
      .evaluate((radio) => {
        const words = document.createRange();
        words.selectNodeContents(radio.parentElement ?? radio);
        words.setStartAfter(radio);
        return words.getBoundingClientRect().x - radio.getBoundingClientRect().x;
      });
  const arabic = await visit(around, { place: 'form page', form: 'one-of-each', language: 'ar' });
  await expect(arabic.state()).toHaveAttribute('data-state', 'ready');
  await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
  await expect(spoken(page)).toHaveAttribute('dir', 'rtl');
  expect(await lead(arabic)).toBeLessThan(0);
  await speak(arabic, 'de');
  await expect(spoken(page)).toHaveAttribute('dir', 'ltr');
  expect(await lead(arabic)).toBeGreaterThan(0);
});
