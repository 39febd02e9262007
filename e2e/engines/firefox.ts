import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { list, member, path, text } from '../../src/core/jsonapi/json.ts';
import { type BidiSession, openBidiSession } from './bidi-session.ts';
import { asJson, type Engine, inSight, type Place, pressUntilHit, type Tab, untilAtRest } from './engine.ts';
import { clickAt, END_KEY, keysOf } from './input-actions.ts';
import { startProgram } from './program.ts';

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
  // As of a desktop with a mouse.
  'ui.allPointerCapabilities': 6,
  'ui.primaryPointerCapabilities': 6,
  'termsofuse.bypassNotification': true,
};

/** Over WebDriver BiDi, which Firefox speaks itself. */
export async function startFirefox(executable: string): Promise<Engine> {
  const folder = await mkdtemp(join(tmpdir(), 'apply-firefox-'));
  const profile = join(folder, 'profile');
  await mkdir(profile);
  const lines = Object.entries(preferences).map(
    ([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`,
  );
  await writeFile(join(profile, 'user.js'), lines.join(''));
  const parameters = ['--headless', '--no-remote', '--remote-debugging-port', '0', '--profile', profile];
  const program = startProgram(executable, parameters, { HOME: folder });
  const stop = async () => {
    await program.stop();
    await rm(folder, { recursive: true, force: true, maxRetries: 5 });
  };
  try {
    const address = await program.said(/WebDriver BiDi listening on (ws:\S+)/);
    const session = await openBidiSession(`${address}/session`);
    const { name, open } = await engineOf(session);
    return { name, open, stop };
  } catch (error) {
    await stop();
    throw error;
  }
}

async function engineOf(session: BidiSession): Promise<Pick<Engine, 'name' | 'open'>> {
  const begun = await session.send('session.new', { capabilities: {} });
  const version = text(path(begun, 'capabilities', 'browserVersion')) ?? '';
  return {
    name: `Firefox ${Number.parseFloat(version)}`,
    async open(place) {
      const person = await session.send('browser.createUserContext');
      const userContext = member(person, 'userContext');
      const created = await session.send('browsingContext.create', { type: 'tab', userContext });
      const close = async () => void (await session.send('browser.removeUserContext', { userContext }));
      return tabOf(session, member(created, 'context'), place, close);
    },
  };
}

function tabOf(session: BidiSession, context: unknown, place: Place, close: () => Promise<void>): Tab {
  const wait = 'interactive';
  const send = async (method: string, parameters: object) => void (await session.send(method, parameters));
  const form = async (): Promise<unknown> => {
    if (place === 'page') return context;
    const tree = await session.send('browsingContext.getTree', { root: context });
    const [top] = list(member(tree, 'contexts'));
    return member(list(member(top, 'children'))[0], 'context') ?? context;
  };
  const run = async (target: unknown, expression: string): Promise<unknown> => {
    const parameters = { expression, target: { context: target }, awaitPromise: true };
    const reply = await session.send('script.evaluate', parameters);
    if (member(reply, 'type') === 'success') return member(reply, 'result');
    throw new Error(`${expression}: ${text(path(reply, 'exceptionDetails', 'text'))}`);
  };
  const find = async (target: unknown, selector: string): Promise<object> => {
    const found = await run(target, inSight(selector));
    const sharedId = member(found, 'sharedId');
    if (sharedId === undefined) throw new Error(`There is no ${selector}.`);
    return { sharedId };
  };
  const perform = (target: unknown, source: object) =>
    send('input.performActions', { context: target, actions: [source] });
  const evaluate = async (expression: string): Promise<unknown> =>
    JSON.parse(text(member(await run(await form(), asJson(expression)), 'value')) ?? 'null');
  const click = (target: unknown, selector: string) =>
    pressUntilHit(evaluate, selector, async () => {
      await untilAtRest(evaluate, selector);
      const origin = { type: 'element', element: await find(target, selector) };
      await perform(target, { type: 'pointer', id: 'mouse', actions: clickAt({ x: 0, y: 0, origin }) });
    });
  return {
    go: (url) => send('browsingContext.navigate', { context, url, wait }),
    back: () => send('browsingContext.traverseHistory', { context, delta: -1 }),
    forward: () => send('browsingContext.traverseHistory', { context, delta: 1 }),
    reload: () => send('browsingContext.reload', { context, wait }),
    evaluate,
    click: async (selector) => click(await form(), selector),
    async type(selector, words) {
      const target = await form();
      await click(target, selector);
      await perform(target, { type: 'key', id: 'keyboard', actions: keysOf(END_KEY + words) });
    },
    async attach(selector, files) {
      const target = await form();
      await send('input.setFiles', { context: target, element: await find(target, selector), files });
    },
    close,
  };
}
