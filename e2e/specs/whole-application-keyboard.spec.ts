/** A whole application by keyboard: Tab reaches every detail, file, answer and consent, and keys fill them in. */
import type { Page } from 'playwright/test';
import { meet, visitor } from '../support/applicant.ts';
import { ANALYST, pdf } from '../support/whole-application.ts';
import { expect, test } from '../support/with-server.ts';

/** This form has fewer elements that can get focus. */
const TOO_FAR = 200;

/** Finds the block and the type of the focused control through the shadow root. */
const placeOfFocus = `(() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  const block = focused?.closest('[part~=question]')?.dataset ?? {};
  return [block.detail ?? block.consent ?? block.questionId ?? '', focused?.type ?? ''].join(' ');
})()`;

async function tabTo(page: Page, block: string, kind: RegExp = /./): Promise<void> {
  for (let press = 0; press < TOO_FAR; press += 1) {
    const [name = '', type = ''] = (await page.evaluate<string>(placeOfFocus)).split(' ');
    if (name === block && kind.test(type)) return;
    await page.keyboard.press('Tab');
  }
  throw new Error(`${block} cannot be reached by Tab.`);
}

async function type(page: Page, block: string, text: string, kind = /^(text|tel|email|url|textarea)$/) {
  await tabTo(page, block, kind);
  await page.keyboard.type(text);
}

async function choose(page: Page, block: string, beginning: string): Promise<void> {
  await tabTo(page, block, /^select/);
  await page.keyboard.type(beginning);
}

async function attach(page: Page, block: string, name: string): Promise<void> {
  await tabTo(page, block, /^file$/);
  const chosen = page.waitForEvent('filechooser', (chooser) =>
    chooser.setFiles([pdf(name)]).then(() => true),
  );
  await page.keyboard.press('Enter');
  await chosen;
  await expect(page.locator(`[data-detail="${block}"]`).getByText(name)).toBeVisible();
}

test('an applicant fills in and sends a whole application by keyboard', async ({ page, server, sandbox }) => {
  const before = await sandbox.made();
  // The handler starts early, because the browser takes a moment to pass on its dialogs.
  page.on('filechooser', () => {});
  const applicant = await meet(page, `${server.origin}/form#job=${ANALYST}&tenant=default&lang=en`);
  for (const [name, text] of Object.entries(visitor)) await type(page, name, text);
  await choose(page, 'phone', 'United K');
  await type(page, 'phone', '02079460958');
  await choose(page, 'country', 'United S');
  await type(page, 'address1', '1 Main Street');
  await type(page, 'town', 'Salem');
  await choose(page, 'state_province', 'Oreg');
  await type(page, 'postcode', '97301');
  await attach(page, 'cv', 'cv.pdf');
  await attach(page, 'documents', 'degree.pdf');
  await type(page, '4701', 'Flow in pipes');
  await tabTo(page, '4702', /^checkbox$/);
  await page.keyboard.press('Space');
  await tabTo(page, '4703', /^radio$/);
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowDown');
  await page.keyboard.press('ArrowUp');
  await tabTo(page, '4705', /^text$/);
  await page.keyboard.type('1');
  await page.keyboard.press('Tab');
  await page.keyboard.type('4');
  await page.keyboard.press('Tab');
  await page.keyboard.type('2027');
  await tabTo(page, 'equality:gender', /^radio$/);
  await page.keyboard.press('Space');
  await tabTo(page, 'process', /^checkbox$/);
  await page.keyboard.press('Space');
  await tabTo(page, '', /^submit$/);
  await page.keyboard.press('Enter');
  if ((await applicant.question('4722').count()) > 0) {
    await type(page, '4722', '12');
    await tabTo(page, '', /^submit$/);
    await page.keyboard.press('Enter');
  }
  await applicant.reaches('complete');
  const [made = '', ...more] = (await sandbox.made()).slice(before.length);
  expect(more).toEqual([]);
  const { resource, files, hidden } = await sandbox.whole(made);
  expect(resource.attributes).toMatchObject({
    ...visitor,
    phone: '+442079460958',
    country: 'US',
    state_province: 'Oregon',
    town: 'Salem',
  });
  expect(files.map(({ name }) => name).sort()).toEqual(['cv.pdf', 'degree.pdf']);
  expect(hidden.equality_monitoring_option_ids).toEqual(['901']);
  await expect(page.locator('[part~=receipt]')).toBeFocused();
});
