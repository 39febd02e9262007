import { setTimeout as pause } from 'node:timers/promises';

/** A browser engine as the journeys use it: what an applicant does in a tab, and a look at what stands there. */
export interface Engine {
  /** Its name and version: `Firefox 153.7`. */
  readonly name: string;
  open(place: Place): Promise<Tab>;
  stop(): Promise<void>;
}

/** Where the form stands: in the page itself, or in its only iframe. */
export type Place = 'page' | 'iframe';

/** Selectors and expressions mean the document in which the form stands. */
export interface Tab {
  /** Goes there, and waits for the page alone, not for the form. */
  go(address: string): Promise<void>;
  back(): Promise<void>;
  forward(): Promise<void>;
  reload(): Promise<void>;
  /** The value of an expression, as JSON can tell it. */
  evaluate(expression: string): Promise<unknown>;
  /** The first element of the form that matches, with the mouse. */
  click(selector: string): Promise<void>;
  /** With the keyboard, behind what is in the field already. */
  type(selector: string, text: string): Promise<void>;
  /** @param files paths */
  attach(selector: string, files: readonly string[]): Promise<void>;
  close(): Promise<void>;
}

/** An expression for the form's first element that matches; null when there is none. */
export const elementOf = (selector: string): string =>
  `(document.querySelector('apply-form-root') ?? document.querySelector('apply-form')?.shadowRoot ?? document).querySelector(${JSON.stringify(selector)})`;

/** An expression that gives it as JSON, since what engines hand over otherwise differs. */
export const asJson = (expression: string): string => `JSON.stringify((${expression}) ?? null)`;

/** The same, and brings it into sight. */
export const inSight = (selector: string): string =>
  `((element) => (element?.scrollIntoView({ block: 'center' }), element))(${elementOf(selector)})`;

/** The place of an element in what is seen of its document, which an iframe that follows its content changes. */
const placeOf = (selector: string): string =>
  `((element) => [element?.getBoundingClientRect().top, innerHeight])(${inSight(selector)})`;

/** A click is aimed at a place: what still moves would be missed. */
export async function untilAtRest(evaluate: Tab['evaluate'], selector: string): Promise<void> {
  let last = '';
  for (let looks = 0; looks < 50; looks += 1) {
    const place = JSON.stringify(await evaluate(placeOf(selector)));
    if (place === last) return;
    last = place;
    await pause(50);
  }
}

/** What moves after all, such as an iframe that follows its content late, is missed, and aimed at again. */
export async function pressUntilHit(
  evaluate: Tab['evaluate'],
  selector: string,
  press: () => Promise<void>,
): Promise<void> {
  const remember = `addEventListener('click', () => { window.isHit = true; }, { capture: true, once: true })`;
  for (let presses = 0; presses < 5; presses += 1) {
    await evaluate(`(window.isHit = false, ${elementOf(selector)}.${remember}, null)`);
    await press().catch(refuseUnlessMoved);
    for (let looks = 0; looks < 20; looks += 1) {
      if (await evaluate('window.isHit')) return;
      await pause(25);
    }
  }
  throw new Error(`Five presses missed ${selector}.`);
}

/** What has moved out of the window is missed as well: WebDriver's name for it. */
function refuseUnlessMoved(error: unknown): void {
  if (!String(error).includes('move target out of bounds')) throw error;
}
