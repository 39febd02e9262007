/** Gets the page: in a browser, or without one by a plain request. */
import type { Frame, Page } from 'playwright';
import { failure, type Outcome, success } from '../../model/outcome.ts';
import { get, type Means } from './ask-servers.ts';
import {
  bringIntoView,
  indexOfElement,
  lookAround,
  type SeenElement,
  type SeenPage,
  watchPage,
} from './in-page.ts';
import { readFrameAddress } from './own-tags.ts';

export interface LoadedPage {
  readonly url: string;
  readonly html: string;
  /** Of the answer to the page itself. */
  readonly policyHeaders: readonly string[];
  readonly seen: SeenPage | null;
  /** Console messages of forms, also of those in iframes. */
  readonly said: readonly string[];
  /** By the place of the iframe among the elements that were seen. */
  readonly frames: ReadonlyMap<number, SeenFrame>;
}

export interface SeenFrame {
  readonly isRefused: boolean;
  /** The form inside. */
  readonly form: SeenElement | null;
}

/** Milliseconds. */
const LOADING = 30_000;
const QUIET = 500;
const UNCHANGED = 2_000;
const STEP = 100;

export async function fetchPage(means: Means, url: URL): Promise<Outcome<LoadedPage, string>> {
  const reply = await get(means, url.href, { accept: 'text/html' });
  if ('kind' in reply) return failure(`${url.href} does not answer: ${reply.reason}.`);
  const fault = pageFault(url.href, reply.status, reply.headers.get('content-type') ?? '');
  if (fault !== null) return failure(fault);
  const policy = reply.headers.get('content-security-policy');
  return success({
    url: reply.url || url.href,
    html: await reply.text(),
    policyHeaders: policy === null ? [] : [policy],
    seen: null,
    said: [],
    frames: new Map(),
  });
}

function pageFault(url: string, status: number, type: string): string | null {
  if (status >= 400) return `${url} answers ${status}: there is no page to look at.`;
  return /html/.test(type)
    ? null
    : `${url} is no web page: it comes as ${type || 'something without a type'}.`;
}

export async function browsePage(
  page: Page,
  url: URL,
  waitSeconds: number,
): Promise<Outcome<LoadedPage, string>> {
  // The functions that are sent into the page may have been compiled with calls of this helper.
  await page.addInitScript({ content: 'globalThis.__name ??= (value) => value;' });
  await page.addInitScript(watchPage);
  const quiet = watchNetwork(page);
  const said = hearForms(page);
  try {
    const response = await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: LOADING });
    if (response === null) return failure(`${url.href} shows no page.`);
    const headers = await response.headersArray();
    const valuesOf = (name: string) =>
      headers.filter((header) => header.name.toLowerCase() === name).map((header) => header.value);
    const fault = pageFault(url.href, response.status(), valuesOf('content-type').join());
    if (fault !== null) return failure(fault);
    const seen = await settle(page, quiet, Date.now() + waitSeconds * 1_000);
    return success({
      url: page.url(),
      html: await response.text().catch(() => page.content()),
      policyHeaders: valuesOf('content-security-policy'),
      seen,
      said: [...said],
      frames: await seeFrames(page),
    });
  } catch (error) {
    return failure(`${url.href} cannot be loaded: ${reasonOf(error)}.`);
  }
}

function reasonOf(error: unknown): string {
  const text = error instanceof Error ? error.message : String(error);
  if (/Timeout/.test(text)) return 'it takes longer than 30 seconds';
  const code = /net::(ERR_[A-Z_]+)/.exec(text)?.[1] ?? '';
  const words = new Map([
    ['ERR_NAME_NOT_RESOLVED', 'there is no server of this name'],
    ['ERR_CONNECTION_REFUSED', 'nothing listens there'],
    ['ERR_ABORTED', 'the address leads to a file, not to a page'],
  ]);
  if (code.startsWith('ERR_CERT')) return `its certificate is not valid (${code})`;
  return words.get(code) ?? (code || (text.split('\n')[0] ?? ''));
}

/** The element tells its developer in one line what to do. */
function hearForms(page: Page): ReadonlySet<string> {
  const said = new Set<string>();
  page.on('console', (message) => {
    if (/^<apply-form>/.test(message.text())) said.add(message.text());
  });
  return said;
}

/** Milliseconds since the page last asked for something; 0 while it waits for an answer. */
function watchNetwork(page: Page): () => number {
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

/** Until every form is there or has failed and the page rests; a page without any form is given all the time. */
async function settle(page: Page, quiet: () => number, deadline: number): Promise<SeenPage> {
  let before = '';
  let changed = Date.now();
  for (;;) {
    const seen = await look(page);
    const inside = [...(await seeFrames(page)).values()];
    const now = JSON.stringify([seen.elements.filter(isForm), inside]);
    if (now !== before) changed = Date.now();
    before = now;
    const isDone =
      seen.elements.some(isForm) &&
      ![...seen.elements, ...inside.map(({ form }) => form)].some((each) => each?.state === 'loading') &&
      (quiet() >= QUIET || Date.now() - changed >= UNCHANGED) &&
      Date.now() - changed >= STEP;
    if (isDone || Date.now() >= deadline) return seen;
    await page.waitForTimeout(STEP);
  }
}

async function look(page: Page): Promise<SeenPage> {
  try {
    const seen = await page.evaluate(lookAround);
    await page.evaluate(bringIntoView);
    return seen;
  } catch (error) {
    // The page has sent the browser on to another one.
    if (!/context was destroyed|navigat/i.test(String(error))) throw error;
    await page.waitForLoadState('domcontentloaded');
    return page.evaluate(lookAround);
  }
}

const isForm = ({ name, attributes, address }: SeenElement): boolean =>
  name === 'apply-form' ||
  (name === 'iframe' && ('data-apply-frame' in attributes || readFrameAddress(address, false) !== null));

async function seeFrames(page: Page): Promise<ReadonlyMap<number, SeenFrame>> {
  const frames = new Map<number, SeenFrame>();
  for (const frame of page.mainFrame().childFrames()) {
    const index = await placeOf(frame);
    if (index !== null) frames.set(index, await seeFrame(frame));
  }
  return frames;
}

/** A frame may go while it is looked at. */
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
