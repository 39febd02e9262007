/** Loads the page: in a browser, or without one by a plain request. */
import type { Page, Response as PageAnswer } from 'playwright';
import { failure, type Outcome, success } from '../../core/model/outcome.ts';
import { type Dependencies, get } from './ask-servers.ts';
import { type SeenPage, watchPage } from './in-page.ts';
import { type SeenFrame, seeFrames, settle, watchNetwork } from './settle-page.ts';

export interface LoadedPage {
  readonly url: string;
  readonly html: string;
  /** Headers of the reply for the page itself. */
  readonly policyHeaders: readonly string[];
  readonly seen: SeenPage | null;
  /** Console messages of forms, also of those in iframes. */
  readonly said: readonly string[];
  /** By the index of the iframe among the elements that were found. */
  readonly frames: ReadonlyMap<number, SeenFrame>;
}

/** Milliseconds. */
const LOADING = 30_000;

export async function fetchPage(dependencies: Dependencies, url: URL): Promise<Outcome<LoadedPage, string>> {
  const reply = await get(dependencies, url.href, { accept: 'text/html' });
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
  // The functions sent into the page may have been compiled with calls of this helper.
  await page.addInitScript({ content: 'globalThis.__name ??= (value) => value;' });
  await page.addInitScript(watchPage);
  const quiet = watchNetwork(page);
  const said = hearForms(page);
  const answer = lastAnswer(page);
  try {
    await page.goto(url.href, { waitUntil: 'domcontentloaded', timeout: LOADING });
    const fault = await answerFault(url, answer());
    if (fault !== null) return failure(fault);
    const milliseconds = waitSeconds * 1_000;
    const seen = await inTime(settle(page, quiet, Date.now() + milliseconds), milliseconds + LOADING);
    if (seen === null)
      return failure(`${url.href} does not come to an end: one of its scripts keeps the browser busy.`);
    const frames = await seeFrames(page, seen);
    return success({ ...(await readAnswer(page, answer())), seen, said: [...said], frames });
  } catch (error) {
    return failure(`${url.href} cannot be loaded: ${reasonOf(error)}.`);
  }
}

/** A page may navigate the browser to another one, which is then the page to examine. */
function lastAnswer(page: Page): () => PageAnswer | null {
  let last: PageAnswer | null = null;
  page.on('response', (response) => {
    if (response.request().isNavigationRequest() && response.frame() === page.mainFrame()) last = response;
  });
  return () => last;
}

async function answerFault({ href }: URL, answer: PageAnswer | null): Promise<string | null> {
  if (answer === null) return `${href} shows no page.`;
  return pageFault(href, answer.status(), (await headersOf(answer, 'content-type')).join());
}

const headersOf = async (answer: PageAnswer | null, name: string): Promise<readonly string[]> =>
  ((await answer?.headersArray()) ?? [])
    .filter((header) => header.name.toLowerCase() === name)
    .map(({ value }) => value);

const readAnswer = async (page: Page, answer: PageAnswer | null) => ({
  url: page.url(),
  html: (await answer?.text().catch(() => null)) ?? (await page.content()),
  policyHeaders: await headersOf(answer, 'content-security-policy'),
});

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

/** A page whose script never ends does not answer any call either. */
async function inTime<Value>(value: Promise<Value>, milliseconds: number): Promise<Value | null> {
  let timer: NodeJS.Timeout | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), milliseconds);
  });
  return Promise.race([value, late]).finally(() => clearTimeout(timer));
}

/** The element tells developers in one line what to do. */
function hearForms(page: Page): ReadonlySet<string> {
  const said = new Set<string>();
  page.on('console', (message) => {
    if (/^<apply-form>/.test(message.text())) said.add(message.text());
  });
  return said;
}
