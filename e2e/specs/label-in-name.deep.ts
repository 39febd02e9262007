/** WCAG 2.5.3, for speech input: the accessible name of a control includes its visible label. */
import type { Page } from 'playwright/test';
import { visit } from '../support/form-places.ts';
import { expect, test } from '../support/with-server.ts';

interface Labelled {
  readonly mark: string;
  readonly label: string;
}

/** Marks each control that has a visible label, and reads that label. */
const labels = (page: Page): Promise<readonly Labelled[]> =>
  page.locator('apply-form').evaluate((element) => {
    // Elements out of sight have no readable text (`content-visibility`), and before the first frame every element is.
    for (const group of (
      element.querySelector('apply-form-root') ?? element.shadowRoot
    )?.querySelectorAll<HTMLElement>('.af-group') ?? [])
      group.style.contentVisibility = 'visible';
    const all = [
      ...((element.querySelector('apply-form-root') ?? element.shadowRoot)?.querySelectorAll<HTMLElement>(
        'input, select, textarea, button, a[href]',
      ) ?? []),
    ];
    const words = (place: Element | null | undefined) => {
      if (!(place instanceof HTMLElement)) return '';
      // The word "required" next to a label is a state, not a part of the name.
      const tags = [...place.querySelectorAll<HTMLElement>('.af-tag')].map((tag) => tag.innerText);
      return tags.reduce((text, tag) => text.replace(tag, ''), place.innerText);
    };
    const labelOf = (control: HTMLElement): string => {
      if (control.matches('button, a')) return words(control);
      const row = control.closest('.af-row');
      if (row) return words(row);
      // The country of a phone number has no visible label.
      if (control.matches('.af-phone select')) return '';
      return words(
        control.closest('.af-part')?.querySelector('span') ??
          control.closest('.af-end')?.querySelector('span') ??
          control.closest('.af-block')?.querySelector('.af-title'),
      );
    };
    return all
      .filter((control) => control.checkVisibility() && control.tabIndex >= 0)
      .map((control, index) => {
        control.dataset['spoken'] = `${index}`;
        return {
          mark: `[data-spoken="${index}"]`,
          label: labelOf(control).replaceAll('\u200b', '').replace(/\s+/g, ' ').trim(),
        };
      })
      .filter(({ label }) => label !== '');
  });

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

async function expectNamed(page: Page, least: number): Promise<void> {
  const found = await labels(page);
  expect(found.length).toBeGreaterThan(least);
  for (const { mark, label } of found)
    await expect.soft(page.locator(mark)).toHaveAccessibleName(new RegExp(escaped(label), 'i'));
}

for (const [form, language] of [
  ['engineer', 'en'],
  ['one-of-each', 'de'],
  ['hostile', 'ar'],
] as const)
  test(`the accessible names of ${form} include the visible labels (${language})`, async ({
    page,
    server,
    sandbox,
    host,
  }) => {
    const fixtures = { page, server, sandbox, host };
    const applicant = await visit(fixtures, { place: 'form page', form, language });
    await applicant.reaches('ready');
    if (form === 'engineer') {
      await applicant.send();
      await expect(page.locator('[part~=summary]')).toBeFocused();
    }
    await expectNamed(page, 5);
  });

test('the test finds a control whose name lacks its label (control)', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  const fixtures = { page, server, sandbox, host };
  const applicant = await visit(fixtures, { place: 'form page', form: 'engineer', language: 'en' });
  await applicant.reaches('ready');
  await applicant
    .question('101')
    .locator('input')
    .evaluate((input) => input.setAttribute('aria-label', 'Answer'));
  const [first] = (await labels(page)).filter(({ label }) => label.startsWith('What are you working on'));
  await expect(page.locator(first?.mark ?? '')).not.toHaveAccessibleName(/What are you working on/);
});
