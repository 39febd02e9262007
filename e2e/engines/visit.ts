/** Opens one form for one applicant in one engine. Each engine is a Playwright project. */
import { existsSync } from 'node:fs';
import { mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import { expect } from 'playwright/test';
import { text } from '../../src/core/jsonapi/json.ts';
import { fileOf } from '../support/applicant.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { test as base } from '../support/with-server.ts';
import { findEngines } from './engines.ts';
import { type Line, startLine } from './line.ts';
import { type Engine, elementOf, type Tab } from './tab.ts';

export const placeNames = ['form page', 'script', 'iframe'] as const;
export type PlaceName = (typeof placeNames)[number];

export interface Visit {
  readonly sandbox: Sandbox;
  readonly line: Line;
  readonly tab: Tab;
  readonly application: string;
  readonly address: string;
}

interface Fixtures {
  readonly line: Line;
  /** Prepares a page with the form without opening it. */
  readonly arrive: (place: PlaceName) => Promise<Visit>;
}

/** Shortens long waits to a tenth. */
const shortWaits = `<script>
  const wait = setTimeout;
  setTimeout = (act, time = 0, ...more) => wait(act, time < 1000 ? time : time / 10, ...more);
</script>`;

const hostPage = (form: string) => `<!doctype html>
<html lang="en-GB">
  <meta charset="utf-8" />
  <title>Jobs</title>
  <link rel="icon" href="data:," />
  <style>iframe { width: 100%; height: 30rem; }</style>
  ${shortWaits}
  <h1>Ward Coordinator</h1>
  ${form}
</html>`;

export const test = base.extend<Fixtures, { engine: Engine }>({
  engine: [
    async ({}, use, { project }) => {
      const engine = await findEngines()
        .find(({ name }) => name === project.name)
        ?.start();
      if (engine === undefined) throw new Error(`There is no ${project.name} here.`);
      await use(engine);
      await engine.stop();
    },
    { scope: 'worker' },
  ],
  line: async ({ server }, use) => {
    const line = await startLine(server.origin);
    await use(line);
    await line.stop();
  },
  arrive: async ({ engine, sandbox, host, line }, use) => {
    const tabs: Tab[] = [];
    await use(async (place) => {
      const { application, token } = await sandbox.apply('one-of-each');
      const { origin } = line;
      const forms: Readonly<Record<PlaceName, string>> = {
        'form page': '',
        script: `<script type="module" async src="${origin}/apply-form.js" data-apply-token="${token}"></script>`,
        iframe: `<iframe src="${origin}/frame/default#token=${token}" title="Application form" data-apply-frame></iframe>
          <script src="${origin}/frame.js"></script>`,
      };
      // A page with `no-store` does not enter the back/forward cache.
      const onHost = host.show(hostPage(forms[place]), { 'cache-control': 'no-cache' });
      const tab = await engine.open(place === 'iframe' ? 'iframe' : 'page');
      tabs.push(tab);
      const address = place === 'form page' ? `${origin}/form#token=${token}` : onHost;
      return { sandbox, line, tab, application, address };
    });
    for (const { driver } of tabs) await driver.close();
  },
});

/** Evaluates an expression; undefined while a document loads or unloads. */
const read = (tab: Tab, expression: string): Promise<unknown> =>
  tab.evaluate(expression).catch(() => undefined);

export const stateOf = ({ tab }: Visit) => read(tab, `document.querySelector('apply-form')?.dataset.state`);

export const sees = ({ tab }: Visit, selector: string) => read(tab, `${elementOf(selector)} !== null`);

export const textOf = async ({ tab }: Visit, selector: string): Promise<string> =>
  text(await read(tab, `${elementOf(selector)}?.textContent`)) ?? '';

export const entryOf = ({ tab }: Visit, selector: string) => read(tab, `${elementOf(selector)}?.value`);

/** Waits for one of these states. A failure also shows the text of the form. */
export async function untilState(visit: Visit, ...states: readonly string[]): Promise<void> {
  const now = async () => {
    const state = String(await stateOf(visit));
    return states.includes(state) ? state : `${state} ${await textOf(visit, '[role=alert]')}`;
  };
  await expect.poll(now).toMatch(new RegExp(`^(${states.join('|')})$`));
}

export async function openForm(visit: Visit): Promise<void> {
  await visit.tab.driver.go(visit.address);
  await untilState(visit, 'ready');
}

/** Attaches a file on the disk, as a person would choose it. */
export async function attachFile({ tab }: Visit, selector: string, name: string): Promise<void> {
  const file = base.info().outputPath(name);
  // A file that is written again would be unreadable to the browser.
  if (!existsSync(file)) {
    await mkdir(dirname(file), { recursive: true });
    await writeFile(file, fileOf(name).buffer);
  }
  await tab.driver.attach(elementOf(selector), [file]);
}

const elsewhere = 'data:text/html,<title>Elsewhere</title><p>Another page';

/** Two ways to leave a form and to come back to it. */
export const returns = {
  'left and returned to': async ({ tab: { driver } }: Visit) => {
    await driver.go(elsewhere);
    await driver.back();
  },
  'loaded again': async ({ tab: { driver } }: Visit) => {
    await driver.reload();
  },
} as const;
