import { useLayoutEffect, useRef } from 'preact/hooks';
import { announce } from '../announcements/announcer.ts';
import { Icon } from '../icon/icon.tsx';
import { alertShape } from '../icon/icon-shapes.ts';
import type { LazyProps } from '../screen.ts';
import { KeptRemark } from './kept-remark.tsx';
import { useOnline } from './use-online.ts';

/**
 * In the foot: where what is typed is kept and, while there is no network, that one can go on. Losing and regaining the
 * network are both announced.
 */
export function OfflineNotice({ screen, messages }: LazyProps) {
  const connection = useOnline();
  const phase = screen.form.submission.value;
  useLayoutEffect(() => {
    if (connection !== 'online')
      announce(screen, messages.text(connection === 'offline' ? 'offline.now' : 'offline.over'));
  }, [connection]);
  // The failure notice says it already.
  const isSaid = phase.kind === 'failed' && phase.failure.code === 'offline';
  const kept = screen.form.kept.value;
  const line = kept?.line.value;
  const waiting = kept?.waiting.value;
  const told = kept?.told.value;
  useLayoutEffect(() => {
    if (told) announce(screen, told);
  }, [told]);
  const before = useRef(waiting);
  useLayoutEffect(() => {
    // The first text is not announced, because the failure notice takes focus with it.
    if (before.current && waiting) announce(screen, waiting);
    before.current = waiting;
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
