import { useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Messages } from '../locale/messages.ts';
import type { Submission } from '../model/submission.ts';
import { Heading } from './heading.tsx';
import { Icon } from './icon.tsx';
import type { Screen } from './screen.ts';
import { SentAnswers } from './sent-answers.tsx';

interface ReceiptProps {
  readonly screen: Screen;
  readonly submission: Submission;
}

/** The page after sending: a tick, the reference, what happens next, and the honest state of delivery. */
export function Receipt({ screen, submission }: ReceiptProps) {
  const messages = screen.messages.value;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    box.current?.scrollIntoView?.({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="screen receipt" part="receipt" tabIndex={-1} ref={box}>
      <span class="tick">
        <Icon name="tick" />
      </span>
      <Heading level={screen.headingLevel}>{messages.text('receipt.title')}</Heading>
      <p>{messages.text('receipt.thanks')}</p>
      <Reference screen={screen} reference={submission.reference} />
      <Delivery screen={screen} submission={submission} />
      <Heading level={screen.headingLevel + 1} next>
        {messages.text('receipt.next')}
      </Heading>
      <p>{messages.text('receipt.nextText')}</p>
      <SentAnswers screen={screen} />
    </div>
  );
}

interface ReferenceProps {
  readonly screen: Screen;
  readonly reference: string;
}

function Reference({ screen, reference }: ReferenceProps) {
  const messages = screen.messages.value;
  const [copied, setCopied] = useState(false);
  async function copy(): Promise<void> {
    // Refused in frames and on plain HTTP: then the text, which selects as a whole, is there to be copied.
    await navigator.clipboard?.writeText(reference).then(
      () => setCopied(true),
      () => setCopied(false),
    );
  }
  return (
    <div class="reference">
      <span class="words">
        <small>{messages.text('receipt.reference')}</small>
        <code>{reference}</code>
      </span>
      <button type="button" class="link" onClick={copy}>
        <Icon name={copied ? 'tick' : 'copy'} />
        <span aria-live="polite">{messages.text(copied ? 'receipt.copied' : 'receipt.copy')}</span>
      </button>
    </div>
  );
}

function Delivery({ screen, submission }: ReceiptProps) {
  const messages = screen.messages.value;
  const delivered = submission.answers.filter((answer) => answer.state === 'delivered').length;
  const total = submission.answers.length;
  return (
    <div class="delivery" part="status" data-state={submission.state}>
      <p role="status">{deliveryText(messages, submission, delivered)}</p>
      {submission.state !== 'complete' && total > 0 && (
        <progress max={total} value={delivered} aria-label={messages.text('receipt.title')} />
      )}
    </div>
  );
}

function deliveryText(messages: Messages, { state, answers }: Submission, delivered: number): string {
  const total = answers.length;
  if (state === 'complete')
    return total > 0
      ? messages.text('receipt.complete', { count: total })
      : messages.text('receipt.completeNone');
  if (state === 'received') return messages.text('receipt.received');
  return messages.text(`receipt.${state}`, { delivered, total });
}
