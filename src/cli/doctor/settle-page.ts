/** Waits until a page has settled, then reads the forms on it and in its iframes. */
import type { Frame, Page } from 'playwright';
import { bringIntoView, indexOfElement, lookAround, type SeenElement, type SeenPage } from './in-page.ts';
import { isScriptType, readFrameAddress, readScriptAddress } from './own-tags.ts';

export interface SeenFrame {
  readonly isRefused: boolean;
  /** The form inside. */
  readonly form: SeenElement | null;
}

/** Milliseconds. */
const RECONCILE_DELAY = 500;
const UNCHANGED = 2_000;
const STEP = 100;

/** Milliseconds since the page's last request; 0 while it waits for a reply. */
export function watchNetwork(page: Page): () => number {
  const open = new Set<unknown>();
  let last = Date.now();
  const note = (change: () => void) => {
    change();
    last = Date.now();
  };
  page.on('request', (request) => note(() => open.add(request)));
  page.on('requestfinished', (request) => note(() => open.delete(request)));
  page.on('requestfailed', (request) => note(() => open.delete(request)));
  return () => (open.size > 0 ? 0 : Date.now() - last);
}

/** Until every form is ready or has failed and the page is idle; a page without a form is given the full time. */
export async function settle(page: Page, quiet: () => number, deadline: number): Promise<SeenPage> {
  let before = '';
  let changed = Date.now();
  for (;;) {
    const seen = await look(page);
    const frames = [...(await seeFrames(page, seen)).values()];
    const forms = seen.elements.filter(isForm);
    const now = JSON.stringify([forms, frames]);
    if (now !== before) changed = Date.now();
    before = now;
    const unchanged = Date.now() - changed;
    const isQuiet =
      unchanged >= UNCHANGED ||
      (quiet() >= RECONCILE_DELAY && unchanged >= STEP && !isExpected(seen, frames));
    const isDone =
      forms.length > 0 && isQuiet && ![...forms, ...frames.map(({ form }) => form)].some(isLoading);
    if (isDone || Date.now() >= deadline) return seen;
    await page.waitForTimeout(STEP);
  }
}

const isLoading = (form: SeenElement | null): boolean => form?.state === 'loading';

/** A loaded script may not have run yet, and a page in an iframe may not have created its form. */
const isExpected = ({ elements }: SeenPage, frames: readonly SeenFrame[]): boolean =>
  frames.some(({ isRefused, form }) => !isRefused && form === null) ||
  elements.some(
    ({ address, loading, attributes }) =>
      loading === 'unknown' && readScriptAddress(address) !== null && isScriptType(attributes['type']),
  );

async function look(page: Page): Promise<SeenPage> {
  try {
    const seen = await page.evaluate(lookAround);
    await page.evaluate(bringIntoView);
    return seen;
  } catch (error) {
    // The page navigated the browser to another one.
    if (!/context was destroyed|navigat/i.test(String(error))) throw error;
    await page.waitForLoadState('domcontentloaded');
    return page.evaluate(lookAround);
  }
}

const isForm = ({ name, attributes, address }: SeenElement): boolean =>
  name === 'apply-form' ||
  (name === 'iframe' && ('data-apply-frame' in attributes || readFrameAddress(address, false) !== null));

/** Iframes of other sites are not examined. */
export async function seeFrames(page: Page, { elements }: SeenPage): Promise<ReadonlyMap<number, SeenFrame>> {
  const frames = new Map<number, SeenFrame>();
  for (const frame of page.mainFrame().childFrames()) {
    const index = await placeOf(frame);
    const element = elements[index ?? -1];
    if (index !== null && element !== undefined && isForm(element)) frames.set(index, await seeFrame(frame));
  }
  return frames;
}

/** A frame may disappear while it is read. */
async function placeOf(frame: Frame): Promise<number | null> {
  try {
    const element = await frame.frameElement();
    const index = await element.evaluate(indexOfElement);
    return index === -1 ? null : index;
  } catch {
    return null;
  }
}

async function seeFrame(frame: Frame): Promise<SeenFrame> {
  if (frame.url().startsWith('chrome-error:')) return { isRefused: true, form: null };
  try {
    const { elements } = await frame.evaluate(lookAround);
    return { isRefused: false, form: elements.find(({ name }) => name === 'apply-form') ?? null };
  } catch {
    return { isRefused: false, form: null };
  }
}
