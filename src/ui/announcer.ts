/*
 * Announces texts in the live region so that nothing is lost or heard twice: a text stays for a moment before another
 * replaces it, because screen readers read it with a delay. Texts that arrive meanwhile wait and are announced
 * together.
 */
import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Form, VisibilityChange } from '../form/contract.ts';
import type { Messages } from '../locale/messages.ts';
import type { Region, Screen } from './screen.tsx';

/** Milliseconds that a text stays at least: screen readers read it some time after it appears. */
const STAY = 1_000;
/** Milliseconds that the region stays empty before a sentence that is there is announced again. */
const PAUSE = 100;
/** Milliseconds until a text is removed, so that a reader going through the page later does not find it out of date. */
const REST = 9_000;

/** Paragraphs of the region. */
const PLACES = 4;
/** Maximum number of waiting texts: more than a person causes within `STAY`. Beyond it only the latest are heard. */
const MOST = 12;

/** A text, or a function that makes it when it is announced, since by then there may be nothing left to say. */
type Announcement = string | (() => readonly string[]);

type WithRegion = Pick<Screen, 'region'>;

interface Queue {
  readonly waiting: Announcement[];
  timer?: ReturnType<typeof setTimeout>;
  /** The text has stayed long enough, or there is none. */
  hasStayed: boolean;
}

const queues = new WeakMap<Region, Queue>();

/**
 * Announces in a moment, or after the current text; each sentence has a paragraph of its own while there is room. A
 * function that already waits is not added again.
 */
export function announce({ region }: WithRegion, ...announcements: readonly Announcement[]): void {
  const queue = queues.get(region) ?? { waiting: [], hasStayed: true };
  queues.set(region, queue);
  const isNew = (added: Announcement) => typeof added === 'string' || !queue.waiting.includes(added);
  queue.waiting.push(...announcements.filter(isNew));
  queue.waiting.splice(0, queue.waiting.length - MOST);
  if (queue.hasStayed) giveWay(region, queue);
}

/** Deferred, so that everything one action causes is announced together, in the frame of what it announces. */
function giveWay(region: Region, queue: Queue): void {
  clearTimeout(queue.timer);
  queue.hasStayed = false;
  queueMicrotask(() => {
    if (queues.get(region) === queue) speak(region, queue);
  });
}

/** Removes the current and the waiting texts, because they are out of date. */
export function clearAnnouncements({ region }: WithRegion): void {
  clearTimeout(queues.get(region)?.timer);
  queues.delete(region);
  if (region.peek().length > 0) region.value = [];
}

function speak(region: Region, queue: Queue): void {
  const texts = queue.waiting.splice(0).flatMap((next) => (typeof next === 'string' ? [next] : next()));
  const current = region.peek();
  if (texts.some((text) => current.includes(text))) {
    region.value = [];
    queue.waiting.unshift(...texts);
    queue.timer = setTimeout(speak, PAUSE, region, queue);
    return;
  }
  const rest = texts.splice(PLACES - 1).join(' ');
  region.value = rest ? [...texts, rest] : texts;
  if (region.value.length === 0) clearAnnouncements({ region });
  else queue.timer = setTimeout(stayed, STAY, region, queue);
}

function stayed(region: Region, queue: Queue): void {
  queue.hasStayed = true;
  if (queue.waiting.length > 0) giveWay(region, queue);
  else queue.timer = setTimeout(clearAnnouncements, REST, { region });
}

/** Announces what appears and disappears, until the form is emptied or sent. */
export function useChangeAnnouncements(screen: Screen): void {
  useLayoutEffect(() => {
    const { form, announced, filling } = screen;
    const end = effect(() => {
      const change = form.change.value;
      const messages = filling.peek()?.messages;
      if (change && messages && change !== announced.current)
        announce(screen, changeText(form, messages, change));
      if (!change && announced.current) clearAnnouncements(screen);
      announced.current = change;
    });
    return () => {
      end();
      clearAnnouncements(screen);
    };
  }, [screen]);
}

function changeText(form: Form, messages: Messages, change: VisibilityChange): string {
  const { shown, hidden, cause } = change;
  const title = form.fields.get(cause)?.shown.title ?? '';
  const added = shown.length > 0 ? messages.text('live.shown', { count: shown.length, title }) : '';
  const removed = hidden.length > 0 ? messages.text('live.hidden', { count: hidden.length, title }) : '';
  return added && removed ? messages.text('live.both', { shown: added, hidden: removed }) : added + removed;
}
