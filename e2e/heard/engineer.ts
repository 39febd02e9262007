/** One journey with a screen reader: keys, and what was heard after them. */
import { print } from '../../src/server/app/print.ts';
import type { ScreenReader } from './screen-reader.ts';

/** A step's name, and what was said. */
export interface Heard {
  readonly step: string;
  readonly said: readonly string[];
}

const MOST_KEYS = 40;

/** So many keys from the beginning. */
export async function beginEngineer(reader: ScreenReader, keys: number): Promise<readonly Heard[]> {
  const { heard, press } = listen(reader);
  await open(reader);
  for (let pressed = 0; pressed < keys; pressed += 1) await press('Tab');
  return heard;
}

/** In which order Orca tells that a page was loaded is left to chance. */
const open = (reader: ScreenReader) => reader.said();

function listen(reader: ScreenReader) {
  const heard: Heard[] = [];
  const note = async (step: string) => {
    const said = (await reader.said()).filter((text) => !passing.test(text)).map(withoutWhatDiffers);
    heard.push({ step, said });
    if (process.env['APPLY_ALOUD']) print([`> ${step}`, ...said].join('\n'));
    return said.join('\n');
  };
  const press = async (key: string) => {
    await reader.press(key);
    return note(key);
  };
  return { heard, note, press };
}

export async function fillInEngineer(reader: ScreenReader, file: string): Promise<readonly Heard[]> {
  const { heard, note, press } = listen(reader);
  const type = async (text: string) => {
    await reader.type(text);
    return note(`types ${text}`);
  };
  /** Tab, until these words are said. */
  const reach = async (words: string | RegExp) => {
    for (let keys = 0; keys < MOST_KEYS; keys += 1) if ((await press('Tab')).match(words)) return;
    heard.push({ step: `"${words}" was not heard within ${MOST_KEYS} keys`, said: [] });
  };
  const date = async (day: string, month: string, year: string) => {
    await type(day);
    await press('Tab');
    await type(month);
    await press('Tab');
    await type(year);
  };

  await open(reader);
  await reach('Send application');
  await press('space');
  await reach('link');
  await press('Return');
  await type('Ada');
  await press('Tab');
  await type('Lovelace');
  await press('Tab');
  await type('ada');
  await press('Tab');
  await press('shift+Tab');
  await type('ada@example.com');
  await reach('What are you working on');
  await type('A timetable planner');
  await press('Tab');
  await type('8');
  await press('Tab');
  await type('Two juniors');
  await reach('TypeScript');
  await press('space');
  await reach('proud of');
  await type('A planner');
  await reach('Your CV');
  await reader.press('space');
  // What is said of the browser's own window for files differs from machine to machine.
  await reader.said();
  await reader.type(file);
  await reader.said();
  await reader.press('Return');
  await reader.until('cv.pdf: Added');
  await note('chooses cv.pdf');
  await reach('When did you last');
  await date('1', '1', '2020');
  await reach(/^(Day|Month)/m);
  await date('1', '1', '2021');
  // Firefox says the title of a day nowhere on the way through its parts.
  await reach(/^(Day|Month)/m);
  await date('1', '1', '2027');
  await reach('How would you like to work');
  await press('space');
  await reach('May you work');
  await press('space');
  await reach('Send application');
  await reader.press('space');
  await reader.until('Your reference');
  await note('space');
  await reach('Copy');
  return heard;
}

/** Said or not, as it comes: how far an upload is, and that typing has replaced what was selected. */
const passing = /: Uploading|^Text unselected/;

const withoutWhatDiffers = (text: string): string =>
  text
    .replace(/\b[0-9A-Z]{4}(?:-[0-9A-Z]{4})+\b/g, 'REFERENCE')
    .replace(/\b\d{1,2} \w+ 20\d\d at \d\d:\d\d/g, 'MOMENT');

export const transcript = (heard: readonly Heard[]): string =>
  heard.map(({ step, said }) => [`> ${step}`, ...said, ''].join('\n')).join('\n');
