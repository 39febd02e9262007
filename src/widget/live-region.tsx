import { useLayoutEffect } from 'preact/hooks';
import type { Screen } from './screen.ts';

/**
 * The one polite live region. It is there before its first words (a region that comes with its text is often
 * not read out), and every part of the form speaks through it.
 */
export function LiveRegion({ screen }: { readonly screen: Screen }) {
  const change = screen.form.change.value;
  const later = screen.later.value;
  useLayoutEffect(() => {
    if (change && later) screen.announcement.value = later.changeText(screen.form, later.messages, change);
  }, [change, later === null, screen]);
  return (
    <p class="hidden" role="status">
      {screen.announcement.value}
    </p>
  );
}
