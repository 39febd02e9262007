/** All that a form can look and sound like: its ways through its states by the kinds of question, and all around it. */
import type { Page } from 'playwright/test';
import { type PlaceName, placeNames } from './form-places.ts';
import { screens, walks } from './form-states.ts';
import { pairwise, type Row } from './pairwise.ts';
import { questionKinds } from './question-kinds.ts';

const languages = ['de', 'ar'] as const;
const colours = ['light', 'dark', 'forced colours'] as const;
const widths = [360, 1280] as const;

export interface Circumstances extends Dress {
  readonly place: PlaceName;
  readonly language: (typeof languages)[number];
  readonly theme: 'auto' | 'light' | 'dark';
}

export interface Dress {
  readonly colour: (typeof colours)[number];
  readonly width: (typeof widths)[number];
}

const around = [placeNames.length, languages.length, colours.length, widths.length];
const walkSizes = [walks.length, questionKinds.length, ...around];
const screenSizes = [screens.length, ...around];

export const walkRows = pairwise(walkSizes);
export const screenRows = pairwise(screenSizes);

export function circumstancesOf([place = 0, language = 0, colour = 0, width = 0]: Row): Circumstances {
  const name = placeNames[place] ?? 'demo';
  const wanted = { colour: colours[colour] ?? 'light', width: widths[width] ?? 360 };
  return { ...wanted, place: name, language: languages[language] ?? 'de', theme: themeFor(name, wanted) };
}

/** All of the page at once: what the foot covers while one scrolls would be taken for a target that is too small. */
const TALL = 8_000;

export async function dress(page: Page, { colour, width }: Dress): Promise<void> {
  await page.setViewportSize({ width, height: TALL });
  await page.emulateMedia({
    colorScheme: colour === 'dark' ? 'dark' : 'light',
    forcedColors: colour === 'forced colours' ? 'active' : 'none',
    // What fades in has too little contrast until it is there.
    reducedMotion: 'reduce',
  });
  // The foot takes the new ground of the page with the next frame.
  await page.evaluate(async () => {
    for (const _frame of ['this', 'next']) await new Promise(requestAnimationFrame);
  });
}

/** A frame is transparent, and axe cannot see the host's ground behind it: there the host says the theme. */
export const themeFor = (place: PlaceName, { colour }: Dress): Circumstances['theme'] =>
  place === 'iframe' && colour !== 'forced colours' ? colour : 'auto';
