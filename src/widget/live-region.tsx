import { useLayoutEffect } from 'preact/hooks';
import type { VisibilityChange } from '../form/contract.ts';
import type { FirstMessages } from '../locale/messages.ts';
import type { Screen } from './screen.ts';

/**
 * The one polite live region. It is there before its first words (a region that comes with its text is often
 * not read out), and every part of the form speaks through it.
 */
export function LiveRegion({ screen }: { readonly screen: Screen }) {
  const change = screen.form.change.value;
  useLayoutEffect(() => {
    if (change) screen.announcement.value = changeText(screen, screen.messages.peek(), change);
  }, [change, screen]);
  return (
    <p class="hidden" role="status">
      {screen.announcement.value}
    </p>
  );
}

function changeText(
  { form }: Screen,
  messages: FirstMessages,
  { shown, hidden, cause }: VisibilityChange,
): string {
  const title = form.fields.get(cause)?.question.title ?? '';
  const added = shown.length > 0 ? messages.text('live.shown', { count: shown.length, title }) : '';
  const removed = hidden.length > 0 ? messages.text('live.hidden', { count: hidden.length, title }) : '';
  return added && removed ? messages.text('live.both', { shown: added, hidden: removed }) : added + removed;
}
