import { chromium, type Frame, type Page } from 'playwright/test';
import { aim } from './aim.ts';
import { asJson, type Engine, elementOf, type Place, pressUntilHit, type Tab } from './engine.ts';

export interface Chromium {
  readonly executable: string;
  /** Where the libraries are that came with it. */
  readonly libraries?: string;
}

export async function startChromium({ executable, libraries }: Chromium): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath: executable,
    args: ['--no-sandbox', '--disable-gpu'],
    ...(libraries && { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
  });
  return {
    name: `Chromium ${Number.parseInt(browser.version(), 10)}`,
    async open(place) {
      const page = await browser.newPage();
      await page.addInitScript(bringMouse);
      return tabOf(page, place);
    },
    stop: () => browser.close(),
  };
}

/** As on a desktop: an old headless Chromium says of some pages that there is no pointer at all. */
function bringMouse(): void {
  const ask = matchMedia;
  window.matchMedia = (query) => ask(query === '(pointer: fine)' ? 'all' : query);
}

/** By mouse, keyboard and scripts alone: to find elements by itself Playwright needs Chromium 105. */
function tabOf(page: Page, place: Place): Tab {
  const form = (): Frame => (place === 'page' ? page.mainFrame() : (page.frames()[1] ?? page.mainFrame()));
  const run = async (frame: Frame, expression: string): Promise<unknown> =>
    JSON.parse(await frame.evaluate<string>(asJson(expression)));
  const evaluate = (expression: string) => run(form(), expression);
  const inPage = (expression: string) => run(page.mainFrame(), expression);
  const click = (selector: string) =>
    pressUntilHit(evaluate, selector, async () => {
      const { x, y } = await aim({ place, inForm: evaluate, inPage }, selector);
      await page.mouse.click(x, y);
    });
  return {
    go: async (address) => void (await page.goto(address, { waitUntil: 'domcontentloaded' })),
    back: async () => void (await page.goBack({ waitUntil: 'domcontentloaded' })),
    forward: async () => void (await page.goForward({ waitUntil: 'domcontentloaded' })),
    reload: async () => void (await page.reload({ waitUntil: 'domcontentloaded' })),
    evaluate,
    click,
    type: async (selector, text) => {
      await click(selector);
      await page.keyboard.press('End');
      await page.keyboard.type(text);
    },
    attach: async (selector, files) => {
      const element = (await form().evaluateHandle<HTMLElement>(elementOf(selector))).asElement();
      if (element === null) throw new Error(`There is no ${selector}.`);
      await element.setInputFiles([...files]);
    },
    close: () => page.context().close(),
  };
}
