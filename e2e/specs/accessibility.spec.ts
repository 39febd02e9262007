import { readdirSync } from 'node:fs';
import type { Page } from 'playwright/test';
import { bringAxe, violations } from '../support/axe.ts';
import { placeNames, visit } from '../support/form-places.ts';
import { looks, screens, showScreen, walks } from '../support/form-states.ts';
import { hostPageNames } from '../support/host-pages.ts';
import { questionKinds } from '../support/question-kinds.ts';
import { RiggedProxy } from '../support/rigged-proxy.ts';
import { deepUnless, expect, test } from '../support/with-server.ts';

test.beforeEach(({ context }) => bringAxe(context));

const languages = ['de', 'ar'] as const;
const colours = ['light', 'dark', 'forced colours'] as const;
const widths = [360, 1280] as const;

/** Place, language, colours and width repeat with different periods, so every pair of values meets in some row. */
function circumstancesOf(row: number) {
  const place = placeNames[row % 4] ?? 'demo';
  const colour = colours[row % 3] ?? 'light';
  // A frame is transparent and axe cannot see the background behind it, so the host sets the theme.
  const theme = place === 'iframe' && colour !== 'forced colours' ? colour : 'auto';
  const language = languages[Math.floor(row / 2) % 2] ?? 'de';
  return { place, colour, theme, language, width: widths[Math.floor(row / 3) % 2] ?? 360 };
}

/** A screen that shows the whole page, because axe takes a target half covered by the foot for one that is too small. */
const TALL = 8_000;

async function dress(page: Page, { colour, width }: ReturnType<typeof circumstancesOf>): Promise<void> {
  await page.setViewportSize({ width, height: TALL });
  await page.emulateMedia({
    colorScheme: colour === 'dark' ? 'dark' : 'light',
    forcedColors: colour === 'forced colours' ? 'active' : 'none',
    // Text that fades in has too little contrast until the end.
    reducedMotion: 'reduce',
  });
}

const walkRows = walks.flatMap((way, walk) =>
  questionKinds.map((kind) => ({ way, kind, seen: looks[walk] })),
);

/** Rows that `npm test` runs: filling in and making mistakes, on our page and in an iframe, in both colours and widths. */
const dailyWalks: readonly number[] = [1, 15];

for (const [row, { way, kind, seen }] of walkRows.entries()) {
  const around = circumstancesOf(row);
  const { place, language, colour, width } = around;
  const title = `no violation: ${way.name}, ${kind.name}, ${place}, ${language}, ${colour}, ${width} px`;
  test(title, deepUnless(dailyWalks.includes(row)), async ({ page, server, sandbox, host }) => {
    await dress(page, around);
    const looked: string[] = [];
    await way({
      rig: await RiggedProxy.before(page),
      kind,
      open: () => visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around }),
      look: async (state) => {
        looked.push(state);
        expect.soft(await violations(page, state), state).toEqual([]);
      },
    });
    expect(looked).toHaveLength(seen ?? 0);
  });
}

const dailyScreens: readonly string[] = ['closed', 'already sent', 'unreachable', 'received'];
const screenRows = [...screens, ...screens, ...screens];

for (const [row, screen] of screenRows.entries()) {
  const around = circumstancesOf(row);
  const { place, language, colour, width } = around;
  const title = `no violation: ${screen.name}, ${place}, ${language}, ${colour}, ${width} px`;
  const isDaily = row < screens.length && dailyScreens.includes(screen.name);
  test(title, deepUnless(isDaily), async ({ page, server, sandbox, host }) => {
    await dress(page, around);
    const rig = await RiggedProxy.before(page);
    const open = () => visit({ page, server, sandbox, host }, { form: 'one-of-each', ...around });
    await showScreen({ rig, open }, screen);
    expect(await violations(page)).toEqual([]);
  });
}

const trials: readonly string[] = hostPageNames.map((name) => `${name}.html`);
/** Example pages that look like real host pages; the others only try the form. */
const examples = readdirSync(new URL('../hosts/', import.meta.url)).filter(
  (name) => name.endsWith('.html') && !trials.includes(name),
);

for (const name of examples)
  test(
    `the example page ${name} has no violation, light and dark`,
    deepUnless(name === 'careers-site.html'),
    async ({ page, server }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await page.goto(`${server.otherOrigin}/hosts/${name}`);
      const place = name === 'partner-portal.html' ? page.frameLocator('iframe') : page;
      await expect(place.locator('apply-form').first()).toHaveAttribute('data-state', 'ready');
      for (const colorScheme of ['light', 'dark'] as const) {
        await page.emulateMedia({ colorScheme });
        expect(await violations(page), colorScheme).toEqual([]);
      }
    },
  );

test('axe reports a field without a label inside the form (control)', async ({
  page,
  server,
  sandbox,
  host,
}) => {
  const around = { page, server, sandbox, host };
  const applicant = await visit(around, { form: 'one-of-each', place: 'form page', language: 'en' });
  await applicant.reaches('ready');
  await applicant
    .question('2002')
    .locator('label')
    .evaluate((label) => label.remove());
  expect(await violations(page)).toContainEqual(expect.stringMatching(/^label\S* at .*apply-/));
});
