/** A browser engine as the journeys use it: acts of an applicant in a tab, and reads of the page. */
import { setTimeout as pause } from 'node:timers/promises';
import { finiteNumber, member } from '../../src/core/jsonapi/json.ts';

export interface Engine {
  open(place: Place): Promise<Tab>;
  stop(): Promise<unknown>;
}

/** The document with the form: the page itself, or its only iframe. */
export type Place = 'page' | 'iframe';

export interface Point {
  readonly x: number;
  readonly y: number;
}

/** The operations of a protocol on one tab. */
export interface Driver {
  /** Navigation waits only for the page, not for the form. */
  go(address: string): Promise<unknown>;
  back(): Promise<unknown>;
  forward(): Promise<unknown>;
  reload(): Promise<unknown>;
  /** Returns the text value of an expression, in the document of the form or in the page around it. */
  evaluate(expression: string, document: 'form' | 'page'): Promise<unknown>;
  /** Clicks with the mouse, at a point that is given in the form's document and in the window. */
  press(inForm: Point, inWindow: Point): Promise<unknown>;
  keys(text: string): Promise<unknown>;
  /** @param element an expression */
  attach(element: string, files: readonly string[]): Promise<unknown>;
  close(): Promise<unknown>;
}

/** Returns an expression for the form's first matching element; its value is null if there is none. */
export const elementOf = (selector: string): string =>
  `(document.querySelector('apply-form-root') ?? document.querySelector('apply-form')?.shadowRoot ?? document).querySelector(${JSON.stringify(selector)})`;

/** A tab with a form. Selectors refer to the document of the form. */
export class Tab {
  readonly driver: Driver;
  readonly #place: Place;

  constructor(driver: Driver, place: Place) {
    this.driver = driver;
    this.#place = place;
  }

  /** Returns the value of an expression as JSON, because the engines' own formats differ. */
  async evaluate(expression: string, document: 'form' | 'page' = 'form'): Promise<unknown> {
    const value = await this.driver.evaluate(`JSON.stringify((${expression}) ?? null)`, document);
    return JSON.parse(String(value));
  }

  /** Clicks the first matching element. If it moves, as in an iframe that grows late, the click is repeated. */
  async click(selector: string): Promise<void> {
    const remember = `addEventListener('click', () => { window.isHit = true; }, { capture: true, once: true })`;
    for (let presses = 0; presses < 5; presses += 1) {
      await this.evaluate(`(window.isHit = false, ${elementOf(selector)}.${remember}, null)`);
      const { inForm, inWindow } = await this.#aim(selector);
      await this.driver.press(inForm, inWindow).catch(refuseUnlessMoved);
      for (let checks = 0; checks < 20; checks += 1) {
        if (await this.evaluate('window.isHit')) return;
        await pause(25);
      }
    }
    throw new Error(`Five presses missed ${selector}.`);
  }

  async type(selector: string, text: string): Promise<void> {
    await this.click(selector);
    await this.driver.keys(text);
  }

  /** Scrolls an element of the form into view, and returns its centre. */
  async #aim(selector: string): Promise<{ readonly inForm: Point; readonly inWindow: Point }> {
    let inForm = await this.#restingPoint(selector);
    if (this.#place === 'page') return { inForm, inWindow: inForm };
    // A point in view inside an iframe may be out of view in the page around it.
    await this.evaluate(`scrollTo(0, ${inForm.y})`, 'page');
    inForm = await this.#restingPoint(selector);
    const corner = `(({ left: x, top: y }) => ({ x, y }))(document.querySelector('iframe').getBoundingClientRect())`;
    const { x, y } = readPoint(await this.evaluate(corner, 'page'));
    return { inForm, inWindow: { x: inForm.x + x, y: inForm.y + y } };
  }

  /** Waits until the element does not move, so that the click hits it. */
  async #restingPoint(selector: string): Promise<Point> {
    const middle = `((element) => {
      element.scrollIntoView({ block: 'center' });
      const { left, top, width, height } = element.getBoundingClientRect();
      return { x: left + width / 2, y: top + height / 2 };
    })(${elementOf(selector)})`;
    let last = readPoint(null);
    for (let checks = 0; checks < 50; checks += 1) {
      const point = readPoint(await this.evaluate(middle));
      if (checks > 0 && point.x === last.x && point.y === last.y) break;
      last = point;
      await pause(50);
    }
    return last;
  }
}

/** WebDriver reports a point outside the window with this name, which counts as a miss. */
function refuseUnlessMoved(error: unknown): void {
  if (!String(error).includes('move target out of bounds')) throw error;
}

const readPoint = (json: unknown): Point => ({
  x: Math.round(finiteNumber(member(json, 'x')) ?? 0),
  y: Math.round(finiteNumber(member(json, 'y')) ?? 0),
});

/** A click of the mouse, in the format of both WebDriver protocols. */
export const clickAt = (point: Point): object => ({
  type: 'pointer',
  id: 'mouse',
  actions: [
    { type: 'pointerMove', ...point },
    { type: 'pointerDown', button: 0 },
    { type: 'pointerUp', button: 0 },
  ],
});

/** Presses of keys, in the same format. */
export const keysOf = (text: string): object => ({
  type: 'key',
  id: 'keyboard',
  actions: [...text].flatMap((value) => ['keyDown', 'keyUp'].map((type) => ({ type, value }))),
});
