/**
 * What the live region says, so that nothing is lost and everything is heard once: words that a screen reader has
 * just been told of stand for a moment before others replace them. What comes meanwhile waits, and is said together.
 */
import type { Region } from '../live-region.tsx';

/** Milliseconds that words stand at least: they are read some time after they have come. */
const STAND = 1_000;
/** Milliseconds of silence between words: the same sentence again is no change unless it was gone before. */
const PAUSE = 100;
/** Milliseconds until words are taken away: who reads through the page later must not meet old news. */
const REST = 9_000;

/** Places of the region. */
const PLACES = 4;
/** What may wait: more than a person brings about in `STAND`. Whoever is faster hears how it ended. */
const MOST = 12;

/** Words, or what becomes words only when they are spoken: by then there may be nothing left to say. */
export type Saying = string | (() => readonly string[]);

/** A screen, for one. */
interface Speaking {
  readonly region: Region;
}

interface Speech {
  readonly waiting: Saying[];
  timer?: ReturnType<typeof setTimeout>;
  /** The words have stood long enough. */
  hasStood: boolean;
}

const speeches = new WeakMap<Region, Speech>();

/** In a moment, or after what is being said; each sentence is a paragraph of its own as long as there is room. */
export function say({ region }: Speaking, ...sayings: readonly Saying[]): void {
  const speech = speeches.get(region) ?? begin(region);
  speech.waiting.push(...sayings);
  speech.waiting.splice(0, speech.waiting.length - MOST);
  if (speech.hasStood) giveWay(region, speech);
}

/** Not at once: what one act brings comes in one go, and is said together. */
function begin(region: Region): Speech {
  const speech: Speech = { waiting: [], hasStood: false };
  speeches.set(region, speech);
  queueMicrotask(() => {
    if (speeches.get(region) === speech) speak(region, speech);
  });
  return speech;
}

/** What was said and what waits is out of date. */
export function hush({ region }: Speaking): void {
  clearTimeout(speeches.get(region)?.timer);
  speeches.delete(region);
  if (region.peek().length > 0) region.value = [];
}

function speak(region: Region, speech: Speech): void {
  const words = speech.waiting
    .splice(0)
    .flatMap((saying) => (typeof saying === 'string' ? [saying] : saying()));
  const rest = words.splice(PLACES - 1).join(' ');
  region.value = rest ? [...words, rest] : words;
  if (region.value.length === 0) hush({ region });
  else speech.timer = setTimeout(stood, STAND, region, speech);
}

function stood(region: Region, speech: Speech): void {
  speech.hasStood = true;
  if (speech.waiting.length > 0) giveWay(region, speech);
  else speech.timer = setTimeout(hush, REST, { region });
}

function giveWay(region: Region, speech: Speech): void {
  clearTimeout(speech.timer);
  speech.hasStood = false;
  region.value = [];
  speech.timer = setTimeout(speak, PAUSE, region, speech);
}
