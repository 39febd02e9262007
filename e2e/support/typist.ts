/** An applicant who fills in a form by keyboard only. */
import type { FileChooser, Page } from 'playwright/test';
import { type Entry, fileOf } from './applicant.ts';
import { expect } from './with-server.ts';

/** Milliseconds between two keys of a fast typist, in the page's own time, which `Recorder` has stopped. */
const TYPING_PAUSE = 250;

/** No sample form has as many focusable elements. */
const MOST_PRESSES = 400;

interface FocusedControl {
  readonly question: string | null;
  readonly type: string;
  /** The part of a date that is typed in three fields. */
  readonly part: string | null;
  readonly checked: boolean;
  /** The text of an option. */
  readonly option: string;
}

/** Excludes links in the help text and buttons. */
const isControl = ({ type }: FocusedControl): boolean => type !== 'a' && type !== 'button';

/** Finds the focused element through shadow roots. It is a string, so that it needs no types of the page. */
const findFocus = `(() => {
  let focused = document.activeElement;
  while (focused?.shadowRoot?.activeElement) focused = focused.shadowRoot.activeElement;
  return {
    question: focused?.closest('[data-question-id]')?.getAttribute('data-question-id') ?? null,
    type: focused?.getAttribute('type') ?? focused?.localName ?? '',
    part: focused?.dataset?.datePart ?? null,
    checked: focused?.checked === true,
    option: focused?.selectedOptions?.[0]?.text ?? focused?.closest('label')?.textContent.trim() ?? '',
  };
})()`;

/** Requires a page whose clock a `Recorder` controls. */
export class Typist {
  readonly #page: Page;
  #choose: (chooser: FileChooser) => unknown = () => {};

  constructor(page: Page) {
    this.#page = page;
    // Added early, because it takes a moment until the browser passes its dialogs on.
    page.on('filechooser', (chooser) => this.#choose(chooser));
  }

  /** Tabs into the form and waits for the announcer, which loads at the first touch. */
  async enter(): Promise<void> {
    await this.#page.keyboard.press('Tab');
    const isLoaded = () =>
      this.#page.evaluate<boolean>("document.querySelector('apply-form').session.filling.peek() !== null");
    await expect.poll(isLoaded).toBe(true);
  }

  async answer(question: string, entry: Entry): Promise<void> {
    await this.#goTo(question);
    if (typeof entry === 'boolean') await this.#chooseOption(entry ? 'Yes' : 'No');
    else if (entry === null || typeof entry === 'string') await this.#enter(entry ?? '');
    else if ('from' in entry) await this.#enterRange(entry);
    else if ('files' in entry) return this.#attach(entry.files);
    else await this.#pick(entry);
    // An entry counts when the field is left.
    await this.#tabUntil((focused) => focused.question !== question, 'Tab');
  }

  /** Tabs to the button that sends, and presses it. */
  async send(): Promise<void> {
    await this.#tabUntil((focused) => focused.type === 'submit', 'Tab');
    await this.#page.keyboard.press('Enter');
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    await this.#page.clock.runFor(TYPING_PAUSE);
  }

  /** Types digits one by one, because each can show and hide questions; types words at once and lets their time pass. */
  async #write(text: string): Promise<void> {
    for (const chunk of text.match(/\d|\D+/g) ?? []) {
      await this.#page.keyboard.type(chunk);
      await this.#page.clock.runFor(TYPING_PAUSE * chunk.length);
    }
  }

  focused(): Promise<FocusedControl> {
    return this.#page.evaluate<FocusedControl>(findFocus);
  }

