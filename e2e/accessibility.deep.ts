/** Every combination of which `accessibility.spec.ts` looks at pairs. */
import type { Applicant } from './applicant.ts';
import { bringAxe, violations } from './axe.ts';
import { allScreens, allWalks, circumstancesOf, counts, dress, dresses, themeFor } from './combinations.ts';
import { visit } from './form-places.ts';
import { screens, showScreen, walks } from './form-states.ts';
import { questionKinds } from './question-kinds.ts';
import { RiggedProxy } from './rigged-proxy.ts';
import { expect, test } from './with-server.ts';

test.use({ trace: 'off' });

test.beforeEach(({ context }) => bringAxe(context));

test(`axe looks at all ${counts.all} combinations`, () => {
  console.log(`axe: all ${counts.all} combinations`);
});

for (const [name, rows] of [
  ['walk', allWalks],
  ['screen', allScreens],
] as const) {
  for (const row of rows) {
    const [first = 0, second = 0] = row;
    const around = circumstancesOf(row.slice(name === 'walk' ? 2 : 1));
    const { place, language } = around;
    const [way, kind, screen] = [walks[first], questionKinds[second], screens[first]];
    if (way === undefined || kind === undefined || screen === undefined) throw new Error('No such row.');
    const title = name === 'walk' ? `${way.name}, ${kind.name}` : screen.name;
    test(`no violation in any colours at any width: ${title}, ${place}, ${language}`, async ({
      page,
      server,
      sandbox,
      host,
    }) => {
      test.setTimeout(120_000);
      let applicant: Applicant | undefined;
      const rig = await RiggedProxy.before(page);
      const open = async () => {
        applicant = await visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around });
        return applicant;
      };
      const look = async (state: string) => {
        for (const wanted of dresses) {
          await dress(page, wanted);
          const theme = themeFor(place, wanted);
          await applicant?.state().evaluate((form, value) => form.setAttribute('theme', value), theme);
          const where = `${state}, ${wanted.colour}, ${wanted.width} px`;
          expect.soft(await violations(page, state), where).toEqual([]);
        }
      };
      if (name === 'walk') return way({ rig, kind, open, look });
      await showScreen({ rig, open }, screen);
      return look(screen.name);
    });
  }
}
