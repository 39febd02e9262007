/** Every combination of which `accessibility.spec.ts` looks at pairs. */
import type { Page } from 'playwright/test';
import type { Applicant } from '../support/applicant.ts';
import { bringAxe, violations } from '../support/axe.ts';
import {
  allScreens,
  allWalks,
  type Circumstances,
  circumstancesOf,
  dress,
  dresses,
  themeFor,
} from '../support/combinations.ts';
import { visit } from '../support/form-places.ts';
import { screens, showScreen, walks } from '../support/form-states.ts';
import { questionKinds } from '../support/question-kinds.ts';
import { RiggedProxy } from '../support/rigged-proxy.ts';
import { expect, test } from '../support/with-server.ts';

test.beforeEach(({ context }) => bringAxe(context));

const titleOf = (what: string, { place, language }: Circumstances) =>
  `no violation in any colours at any width: ${what}, ${place}, ${language}`;

/** In all colours and at all widths, one after the other. */
async function lookAt(page: Page, applicant: Applicant, state: string, place: Circumstances['place']) {
  for (const wanted of dresses) {
    await dress(page, wanted);
    const theme = themeFor(place, wanted);
    await applicant.state().evaluate((form, value) => form.setAttribute('theme', value), theme);
    const found = await violations(page, state);
    expect.soft(found, `${state}, ${wanted.colour}, ${wanted.width} px`).toEqual([]);
  }
}

for (const [walk = 0, asked = 0, ...rest] of allWalks) {
  const [way, kind] = [walks[walk], questionKinds[asked]];
  if (way === undefined || kind === undefined) throw new Error('No such row.');
  const around = circumstancesOf(rest);
  test(titleOf(`${way.name}, ${kind.name}`, around), async ({ page, server, sandbox, host }) => {
    const rig = await RiggedProxy.before(page);
    let applicant: Applicant | undefined;
    const open = async () => {
      applicant = await visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around });
      return applicant;
    };
    const look = async (state: string) => applicant && lookAt(page, applicant, state, around.place);
    await way({ rig, kind, open, look });
  });
}

for (const [name = 0, ...rest] of allScreens) {
  const screen = screens[name];
  if (screen === undefined) throw new Error('No such row.');
  const around = circumstancesOf(rest);
  test(titleOf(screen.name, around), async ({ page, server, sandbox, host }) => {
    const rig = await RiggedProxy.before(page);
    const open = () => visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around });
    const applicant = await showScreen({ rig, open }, screen);
    await lookAt(page, applicant, screen.name, around.place);
  });
}
