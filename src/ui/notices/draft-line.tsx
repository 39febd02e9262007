import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../announcements/announcer.ts';
import type { Screen } from '../screen.ts';
import { StatusLine } from './status-line.tsx';

/**
 * At the end of the questions: where what is typed is saved, that one can go on without a network, and that what failed
 * is sent again.
 */
export function DraftLine({ screen }: { readonly screen: Screen }) {
  const { form } = screen;
  const status = form.draft.value;
  const line = status?.line.value ?? null;
  const announcement = status?.announcement.value ?? null;
  const phase = form.submission.value;
  const takesFocus = line?.isWaiting === true && !(phase.kind === 'failed' && phase.byItself);
  const wasWaiting = useRef(false);
  useLayoutEffect(() => {
    // What takes focus is read out by itself.
    if (announcement !== null && (wasWaiting.current || !takesFocus)) announce(screen, announcement);
    wasWaiting.current = line?.isWaiting === true;
  }, [announcement]);
  return (
    line && (
      <StatusLine line={line} class={line.isWaiting ? 'af-waiting' : 'af-line'} takesFocus={takesFocus} />
    )
  );
}
