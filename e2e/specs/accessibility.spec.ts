import { readdirSync } from 'node:fs';
import { bringAxe, violations } from '../support/axe.ts';
import { circumstancesOf, dress, screenRows, walkRows } from '../support/combinations.ts';
import { visit } from '../support/form-places.ts';
import { looks, screens, showScreen, walks } from '../support/form-states.ts';
import { hostPageNames } from '../support/host-pages.ts';
import { questionKinds } from '../support/question-kinds.ts';
import { RiggedProxy } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';
import { wordsOf } from '../support/words-log.ts';

test.beforeEach(({ context }) => bringAxe(context));

/** Rows of every day: filling in and making mistakes, on our page and in an iframe, in both colours and widths. */
const dailyWalks: readonly number[] = [1, 3];

for (const [row, [walk = 0, kind = 0, ...rest]] of walkRows.entries()) {
  const [way, asked] = [walks[walk], questionKinds[kind]];
  if (way === undefined || asked === undefined) throw new Error('No such row.');
  const around = circumstancesOf(rest);
  const { place, language, colour, width } = around;
  const title = `no violation: ${way.name}, ${asked.name}, ${place}, ${language}, ${colour}, ${width} px`;
  test(title, deepUnless(dailyWalks.includes(row)), async ({ page, server, sandbox, host }) => {
    await dress(page, around);
    const words = wordsOf(page);
    let seen = 0;
    await way({
      rig: await RiggedProxy.before(page),
      kind: asked,
      open: () => visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around }),
      look: async (state) => {
        seen += 1;
        expect.soft(await violations(page, state), state).toEqual([]);
      },
    });
    expect(seen).toBe(looks[walk]);
    expect(words).toEqual([language]);
  });
}

const dailyScreens: readonly string[] = ['closed', 'already sent', 'unreachable', 'received'];

for (const [row, [name = 0, ...rest]] of screenRows.entries()) {
  const screen = screens[name];
  if (screen === undefined) throw new Error('No such row.');
  const around = circumstancesOf(rest);
  const { place, language, colour, width } = around;
  const title = `no violation: ${screen.name}, ${place}, ${language}, ${colour}, ${width} px`;
  const isFirst = screenRows.findIndex(([other]) => other === name) === row;
  test(
    title,
    deepUnless(isFirst && dailyScreens.includes(screen.name)),
    async ({ page, server, sandbox, host }) => {
      await dress(page, around);
      const rig = await RiggedProxy.before(page);
      const open = () => visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around });
      await showScreen({ rig, open }, screen);
      expect(await violations(page)).toEqual([]);
    },
  );
}

const trials: readonly string[] = hostPageNames.map((name) => `${name}.html`);
/** What looks as a host's page should; the others are made to try the form. */
const examples = readdirSync(new URL('../hosts/', import.meta.url)).filter((name) => !trials.includes(name));

for (const name of examples) {
  for (const colorScheme of ['light', 'dark'] as const) {
    test(
      `the example page ${name} has no violation in ${colorScheme}`,
      deepUnless(name === 'careers-site.html' && colorScheme === 'light'),
      async ({ page, server }) => {
        await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
        await page.goto(`${server.otherOrigin}/hosts/${name}`);
        const place = name === 'partner-portal.html' ? page.frameLocator('iframe') : page;
        await expect(place.locator('apply-form').first()).toHaveAttribute('data-state', 'ready');
        expect(await violations(page)).toEqual([]);
      },
    );
  }
}

for (const place of ['form page', 'iframe'] as const) {
  test(
    `axe sees the form itself: without a label it complains (${place})`,
    deepUnless(place === 'form page'),
    async ({ page, server, sandbox, host }) => {
      const applicant = await visit(
        { page, server, sandbox, host },
        { form: 'one-of-each', place, language: 'en' },
      );
      await expect(applicant.state()).toHaveAttribute('data-state', 'ready');
      await applicant
        .question('2002')
        .locator('label')
        .evaluate((label) => label.remove());
      expect(await violations(page)).toContainEqual(expect.stringMatching(/^label\S* at .*apply-/));
    },
  );
}
