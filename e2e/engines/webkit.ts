import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject, list, member, text } from '../../src/core/jsonapi/json.ts';
import { aim } from './aim.ts';
import { asJson, type Engine, inSight, type Place, pressUntilHit, type Tab } from './engine.ts';
import { clickAt, END_KEY, keysOf } from './input-actions.ts';
import { startProgram } from './program.ts';
import { startScreen } from './screen.ts';
import { openWebDriverSession, type WebDriverSession } from './webdriver-session.ts';

/** WebKitGTK's own small browser; null when it is not here. */
export function miniBrowser(): string | null {
  const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  const files = folders
    .filter((name) => name.startsWith('webkit2gtk-'))
    .map((name) => `${libraries}/${name}/MiniBrowser`);
  return files.find((file) => existsSync(file)) ?? null;
}

/** Over W3C WebDriver, on a screen that is not there. */
export async function startWebKit(driver: string, binary: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-webkit-'));
  const screen = await startScreen();
  const surroundings = {
    DISPLAY: screen.display,
    HOME: folder,
    XDG_RUNTIME_DIR: folder,
    // Else it starts a bus, and portals that outlive it.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    // Its sandbox needs rights that a container has not.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  let running: Driver | null = null;
  const open = async (): Promise<WebDriverSession> => {
    running ??= await startDriver(driver, surroundings);
    return openWebDriverSession(running.address, capabilities(binary));
  };
  const end = async () => {
    await running?.stop();
    running = null;
  };
  // Seldom the browser hangs as it starts, and its driver with it: another driver starts another browser.
  const openSurely = () => open().catch(() => end().then(open));
  const stop = async () => {
    await end();
    await screen.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const first = await openSurely();
    await first.remove('');
    const version = text(member(first.capabilities, 'browserVersion')) ?? '';
    const name = `WebKitGTK ${version.split('.', 2).join('.')}`;
    return { name, open: async (place) => tabOf(await openSurely(), place), stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

interface Driver {
  /** `http://127.0.0.1:PORT` */
  readonly address: string;
  stop(): Promise<void>;
}

async function startDriver(driver: string, surroundings: Record<string, string>): Promise<Driver> {
  const port = await freePort();
  const program = startProgram(driver, [`--port=${port}`, '--host=127.0.0.1'], surroundings);
  try {
    await listening(port);
  } catch (error) {
    await program.stop();
    throw error;
  }
  return { address: `http://127.0.0.1:${port}`, stop: () => program.stop() };
}

const capabilities = (binary: string) => ({
  'webkitgtk:browserOptions': { binary, args: ['--automation'] },
});

async function freePort(): Promise<number> {
  const server = createServer();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  await new Promise((resolve) => server.close(resolve));
  return typeof address === 'object' ? (address?.port ?? 0) : 0;
}

async function listening(port: number): Promise<void> {
  for (let tries = 0; tries < 100; tries += 1) {
    const isReady = await fetch(`http://127.0.0.1:${port}/status`).then(
      () => true,
      () => false,
    );
    if (isReady) return;
    await pause(100);
  }
  throw new Error('The driver of WebKit does not answer.');
}

function tabOf(session: WebDriverSession, place: Place): Tab {
  const send = async (command: string, body?: object) => void (await session.post(command, body));
  const toPage = () => send('frame', { id: null });
  const toForm = async () => {
    await toPage();
    if (place === 'page') return;
    const frames = await session.post('elements', { using: 'css selector', value: 'iframe' });
    if (list(frames).length > 0) await send('frame', { id: list(frames)[0] });
  };
  const run = (script: string) => session.post('execute/sync', { script: `return ${script}`, args: [] });
  const find = async (selector: string): Promise<object> => {
    await toForm();
    const found = await run(inSight(selector));
    if (!isObject(found)) throw new Error(`There is no ${selector}.`);
    return found;
  };
  const idOf = async (selector: string) => String(Object.values(await find(selector))[0]);
  const evaluate = async (expression: string): Promise<unknown> => {
    await toForm();
    return JSON.parse(text(await run(asJson(expression))) ?? 'null');
  };
  const inPage = async (expression: string): Promise<unknown> => {
    await toPage();
    return JSON.parse(text(await run(asJson(expression))) ?? 'null');
  };
  // The driver's own click believes every element of a shadow root to be covered by another.
  const click = (selector: string) =>
    pressUntilHit(evaluate, selector, async () => {
      const point = await aim({ place, inForm: evaluate, inPage }, selector);
      await toPage();
      const actions = clickAt({ ...point, origin: 'viewport' });
      await send('actions', { actions: [{ type: 'pointer', id: 'mouse', actions }] });
    });
  const onPage = async (command: string, body?: object) => {
    await toPage();
    await send(command, body);
  };
  return {
    go: (url) => onPage('url', { url }),
    back: () => onPage('back'),
    forward: () => onPage('forward'),
    reload: () => onPage('refresh'),
    evaluate,
    click,
    async type(selector, words) {
      await click(selector);
      const actions = keysOf(END_KEY + words);
      await send('actions', { actions: [{ type: 'key', id: 'keyboard', actions }] });
    },
    attach: async (selector, files) =>
      send(`element/${await idOf(selector)}/value`, { text: files.join('\n') }),
    close: async () => void (await session.remove('')),
  };
}
