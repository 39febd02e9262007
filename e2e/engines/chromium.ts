import { chromium, type Frame, type Page } from 'playwright/test';
import { type Driver, type Engine, type Place, Tab } from './tab.ts';

/** @param libraries folder of the libraries that belong to the browser */
export async function startChromium(executablePath: string, libraries?: string): Promise<Engine> {
  const browser = await chromium.launch({
    executablePath,
    args: ['--no-sandbox', '--disable-gpu'],
    ...(libraries && { env: { ...process.env, LD_LIBRARY_PATH: libraries } }),
  });
  return {
    async open(place) {
      const page = await browser.newPage();
      await page.addInitScript(emulateMouse);
      return new Tab(driverOf(page, place), place);
    },
    stop: () => browser.close(),
  };
}

/** Emulates the mouse of a desktop, because an old headless Chromium reports no pointer on some pages. */
function emulateMouse(): void {
  const original = matchMedia;
  window.matchMedia = (query) => original(query === '(pointer: fine)' ? 'all' : query);
}

/** Uses only mouse, keyboard and scripts, because Playwright's locators need Chromium 105. */
function driverOf(page: Page, place: Place): Driver {
  const options = { waitUntil: 'domcontentloaded' } as const;
  const form = (): Frame => (place === 'page' ? page.mainFrame() : (page.frames()[1] ?? page.mainFrame()));
  return {
    go: (address) => page.goto(address, options),
    back: () => page.goBack(options),
    forward: () => page.goForward(options),
    reload: () => page.reload(options),
    evaluate: (expression, document) =>
      (document === 'form' ? form() : page.mainFrame()).evaluate<unknown>(expression),
    press: (_, { x, y }) => page.mouse.click(x, y),
    keys: (text) => page.keyboard.type(text),
    async attach(element, files) {
      const input = (await form().evaluateHandle<HTMLElement>(element)).asElement();
      await input?.setInputFiles([...files]);
    },
    close: () => page.context().close(),
  };
}
