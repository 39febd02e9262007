import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Screen } from '../screen.ts';
import { announce, clearAnnouncements } from './announcer.ts';
import { changeText } from './change-text.ts';

/** Milliseconds that sending may take before it is said: what comes of it is news enough. */
const PATIENCE = 1_000;

/** Says what appears and goes, and that sending takes its time; nothing of what was before. */
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
    const changes = screen.untold.value;
    const messages = screen.later.peek()?.messages;
    if (messages === undefined || changes.length === 0) return;
    screen.untold.value = [];
    announce(screen, ...changes.map((change) => changeText(screen.form, messages, change)));
  });

/** Once the form is emptied, or sent, nobody needs to hear how it was filled in. */
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
      const messages = screen.later.peek()?.messages;
      if (messages !== undefined) announce(screen, messages.text('form.sending'));
    }, PATIENCE);
    return () => clearTimeout(timer);
  });
