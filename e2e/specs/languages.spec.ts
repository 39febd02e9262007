import type { Page } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

const speak = async (page: Page, applicant: Applicant, language: string): Promise<void> => {
  await applicant.state().evaluate((element, lang) => element.setAttribute('lang', lang), language);
  await expect(page.locator('apply-form .af')).toHaveAttribute('lang', language);
};

/** The values of the controls; numbers are left out, because their format follows the language. */
const stateOf = (applicant: Applicant): Promise<readonly string[]> =>
  applicant.state().evaluate((element) => {
    const values = [...element.querySelectorAll<HTMLInputElement>('input, textarea, select')].map(
      (control) => {
        if (control.inputMode === 'decimal') return 'a number';
        return ['radio', 'checkbox'].includes(control.type) ? `${control.checked}` : control.value;
      },
    );
    const files = [...element.querySelectorAll('[part~=file] .af-name')].map(
      (name) => name.textContent ?? '',
    );
    return [...values, ...files, `${element.querySelectorAll('[data-invalid]').length} wrong`];
  });

test('switching the language midway keeps every answer, the files, the errors and the receipt', {
  tag: '@deep',
}, async ({ page, server, sandbox, host }) => {
  const around = { page, server, sandbox, host };
  const applicant = await visit(around, { place: 'form page', form: 'one-of-each', language: 'de' });
  await applicant.reaches('ready');
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
  expect(before.length).toBeGreaterThan(20);
  const german = await summary.textContent();
  const visible = await applicant.visible();
  for (const language of ['ar', 'en']) {
    await speak(page, applicant, language);
    expect(await stateOf(applicant), language).toEqual(before);
    expect(await applicant.visible(), language).toEqual(visible);
    // The digits of Arabic differ between browsers.
    const number = await page.evaluate((locale) => (1000.5).toLocaleString(locale), language);
    await expect(applicant.question('2007').locator('input')).toHaveValue(number);
    expect(await summary.textContent(), language).not.toBe(german);
  }
  await applicant.answer('2004', 'example.org');
  await applicant.question('2010').getByRole('button', { name: 'Remove: empty.pdf' }).click();
  await applicant.send();
  await applicant.reaches('complete');
  const receipt = page.locator('[part~=receipt]');
  const reference = await receipt.locator('code').textContent();
  await expect(receipt.getByRole('heading', { name: 'Application sent' })).toBeVisible();
  await speak(page, applicant, 'de');
  await expect(receipt.getByRole('heading', { name: 'Application sent' })).toHaveCount(0);
  await expect(receipt.locator('code')).toHaveText(reference ?? '');
});
