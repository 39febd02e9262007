/** Drives WebKitGTK's MiniBrowser over W3C WebDriver, on a virtual screen. */
import { randomInt } from 'node:crypto';
import { existsSync, readdirSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { isObject, list, member, path } from '../../src/core/jsonapi/json.ts';
import { Processes } from '../kills/processes.ts';
import { clickAt, type Driver, type Engine, keysOf, type Place, Tab } from './tab.ts';

export const webDriver = '/usr/bin/WebKitWebDriver';
export const screen = '/usr/bin/Xvfb';

/** Returns the path of the browser; null if it is not installed. */
export function miniBrowser(): string | null {
  const libraries = `/usr/lib/${process.arch === 'arm64' ? 'aarch64' : 'x86_64'}-linux-gnu`;
  const folders = existsSync(libraries) ? readdirSync(libraries) : [];
  const files = folders
    .filter((name) => name.startsWith('webkit2gtk-'))
    .map((name) => `${libraries}/${name}/MiniBrowser`);
  return files.find((file) => existsSync(file)) ?? null;
}

/** Starts a driver and a browser for each tab. */
export async function startWebKit(binary: string): Promise<Engine> {
  const processes = new Processes();
  const folder = await mkdtemp(join(tmpdir(), 'apply-webkit-'));
  processes.afterwards(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const display = processes.start({
    program: screen,
    args: ['-displayfd', '1', '-screen', '0', '1280x900x24', '-nolisten', 'tcp'],
    ready: /^(\d+)$/m,
  });
  const environment = {
    DISPLAY: `:${(await display.ready)?.[1]}`,
    HOME: folder,
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: folder,
    // Otherwise the browser starts a message bus, and portals that outlive it.
    DBUS_SESSION_BUS_ADDRESS: 'disabled:',
    // The browser's sandbox needs rights that a container does not have.
    WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS: '1',
  };
  const open = async (place: Place): Promise<Tab> => {
    const port = randomInt(20_000, 32_000);
    const args = [`--port=${port}`, '--host=127.0.0.1'];
    const driver = processes.start({ program: webDriver, args, environment, ready: /^/ });
    const close = () => driver.end('SIGKILL');
    try {
      return new Tab(driverOf(await openSession(`http://127.0.0.1:${port}`, binary), place, close), place);
    } catch (error) {
      await close();
      throw error;
    }
  };
  // Sometimes the browser hangs at its start. Then it is started once more, with another driver.
  return { open: (place) => open(place).catch(() => open(place)), stop: () => processes.end() };
}

/** Milliseconds that a browser has to start. */
const START_TIMEOUT = 30_000;

type Send = (command: string, body?: object) => Promise<unknown>;

async function openSession(address: string, binary: string): Promise<Send> {
  for (let tries = 0; tries < 100; tries += 1) {
    const status = await fetch(`${address}/status`).catch(() => null);
    if (status?.ok) break;
    await pause(100);
  }
  const alwaysMatch = { 'webkitgtk:browserOptions': { binary, args: ['--automation'] } };
  const signal = AbortSignal.timeout(START_TIMEOUT);
  const session = await post(`${address}/session`, { capabilities: { alwaysMatch } }, signal);
  return (command, body = {}) => post(`${address}/session/${member(session, 'sessionId')}/${command}`, body);
}

async function post(address: string, body: object, signal: AbortSignal | null = null): Promise<unknown> {
  const reply = await fetch(address, { method: 'POST', signal, body: JSON.stringify(body) });
  const document: unknown = await reply.json();
  if (reply.ok) return member(document, 'value');
  throw new Error(`${address}: ${path(document, 'value', 'error')}, ${path(document, 'value', 'message')}`);
}

function driverOf(send: Send, place: Place, close: Driver['close']): Driver {
  const enter = async (document: 'form' | 'page') => {
    await send('frame', { id: null });
    if (document === 'page' || place === 'page') return;
    const [frame] = list(await send('elements', { using: 'css selector', value: 'iframe' }));
    if (frame !== undefined) await send('frame', { id: frame });
  };
  const run = (script: string) => send('execute/sync', { script: `return ${script}`, args: [] });
  const onPage = async (command: string, body?: object) => {
    await enter('page');
    await send(command, body);
  };
  return {
    go: (url) => onPage('url', { url }),
    back: () => onPage('back'),
    forward: () => onPage('forward'),
    reload: () => onPage('refresh'),
    async evaluate(expression, document) {
      await enter(document);
      return run(expression);
    },
    // The driver's own click regards every element of a shadow root as covered by another.
    press: (_, inWindow) => onPage('actions', { actions: [clickAt(inWindow)] }),
    async keys(text) {
      await enter('form');
      await send('actions', { actions: [keysOf(text)] });
    },
    async attach(element, files) {
      await enter('form');
      const found = await run(element);
      const [id] = isObject(found) ? Object.values(found) : [];
      await send(`element/${id}/value`, { text: files.join('\n') });
    },
    close,
  };
}
