import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Form, VisibilityChange } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Screen } from '../screen.ts';
import { announce, clearAnnouncements } from './announcer.ts';

/** Announces what appears and disappears. */
export function useChangeAnnouncements(screen: Screen): void {
  useLayoutEffect(() => {
    const { change, submission } = screen.form;
    const ends = [
      announceChanges(screen),
      clearWhen(screen, () => change.value === null),
      clearWhen(screen, () => submission.value.kind === 'accepted'),
    ];
    return () => {
      for (const end of ends) end();
      clearAnnouncements(screen);
    };
  }, [screen]);
}

const announceChanges = (screen: Screen) =>
  effect(() => {
    const changes = screen.pending.value;
    const messages = screen.lazy.peek()?.messages;
    if (messages === undefined || changes.length === 0) return;
    screen.pending.value = [];
    announce(screen, ...changes.map((change) => changeText(screen.form, messages, change)));
  });

function changeText(form: Form, messages: Messages, change: VisibilityChange): string {
  const { shown, hidden, cause } = change;
  const title = form.fields.get(cause)?.shown.title ?? '';
  const added = shown.length > 0 ? messages.text('live.shown', { count: shown.length, title }) : '';
  const removed = hidden.length > 0 ? messages.text('live.hidden', { count: hidden.length, title }) : '';
  return added && removed ? messages.text('live.both', { shown: added, hidden: removed }) : added + removed;
}

/** Once the form is emptied or sent, changes made while it was filled in are no longer announced. */
function clearWhen(screen: Screen, isOver: () => boolean) {
  let before = true;
  return effect(() => {
    if (isOver() && !before) clearAnnouncements(screen);
    before = isOver();
  });
}
