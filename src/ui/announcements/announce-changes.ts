import { effect } from '@preact/signals';
import { useLayoutEffect } from 'preact/hooks';
import type { Form, VisibilityChange } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Screen } from '../screen.ts';
import { announce, clearAnnouncements } from './announcer.ts';

/** Announces what appears and disappears, until the form is emptied or sent. */
export function useChangeAnnouncements(screen: Screen): void {
  useLayoutEffect(() => {
    const { form, announced, lazy } = screen;
    const end = effect(() => {
      const change = form.change.value;
      const messages = lazy.peek()?.messages;
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
