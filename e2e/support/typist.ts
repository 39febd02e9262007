/** An applicant who fills in a form by keyboard alone. */
import type { FileChooser, Page } from 'playwright/test';
import type { Entry } from './applicant.ts';
import { fileOf } from './applicant.ts';
import { expect } from './with-server.ts';

/** Milliseconds between two keys, of the page's own time (`Recorder` has stopped it): a quick typist's pace. */
const TYPING_PAUSE = 250;

/** More presses of Tab than any sample form has places for focus: it is not to be reached. */
const TOO_FAR = 400;

interface Place {
  readonly question: string | null;
  readonly type: string;
  /** Of a date that is typed in three fields. */
  readonly part: string | null;
  readonly checked: boolean;
  /** The option's own text. */
  readonly option: string;
}

/** Not a link in the help, nor a button beside the answer. */
const isControl = ({ type }: Place): boolean => type !== 'a' && type !== 'button';

/** Where focus is, found through shadow roots; as a text, so that it needs no types of the page. */
const findPlace = `(() => {
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

/** The page's clock is a `Recorder`'s. */
export class Typist {
  readonly #page: Page;
  #choose: (chooser: FileChooser) => unknown = () => {};

  constructor(page: Page) {
    this.#page = page;
    // From the beginning: it takes a moment until the browser hands its dialogs over.
    page.on('filechooser', (chooser) => this.#choose(chooser));
  }

  /** Into the form, where its words come with the first touch; what comes and goes from now on can be said. */
  async enter(): Promise<void> {
    await this.#page.keyboard.press('Tab');
    const hasWords = () =>
      this.#page.evaluate<boolean>("document.querySelector('apply-form').session.filling.peek() !== null");
    await expect.poll(hasWords).toBe(true);
  }

  async answer(question: string, entry: Entry): Promise<void> {
    await this.#goTo(question);
    if (typeof entry === 'boolean') await this.#take(entry ? 'Yes' : 'No');
    else if (entry === null || typeof entry === 'string') await this.#enter(entry ?? '');
    else if ('from' in entry) await this.#enterRange(entry);
    else if ('files' in entry) return this.#attach(entry.files);
    else await this.#pick(entry);
    // What was entered counts once it is left.
    await this.#tabUntil((place) => place.question !== question, 'Tab');
  }

  /** To the button that sends, and presses it. */
  async send(): Promise<void> {
    await this.#tabUntil((place) => place.type === 'submit', 'Tab');
    await this.#page.keyboard.press('Enter');
  }

  async press(key: string): Promise<void> {
    await this.#page.keyboard.press(key);
    await this.#page.clock.runFor(TYPING_PAUSE);
  }

  /** Digits one by one, as each can bring questions and take them; words as a whole, in the time that they take. */
  async #write(text: string): Promise<void> {
    for (const chunk of text.match(/\d|\D+/g) ?? []) {
      await this.#page.keyboard.type(chunk);
      await this.#page.clock.runFor(TYPING_PAUSE * chunk.length);
    }
  }

  place(): Promise<Place> {
    return this.#page.evaluate<Place>(findPlace);
  }

  /** Tab, or Shift+Tab when the question stands above; the first of its controls. */
  async #goTo(question: string): Promise<void> {
    const { question: from } = await this.place();
    const isThere = (place: Place) => place.question === question && isControl(place);
    if (isThere(await this.place())) return;
    const order = await this.#page
      .locator('[data-question-id]')
      .evaluateAll((blocks) => blocks.map((block) => block.getAttribute('data-question-id')));
    const isAbove = from !== null && order.indexOf(question) < order.indexOf(from);
    if (isAbove) {
      // Beyond it, so as to come to the first of its controls.
      await this.#tabUntil((place) => place.question === question, 'Shift+Tab');
      await this.#tabUntil((place) => place.question !== question, 'Shift+Tab');
    }
    await this.#tabUntil(isThere, 'Tab');
  }

  async #tabUntil(isThere: (place: Place) => boolean, key: string): Promise<void> {
    for (let press = 0; press < TOO_FAR; press += 1) {
      if (isThere(await this.place())) return;
      await this.#page.keyboard.press(key);
    }
    throw new Error('It cannot be reached by Tab.');
  }

  async #type(text: string): Promise<void> {
    await this.#page.keyboard.press('ControlOrMeta+a');
    await this.#page.keyboard.press('Delete');
    await this.#write(text);
  }

  /** The fields of a date are typed one after the other, in the order of the browser's own language: en-US. */
  async #enterDate(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    for (const _field of ['year', 'day']) await this.#page.keyboard.press('ArrowLeft');
    await this.#write(`${month}${date}${year}`);
  }

  /** From field to field, in whatever order they stand. */
  async #enterParts(day: string): Promise<void> {
    const [year = '', month = '', date = ''] = day.split('-');
    const texts: Readonly<Record<string, string>> = { day: date, month, year };
    for (const field of [1, 2, 3]) {
      const { part } = await this.place();
      await this.#type(texts[part ?? ''] ?? '');
      if (field < 3) await this.#page.keyboard.press('Tab');
    }
  }

  async #enter(text: string): Promise<void> {
    const { type, part } = await this.place();
    if (part !== null) return this.#enterParts(text);
    return type === 'date' ? this.#enterDate(text) : this.#type(text);
  }

  async #enterRange({ from, to }: { from: string; to: string }): Promise<void> {
    const { question, part } = await this.place();
    if (part !== null) {
      await this.#enterParts(from);
      await this.#page.keyboard.press('Tab');
      await this.#tabUntil((place) => place.question === question && place.part !== null, 'Tab');
      return this.#enterParts(to);
    }
    await this.#enterDate(from);
    const label = (await this.place()).option;
    await this.#tabUntil((place) => place.question === question && place.option !== label, 'Tab');
    await this.#enterDate(to);
  }

  /** Radios are one place for Tab; Space takes the one at hand, arrows take others. */
  async #take(option: string): Promise<void> {
    if ((await this.place()).option === option) return this.press('Space');
    for (let press = 0; press < TOO_FAR && (await this.place()).option !== option; press += 1)
      await this.press('ArrowDown');
  }

  async #pick(options: readonly string[]): Promise<void> {
    const { type, question } = await this.place();
    if (type === 'radio') return this.#take(options[0] ?? '');
    if (type === 'select') return this.#select(options[0] ?? '');
    for (let place = await this.place(); place.type === 'checkbox' && place.question === question; ) {
      if (place.checked !== options.includes(place.option)) await this.press('Space');
      await this.press('Tab');
      place = await this.place();
    }
  }

  /** The first word finds it, or one before it; a space would open the list. */
  async #select(option: string): Promise<void> {
    await this.#write(option.split(' ')[0] ?? '');
    for (let press = 0; press < TOO_FAR && (await this.place()).option !== option; press += 1)
      await this.press('ArrowDown');
  }

  async #attach(names: readonly string[]): Promise<void> {
    const asked = new Promise<FileChooser>((resolve) => {
      this.#choose = resolve;
    });
    const { question } = await this.place();
    await this.#page.keyboard.press('Enter');
    await (await asked).setFiles(names.map(fileOf));
    // What a file brings, it brings once it has come.
    const files = this.#page.locator(`[data-question-id="${question}"] li`);
    for (const name of names) await expect(files.filter({ hasText: name })).toBeVisible();
    await expect(files.locator('progress')).toHaveCount(0);
  }
}
