/** Drives Firefox over WebDriver BiDi: commands over a WebSocket, to which Firefox replies with the id of the command. */
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list, member, path } from '../../src/core/jsonapi/json.ts';
import { Processes } from '../kills/processes.ts';
import { clickAt, type Driver, type Engine, keysOf, type Place, Tab } from './tab.ts';

const preferences: Readonly<Record<string, string | number | boolean>> = {
  'app.update.enabled': false,
  'browser.aboutwelcome.enabled': false,
  'browser.sessionstore.resume_from_crash': false,
  'browser.shell.checkDefaultBrowser': false,
  'browser.startup.page': 0,
  'datareporting.policy.dataSubmissionEnabled': false,
  'datareporting.policy.firstRunURL': '',
  'intl.accept_languages': 'en-GB',
  'network.captive-portal-service.enabled': false,
  'network.connectivity-service.enabled': false,
  // These are the values of a desktop with a mouse.
  'ui.allPointerCapabilities': 6,
  'ui.primaryPointerCapabilities': 6,
  'termsofuse.bypassNotification': true,
};

type Send = (method: string, params?: object) => Promise<unknown>;

export async function startFirefox(program: string): Promise<Engine> {
  const processes = new Processes();
  const folder = await mkdtemp(join(tmpdir(), 'apply-firefox-'));
  processes.afterwards(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(folder, 'user.js'), lines.join(''));
  const started = processes.start({
    program,
    args: ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', folder],
    environment: { HOME: folder, LANG: 'C.UTF-8' },
    ready: /WebDriver BiDi listening on (ws:\S+)/,
  });
  const address = (await started.ready)?.[1];
  if (address === undefined) throw new Error(`Firefox ended: ${started.output}`);
  const send = await connect(`${address}/session`);
  await send('session.new', { capabilities: {} });
  return {
    async open(place) {
      const userContext = member(await send('browser.createUserContext'), 'userContext');
      const created = await send('browsingContext.create', { type: 'tab', userContext });
      const close = () => send('browser.removeUserContext', { userContext });
      return new Tab(driverOf(send, member(created, 'context'), place, close), place);
    },
    stop: () => processes.end(),
  };
}

async function connect(address: string): Promise<Send> {
  // Imported here, because every run of the browser specs loads this file.
  const { WebSocket } = await import('undici');
  const socket = new WebSocket(address);
  const waiting = new Map<unknown, (message: unknown) => void>();
  socket.addEventListener('message', ({ data }) => {
    const message: unknown = JSON.parse(String(data));
    waiting.get(member(message, 'id'))?.(message);
  });
  socket.addEventListener('close', () => {
    for (const answer of waiting.values()) answer({ message: 'Firefox has ended the session.' });
  });
  await once(socket, 'open');
  let lastId = 0;
  return async (method, params = {}) => {
    lastId += 1;
    const id = lastId;
    const answered = new Promise<unknown>((resolve) => waiting.set(id, resolve));
    socket.send(JSON.stringify({ id, method, params }));
    const message = await answered;
    waiting.delete(id);
    if (member(message, 'type') === 'success') return member(message, 'result');
    throw new Error(`${method}: ${member(message, 'error')} ${member(message, 'message')}`);
  };
}

function driverOf(send: Send, context: unknown, place: Place, close: Driver['close']): Driver {
  const wait = 'interactive';
  const form = async (): Promise<unknown> => {
    if (place === 'page') return context;
    const tree = await send('browsingContext.getTree', { root: context });
    const [top] = list(member(tree, 'contexts'));
    return member(list(member(top, 'children'))[0], 'context') ?? context;
  };
  const run = async (expression: string, target: unknown): Promise<unknown> => {
    const reply = await send('script.evaluate', {
      expression,
      target: { context: target },
      awaitPromise: true,
    });
    if (member(reply, 'type') === 'success') return member(reply, 'result');
    throw new Error(`${expression}: ${path(reply, 'exceptionDetails', 'text')}`);
  };
  const perform = async (source: object) =>
    send('input.performActions', { context: await form(), actions: [source] });
  return {
    go: (url) => send('browsingContext.navigate', { context, url, wait }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    forward: () => send('browsingContext.traverseHistory', { context, delta: 1 }),
    reload: () => send('browsingContext.reload', { context, wait }),
    evaluate: async (expression, document) =>
      member(await run(expression, document === 'form' ? await form() : context), 'value'),
    press: (inForm) => perform(clickAt(inForm)),
    keys: (text) => perform(keysOf(text)),
    async attach(element, files) {
      const target = await form();
      const sharedId = member(await run(element, target), 'sharedId');
      await send('input.setFiles', { context: target, element: { sharedId }, files });
    },
    close,
  };
}
