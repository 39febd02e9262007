import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Gone } from '../../form/contract.ts';
import type { FirstMessages } from '../../locale/messages.ts';

interface ReloadOfferProps {
  readonly gone: Gone;
  readonly messages: FirstMessages;
}

/** Visible wherever the applicant is, without moving what they are reading. */
export function ReloadOffer({ gone: { presses, isKept, loadAgain }, messages }: ReloadOfferProps) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    if (presses > 0) button.current?.focus();
  }, [presses]);
  return (
    <div class="af-gone" role="alert" part="status">
      <p>{messages.text(isKept ? 'gone.kept' : 'gone.lost')}</p>
      <button type="button" class="af-button" part="button" ref={button} onClick={loadAgain}>
        {messages.text('gone.reload')}
      </button>
    </div>
  );
}
