import { signal } from '@preact/signals';
import { useMemo } from 'preact/hooks';
import type { Submission } from '../../core/model/submission.ts';
import { formatMoment } from '../../locale/formats-lazy.ts';
import type { Messages } from '../../locale/messages.ts';
import { announce } from '../announcements/announcer.ts';
import type { Region } from '../announcements/live-region.tsx';
import { Icon } from '../icon/icon.tsx';
import { copyShape, tickShape } from '../icon/icon-shapes.ts';

interface ReceiptCardProps {
  readonly messages: Messages;
  readonly submission: Submission;
  readonly region: Region;
}

/** The reference, to be copied, and when it was given. */
export function ReceiptCard({ messages, submission, region }: ReceiptCardProps) {
  const { reference, acceptedAt } = submission;
  const copied = useMemo(() => signal(false), []);
  const date = formatMoment(messages, acceptedAt);
  async function copy(): Promise<void> {
    // Browsers may refuse this in frames and on plain HTTP; then the reference can be selected and copied by hand.
    const written = navigator.clipboard?.writeText(reference).then(
      () => true,
      () => false,
    );
    copied.value = (await written) ?? false;
    if (copied.value) announce({ region }, messages.text('receipt.copied'));
  }
  return (
    <div class="af-reference">
      <span class="af-words" id={reference}>
        <small>{messages.text('receipt.reference')}</small>
        <code>{reference}</code>
        {date !== null && <small>{messages.text('receipt.sentOn', { date })}</small>}
      </span>
      <button type="button" class="af-link" onClick={copy}>
        <Icon shape={copied.value ? tickShape : copyShape} />
        {messages.text(copied.value ? 'receipt.copied' : 'receipt.copy')}
      </button>
    </div>
  );
}
