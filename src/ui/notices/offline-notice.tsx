import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../announcements/announcer.ts';
import { Icon } from '../icon/icon.tsx';
import { alertShape } from '../icon/icon-shapes.ts';
import type { LazyProps } from '../screen.ts';
import { KeptRemark } from './kept-remark.tsx';
import { useOnline } from './use-online.ts';

/** In the foot: where what is typed is kept; while there is no network, that one can go on. Both ends of it are said. */
export function OfflineNotice({ screen, messages }: LazyProps) {
  const connection = useOnline();
  const phase = screen.form.submission.value;
  useLayoutEffect(() => {
    if (connection !== 'online')
      announce(screen, messages.text(connection === 'offline' ? 'offline.now' : 'offline.over'));
  }, [connection]);
  // What could not be sent says it itself.
  const isSaid = phase.kind === 'failed' && phase.failure.code === 'offline';
  const kept = screen.form.kept.value;
  const line = kept?.line.value;
  const waiting = kept?.waiting.value;
  const told = useRef(waiting);
  useLayoutEffect(() => {
    // The first words after a press take focus.
    if (told.current && waiting) announce(screen, waiting);
    told.current = waiting;
  }, [waiting]);
  return (
    <>
      {connection === 'offline' && !isSaid && (
        <p class="af-notice">
          <Icon shape={alertShape} />
          {messages.text('offline.now')}
        </p>
      )}
      {line && <KeptRemark remark={line} class="af-line" />}
    </>
  );
}
