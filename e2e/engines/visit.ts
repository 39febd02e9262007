import { expect } from 'playwright/test';
import { text } from '../../src/core/jsonapi/json.ts';
import type { HostServer } from '../support/host-server.ts';
import type { Sandbox } from '../support/sandbox.ts';
import { type Engine, elementOf, type Tab } from './engine.ts';
import type { Line } from './line.ts';

export const placeNames = ['form page', 'script', 'iframe'] as const;
export type PlaceName = (typeof placeNames)[number];

export interface Surroundings {
  readonly engine: Engine;
  readonly sandbox: Sandbox;
  readonly host: HostServer;
  readonly line: Line;
}

/** One applicant before one form, in one engine. */
export interface Visit extends Surroundings {
  readonly tab: Tab;
  readonly application: string;
  readonly address: string;
}

const elsewhere = 'data:text/html,<title>Elsewhere</title><p>Another page';

/** Comes to the place, and does not open it yet. */
export async function arrive(around: Surroundings, place: PlaceName): Promise<Visit> {
  const { application, token } = await around.sandbox.apply('one-of-each');
  const { origin } = around.line;
  // A page that may not be stored may not be kept for the way back either.
  const show = (form: string) => around.host.show(hostPage(form), { 'cache-control': 'no-cache' });
  const addresses: Readonly<Record<PlaceName, () => string>> = {
    'form page': () => `${origin}/form#token=${token}`,
    script: () =>
      show(`<script type="module" async src="${origin}/apply-form.js" data-apply-token="${token}"></script>`),
    iframe: () =>
      show(`<iframe src="${origin}/frame/default#token=${token}" title="Application form" data-apply-frame></iframe>
        <script src="${origin}/frame.js"></script>`),
  };
  const tab = await around.engine.open(place === 'iframe' ? 'iframe' : 'page');
  return { ...around, tab, application, address: addresses[place]() };
}

/** A wait that would be long is a tenth of it. */
const hurry = `<script>
  const wait = setTimeout;
  setTimeout = (act, time = 0, ...more) => wait(act, time < 1000 ? time : time / 10, ...more);
</script>`;

const hostPage = (form: string) => `<!doctype html>
<html lang="en-GB">
  <meta charset="utf-8" />
  <title>Jobs</title>
  <link rel="icon" href="data:," />
  <style>iframe { width: 100%; height: 30rem; }</style>
  ${hurry}
  <h1>Ward Coordinator</h1>
  ${form}
</html>`;

/** Undefined while a document is on its way in or out. */
const look = (tab: Tab, expression: string): Promise<unknown> =>
  tab.evaluate(expression).catch(() => undefined);

export const stateOf = ({ tab }: Visit): Promise<unknown> =>
  look(tab, `document.querySelector('apply-form')?.dataset.state`);

export const sees = (tab: Tab, selector: string): Promise<unknown> =>
  look(tab, `${elementOf(selector)} !== null`);

export const textOf = async (tab: Tab, selector: string): Promise<string> =>
  text(await look(tab, `${elementOf(selector)}?.textContent`)) ?? '';

export const entryOf = (tab: Tab, selector: string): Promise<unknown> =>
  look(tab, `${elementOf(selector)}?.value`);

export async function untilState(visit: Visit, ...states: readonly string[]): Promise<void> {
  // A failure also tells what the form said.
  const stand = async () => {
    const state = String(await stateOf(visit));
    return states.includes(state) ? state : `${state} ${await textOf(visit.tab, '[role=alert]')}`;
  };
  await expect.poll(stand).toMatch(new RegExp(`^(${states.join('|')})$`));
}

export async function openForm(visit: Visit): Promise<void> {
  await visit.tab.go(visit.address);
  await untilState(visit, 'ready');
}

/** Two ways to lose sight of a form, and to come back to it. */
export const returns = {
  'away and back': async ({ tab }: Visit) => {
    await tab.go(elsewhere);
    await tab.back();
  },
  reload: ({ tab }: Visit) => tab.reload(),
} as const;
export type ReturnName = keyof typeof returns;
export const returnNames: readonly ReturnName[] = ['away and back', 'reload'];
