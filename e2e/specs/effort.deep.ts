/** How much work an application is on a phone: taps, keys and screens, beside public forms of the same questions. */
import type { Locator, Page } from 'playwright/test';
import { engineer } from '../../src/sandbox/forms/engineer.ts';
import { Applicant, fileOf } from '../support/applicant.ts';
import { pagesOf, publicForms } from '../support/public-forms.ts';
import { expect, test } from '../support/with-server.ts';

const phone = { width: 360, height: 740 };
test.use({ viewport: phone, hasTouch: true, isMobile: true });

/** The shortest application that is complete. Optional questions are passed by. */
const answers: Readonly<Record<string, string | boolean | readonly string[]>> = {
  first_name: 'Ada',
  last_name: 'Example',
  email: 'ada@example.com',
  '101': 'The planner of a tram network',
  '102': '6',
  '103': ['TypeScript', 'PostgreSQL'],
  '104': 'A checker of timetables',
  '106': ['cv.pdf'],
  '108': ['2024-01-01', '2026-10-31'],
  '109': '2027-03-01',
  '110': ['Some days in the office'],
  '111': true,
  '114': false,
};

interface Effort {
  taps: number;
  keys: number;
  screens: number;
}

/** A date wheel or calendar: to open it, to choose the day, to confirm. */
const TAPS_OF_A_CALENDAR = 3;

/** Fills in one question by what stands there, and counts what a hand does for it. */
class Hand {
  readonly effort: Effort = { taps: 0, keys: 0, screens: 0 };

  async tap(target: Locator): Promise<void> {
    this.effort.taps += 1;
    await target.tap();
  }

  async type(field: Locator, text: string): Promise<void> {
    await this.tap(field);
    this.effort.keys += text.length;
    await field.fill(text);
  }

  async date(block: Locator, place: number, day: string): Promise<void> {
    const native = block.locator('input[type=date]:visible');
    if ((await native.count()) > 0) {
      this.effort.taps += TAPS_OF_A_CALENDAR;
      await native.nth(place).fill(day);
      return;
    }
    const [year = '', month = '', date = ''] = day.split('-');
    const parts = block.locator('input[inputmode=numeric]');
    for (const [at, text] of [date, month, year].entries()) await this.type(parts.nth(3 * place + at), text);
  }

  async choose(block: Locator, option: string): Promise<void> {
    const select = block.locator('select');
    if ((await select.count()) === 0) return this.tap(block.getByLabel(option, { exact: true }));
    this.effort.taps += 2;
    await select.selectOption({ label: option });
  }

  async answer(block: Locator, type: string, given: string | boolean | readonly string[]): Promise<void> {
    const texts = typeof given === 'object' ? given : [String(given)];
    if (typeof given === 'boolean') await this.choose(block, given ? 'Yes' : 'No');
    else if (type === 'document') {
      this.effort.taps += 1;
      await block.locator('input[type=file]').setInputFiles(texts.map(fileOf));
    } else if (type === 'multiple_choice') for (const text of texts) await this.choose(block, text);
    else if (type.startsWith('date'))
      for (const [at, day] of texts.entries()) await this.date(block, at, day);
    else await this.type(block.locator('input, textarea').first(), texts[0] ?? '');
  }

  /** A page that is shorter than the screen is a screen, too. */
  async see(page: Page): Promise<void> {
    const height = await page.evaluate(() => document.documentElement.scrollHeight);
    this.effort.screens += Math.max(1, height / phone.height);
  }
}

const typeOf = (id: string) =>
  engineer.questions.find((question) => question.id === id)?.type ?? 'short_text';

function tell(name: string, { taps, keys, screens }: Effort): void {
  console.log(`effort: ${name}: ${taps} taps, ${keys} keys, ${screens.toFixed(1)} screens`);
}

async function ours(page: Page, origin: string, more: string): Promise<Effort> {
  await page.goto(`${origin}/form#job=4711&tenant=default${more}`);
  const applicant = new Applicant(page);
  await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
  const hand = new Hand();
  for (const [id, given] of Object.entries(answers)) {
    const block = page.locator(`[data-question-id="${id}"], [data-detail="${id}"]`);
    await hand.answer(block, typeOf(id), given);
  }
  await hand.see(page);
  await hand.tap(page.locator('button[type=submit]'));
  await expect(applicant.state()).toHaveAttribute('data-state', 'complete');
  return hand.effort;
}

async function theirs(page: Page, pages: readonly string[]): Promise<Effort> {
  const hand = new Hand();
  // The policy of our own page stands in its document for good.
  await page.goto('about:blank');
  for (const html of pages) {
    await page.setContent(html);
    for (const [id, given] of Object.entries(answers)) {
      const block = page.locator(`[data-id="${id}"]`);
      if ((await block.count()) > 0) await hand.answer(block, typeOf(id), given);
    }
    await hand.see(page);
    await hand.tap(page.locator('button'));
  }
  return hand.effort;
}

test('an application takes no more taps, keys and screens than in public forms of the same questions', async ({
  page,
  server,
}) => {
  test.setTimeout(180_000);
  const own = await ours(page, server.origin, '');
  tell('Apply Form', own);
  for (const form of publicForms) {
    const effort = await theirs(page, pagesOf(form, engineer));
    tell(`${form.name} (${form.source})`, effort);
    expect.soft(own.taps, form.name).toBeLessThanOrEqual(effort.taps);
    expect.soft(own.keys, form.name).toBeLessThanOrEqual(effort.keys);
    expect.soft(own.screens, form.name).toBeLessThanOrEqual(effort.screens);
  }
});
