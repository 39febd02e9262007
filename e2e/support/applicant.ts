import { expect, type FrameLocator, type Locator, type Page } from 'playwright/test';

/** An entry of an applicant; null clears the answer. */
export type Entry =
  | string
  | boolean
  | null
  | readonly string[]
  | { readonly from: string; readonly to: string }
  | { readonly files: readonly string[] };

/** Fills in the one form of a page or frame through its controls only. */
export class Applicant {
  readonly place: Page | FrameLocator;

  constructor(place: Page | FrameLocator) {
    this.place = place;
  }

  question(id: string): Locator {
    return this.place.locator(`[data-question-id="${id}"]`);
  }

  /** Returns the control of a visitor's detail, such as `email`. */
  detail(name: string): Locator {
    return this.place.locator(`[data-detail="${name}"] input`);
  }

  async introduce(details: Readonly<Record<string, string>>): Promise<void> {
    for (const [name, text] of Object.entries(details)) await this.detail(name).fill(text);
  }

  /** Returns the ids of the blocks in the order of the page. */
  async visible(): Promise<string[]> {
    const blocks = this.place.locator('[data-question-id]');
    return blocks.evaluateAll((found) => found.map((block) => block.getAttribute('data-question-id') ?? ''));
  }

  async answer(id: string, entry: Entry): Promise<void> {
    const block = this.question(id);
    if (typeof entry === 'boolean') await this.#check(block.locator('input[type=radio]').nth(entry ? 0 : 1));
    else if (entry === null) await clear(block);
    else if (typeof entry === 'string') await enter(block, entry);
    else if ('from' in entry) await enterRange(block, entry);
    else if ('files' in entry) await attach(block, entry.files);
    else await this.#choose(block, entry);
  }

  /** Chooses exactly these options; other chosen options are cleared. */
  async #choose(block: Locator, options: readonly string[]): Promise<void> {
    if ((await block.locator('select').count()) > 0) {
      await block.locator('select').selectOption({ label: options[0] ?? '' });
      return;
    }
    await uncheckAll(block);
    for (const option of options) await this.#check(block.getByLabel(option, { exact: true }));
  }

  /**
   * In an iframe, the control is pressed by a key, because the iframe gets the height of its form a moment later, and a click
   * could miss the control.
   */
  async #check(control: Locator): Promise<void> {
    if ('goto' in this.place) return control.check();
    if (!(await control.isChecked())) await control.press('Space');
    await expect(control).toBeChecked();
  }

  /** Waits for the additional line above the foot after the first answer is saved. */
  async settle(): Promise<void> {
    await expect(this.place.locator('.af-status')).toBeVisible();
  }

  /** Ticks all consents, if there are any. */
  async consent(): Promise<void> {
    for (const box of await this.place.locator('[data-consent] input').all()) await this.#check(box);
  }

  async send(): Promise<void> {
    const button = this.place.locator('button[type=submit]');
    if ('goto' in this.place) await button.click();
    else await button.press('Enter');
  }

  /** The state attribute of the element, which the host sees. */
  state(): Locator {
    return this.place.locator('apply-form');
  }

  async reaches(state: string | RegExp): Promise<void> {
    await expect(this.state()).toHaveAttribute('data-state', state);
  }
}

/** Returns the form on the page when it can be filled in. */
export async function formOn(place: Page | FrameLocator): Promise<Applicant> {
  const applicant = new Applicant(place);
  await applicant.reaches('ready');
  return applicant;
}

export async function meet(page: Page, address: string): Promise<Applicant> {
  await page.goto(address);
  return formOn(page);
}

/** Details of an applicant, for jobs that demand them. */
export const visitor = { first_name: 'Sam', last_name: 'Doe', email: 'sam@example.com' };

/** Enters the shortest application that the form `one-of-each` accepts. */
export async function answerShortest(applicant: Applicant): Promise<void> {
  await applicant.answer('2001', true);
  await applicant.answer('2101', 'A reason');
  await applicant.answer('2002', 'Nurse');
}
export const shortest = ['2001', '2101', '2002'];

export async function sendShortest(applicant: Applicant): Promise<void> {
  await answerShortest(applicant);
  await applicant.send();
  await applicant.reaches('complete');
}

/** Returns the groups of three fields in which dates are typed; there are none in touch browsers. */
const daysOf = (block: Locator): Locator => block.locator('.af-parts');

/** @param day ISO */
async function enterDay(fields: Locator, day: string): Promise<void> {
  const [year = '', month = '', date = ''] = day.split('-');
  for (const [name, text] of Object.entries({ day: date, month, year }))
    await fields.locator(`[data-date-part=${name}]`).fill(text);
  await fields.locator('[data-date-part=year]').blur();
}

async function enter(block: Locator, text: string): Promise<void> {
  if ((await daysOf(block).count()) > 0) return enterDay(daysOf(block), text);
  const control = block.locator('input, textarea').first();
  await control.fill(text);
  await control.blur();
}

async function enterRange(block: Locator, range: { from: string; to: string }): Promise<void> {
  if ((await daysOf(block).count()) > 0) {
    await enterDay(daysOf(block).first(), range.from);
    return enterDay(daysOf(block).last(), range.to);
  }
  const [from, to] = [block.locator('input').first(), block.locator('input').last()];
  await from.fill(range.from);
  await to.fill(range.to);
  await to.blur();
}

/** Makes the bytes of a file; a file with `empty` in its name has none. */
function bytesOf(name: string): Buffer {
  if (name.startsWith('empty')) return Buffer.alloc(0);
  return Buffer.from(name.endsWith('.txt') ? `Contents of ${name}` : `%PDF-1.4\n% ${name}\n%%EOF\n`);
}

const mediaType = (name: string) => (name.endsWith('.txt') ? 'text/plain' : 'application/pdf');

export const fileOf = (name: string) => ({ name, mimeType: mediaType(name), buffer: bytesOf(name) });

async function attach(block: Locator, names: readonly string[]): Promise<void> {
  await block.locator('input[type=file]').setInputFiles(names.map(fileOf));
}

async function clear(block: Locator): Promise<void> {
  const text = block.locator(
    'input:not([type=radio]):not([type=checkbox]):not([type=file]):not([tabindex]), textarea',
  );
  if ((await text.count()) > 0) {
    for (const control of await text.all()) await control.fill('');
    await text.last().blur();
    return;
  }
  if ((await uncheckAll(block)) > 0) return;
  const button = block.getByRole('button');
  while ((await button.count()) > 0) await button.first().click();
}

/** Unchecks the first box until none is left, because an unchecked box no longer matches. */
async function uncheckAll(block: Locator): Promise<number> {
  const checked = block.locator('input[type=checkbox]:checked');
  const count = await checked.count();
  for (let box = 0; box < count; box += 1) await checked.first().uncheck();
  return count;
}
