import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Screen } from '../screen.ts';
import { announce, clearAnnouncements } from './announcer.ts';
import { changeText } from './change-text.ts';

/** Milliseconds of sending before it is announced: a quicker result needs no announcement of its own. */
const PATIENCE = 1_000;

/** Announces what appears and disappears, and that sending takes long; nothing from before. */
export function useToldChanges(screen: Screen): void {
  useLayoutEffect(() => {
    const ends = [tellChanges, forgetEmptied, forgetSent, tellSending].map((tell) => tell(screen));
    return () => {
      for (const end of ends) end();
      clearAnnouncements(screen);
    };
  }, [screen]);
}

const tellChanges = (screen: Screen) =>
  effect(() => {
    const changes = screen.pending.value;
    const messages = screen.lazy.peek()?.messages;
    if (messages === undefined || changes.length === 0) return;
    screen.pending.value = [];
    announce(screen, ...changes.map((change) => changeText(screen.form, messages, change)));
  });

/** Once the form is emptied or sent, changes made while it was filled in are no longer announced. */
function forgetEmptied(screen: Screen) {
  let before = screen.form.change.peek();
  return effect(() => {
    const change = screen.form.change.value;
    if (change === null && before !== null) clearAnnouncements(screen);
    before = change;
  });
}

const forgetSent = (screen: Screen) =>
  effect(() => {
    if (screen.form.submission.value.kind === 'accepted') clearAnnouncements(screen);
  });

const tellSending = (screen: Screen) =>
  effect(() => {
    if (screen.form.submission.value.kind !== 'sending') return;
    const timer = setTimeout(() => {
      const messages = screen.lazy.peek()?.messages;
      if (messages !== undefined) announce(screen, messages.text('form.sending'));
    }, PATIENCE);
    return () => clearTimeout(timer);
  });