  /** Tabs to the first control of a question, or Shift+Tabs if the question is above. */
  async #goTo(question: string): Promise<void> {
    const { question: from } = await this.focused();
    const isWanted = (focused: FocusedControl) => focused.question === question && isControl(focused);
    if (isWanted(await this.focused())) return;
    const order = await this.#page
      .locator('[data-question-id]')
      .evaluateAll((blocks) => blocks.map((block) => block.getAttribute('data-question-id')));
    const isAbove = from !== null && order.indexOf(question) < order.indexOf(from);
    if (isAbove) {
      // Tabs beyond the question first, to reach its first control.
      await this.#tabUntil((focused) => focused.question === question, 'Shift+Tab');
      await this.#tabUntil((focused) => focused.question !== question, 'Shift+Tab');
    }
    await this.#tabUntil(isWanted, 'Tab');
  }

  async #tabUntil(isWanted: (place: FocusedControl) => boolean, key: string): Promise<void> {
    for (let press = 0; press < MOST_PRESSES; press += 1) {
      if (isWanted(await this.focused())) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error('Tab does not reach the control.');
  }

  async #type(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.press('Delete');
    await this.#write(text);
  }

  /** Types month, day and year, which is the order of the browser's language, en-US. */
  async #enterDate(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    for (const _field of ['year', 'day']) await this.#page.keyboard.press('ArrowLeft');
    await this.#write(`${month}${date}${year}`);
  }

  /** Types from field to field, in their order on the page. */
  async #enterParts(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    const texts: Readonly<Record<string, string>> = { day: date, month, year };
    for (const field of [1, 2, 3]) {
      const { part } = await this.focused();
      await this.#type(texts[part ?? ''] ?? '');
      if (field < 3) await this.#page.keyboard.press('Tab');
    }
  }

  async #enter(text: string): Promise<void> {
    const { type, part } = await this.focused();
    if (part !== null) return this.#enterParts(text);
    return type === 'date' ? this.#enterDate(text) : this.#type(text);
  }

  async #enterRange({ from, to }: { from: string; to: string }): Promise<void> {
    const { question, part } = await this.focused();
    if (part !== null) {
      await this.#enterParts(from);
      await this.#page.keyboard.press('Tab');
      await this.#tabUntil((focused) => focused.question === question && focused.part !== null, 'Tab');
      return this.#enterParts(to);
    }
    await this.#enterDate(from);
    const label = (await this.focused()).option;
    await this.#tabUntil((focused) => focused.question === question && focused.option !== label, 'Tab');
    await this.#enterDate(to);
  }

  /** Radios are one tab stop: Space chooses the focused one, arrows choose others. */
  async #chooseOption(option: string): Promise<void> {
    if ((await this.focused()).option === option) return this.press('Space');
    for (let press = 0; press < MOST_PRESSES && (await this.focused()).option !== option; press += 1)
      await this.press('ArrowDown');
  }

  async #pick(options: readonly string[]): Promise<void> {
    const { type, question } = await this.focused();
    if (type === 'radio') return this.#chooseOption(options[0] ?? '');
    if (type === 'select') return this.#select(options[0] ?? '');
    for (let focused = await this.focused(); focused.type === 'checkbox' && focused.question === question; ) {
      if (focused.checked !== options.includes(focused.option)) await this.press('Space');
      await this.press('Tab');
      focused = await this.focused();
    }
  }

  /** The first word selects the option or an earlier one; a space would open the list. */
  async #select(option: string): Promise<void> {
    await this.#write(option.split(' ')[0] ?? '');
    for (let press = 0; press < MOST_PRESSES && (await this.focused()).option !== option; press += 1)
      await this.press('ArrowDown');
  }

  async #attach(names: readonly string[]): Promise<void> {
    const opened = new Promise<FileChooser>((resolve) => {
      this.#choose = resolve;
    });
    const { question } = await this.focused();
    await this.#page.keyboard.press('Enter');
    await (await opened).setFiles(names.map(fileOf));
    // A file shows its follow-ups after its upload.
    const files = this.#page.locator(`[data-question-id="${question}"] li`);
    for (const name of names) await expect(files.filter({ hasText: name })).toBeVisible();
    await expect(files.locator('progress')).toHaveCount(0);
  }
}
