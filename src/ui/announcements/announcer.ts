/**
 * What the live region says, so that nothing is lost and everything is heard once: words that a screen reader has
 * just been told of stand for a moment before others replace them. What comes meanwhile waits, and is said together.
 */
import type { Region } from './live-region.tsx';

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

interface Queue {
  readonly waiting: Saying[];
  timer?: ReturnType<typeof setTimeout>;
  /** The words have stood long enough. */
  hasStood: boolean;
}

const queues = new WeakMap<Region, Queue>();

/** In a moment, or after what is being said; each sentence is a paragraph of its own as long as there is room. */
export function announce({ region }: Speaking, ...sayings: readonly Saying[]): void {
  const queue = queues.get(region) ?? begin(region);
  queue.waiting.push(...sayings);
  queue.waiting.splice(0, queue.waiting.length - MOST);
  if (queue.hasStood) giveWay(region, queue);
}

/** Not at once: what one act brings comes in one go, and is said together. */
function begin(region: Region): Queue {
  const queue: Queue = { waiting: [], hasStood: false };
  queues.set(region, queue);
  queueMicrotask(() => {
    if (queues.get(region) === queue) speak(region, queue);
  });
  return queue;
}

/** What was said and what waits is out of date. */
export function clearAnnouncements({ region }: Speaking): void {
  clearTimeout(queues.get(region)?.timer);
  queues.delete(region);
  if (region.peek().length > 0) region.value = [];
}

function speak(region: Region, queue: Queue): void {
  const words = queue.waiting
    .splice(0)
    .flatMap((saying) => (typeof saying === 'string' ? [saying] : saying()));
  const rest = words.splice(PLACES - 1).join(' ');
  region.value = rest ? [...words, rest] : words;
  if (region.value.length === 0) clearAnnouncements({ region });
  else queue.timer = setTimeout(stood, STAND, region, queue);
}

function stood(region: Region, queue: Queue): void {
  queue.hasStood = true;
  if (queue.waiting.length > 0) giveWay(region, queue);
  else queue.timer = setTimeout(clearAnnouncements, REST, { region });
}

function giveWay(region: Region, queue: Queue): void {
  clearTimeout(queue.timer);
  queue.hasStood = false;
  region.value = [];
  queue.timer = setTimeout(speak, PAUSE, region, queue);
}
