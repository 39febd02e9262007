import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Form } from '../../form/contract.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Submission } from '../../model/submission.ts';
import { Heading } from '../heading.tsx';
import { Icon } from '../icon.tsx';
import { copyShape, tickShape } from '../icon-shapes.ts';
import { SentAnswers } from './sent-answers.tsx';

interface ReceiptProps {
  readonly form: Form;
  readonly submission: Submission;
  readonly messages: Messages;
  readonly headingLevel: number;
  readonly takesFocus: boolean;
}

/** The page after sending: a tick, the reference, what happens next, and the honest state of delivery. */
export function Receipt({ form, submission, messages, headingLevel, takesFocus }: ReceiptProps) {
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (!takesFocus) return;
    box.current?.scrollIntoView?.({ block: 'nearest' });
    box.current?.focus({ preventScroll: true });
  }, []);
  return (
    <div class="screen receipt" part="receipt" tabIndex={-1} ref={box}>
      <span class="tick">
        <Icon shape={tickShape} />
      </span>
      <Heading level={headingLevel}>{messages.text('receipt.title')}</Heading>
      <p>{messages.text('receipt.thanks')}</p>
      <Reference messages={messages} reference={submission.reference} />
      <Delivery messages={messages} submission={submission} />
      <Heading level={headingLevel + 1} next>
        {messages.text('receipt.next')}
      </Heading>
      <p>{messages.text('receipt.nextText')}</p>
      <SentAnswers form={form} messages={messages} />
    </div>
  );
}

interface ReferenceProps {
  readonly messages: Messages;
  readonly reference: string;
}

function Reference({ messages, reference }: ReferenceProps) {
  const copied = useMemo(() => signal(false), []);
  async function copy(): Promise<void> {
    // Refused in frames and on plain HTTP: then the text, which selects as a whole, is there to be copied.
    const written = navigator.clipboard?.writeText(reference).then(
      () => true,
      () => false,
    );
    copied.value = (await written) ?? false;
  }
  return (
    <div class="reference">
      <span class="words">
        <small>{messages.text('receipt.reference')}</small>
        <code>{reference}</code>
      </span>
      <button type="button" class="link" onClick={copy}>
        <Icon shape={copied.value ? tickShape : copyShape} />
        <span aria-live="polite">{messages.text(copied.value ? 'receipt.copied' : 'receipt.copy')}</span>
      </button>
    </div>
  );
}

function Delivery({ messages, submission }: Pick<ReceiptProps, 'messages' | 'submission'>) {
  const counts = countQuestions(submission);
  return (
    <div class="delivery" part="status" data-state={submission.state}>
      <p role="status">{deliveryText(messages, submission.state, counts)}</p>
      {submission.state !== 'complete' && counts.total > 0 && (
        <progress max={counts.total} value={counts.delivered} aria-label={messages.text('receipt.title')} />
      )}
    </div>
  );
}

interface Counts {
  readonly delivered: number;
  readonly total: number;
}

/** To an applicant several files are one answer: delivered when all of them are. */
function countQuestions({ answers }: Submission): Counts {
  const all = new Set(answers.map(({ question }) => question));
  const open = new Set(answers.filter(({ state }) => state !== 'delivered').map(({ question }) => question));
  return { delivered: all.size - open.size, total: all.size };
}

function deliveryText(messages: Messages, state: Submission['state'], { delivered, total }: Counts): string {
  if (state === 'complete')
    return total > 0
      ? messages.text('receipt.complete', { count: total })
      : messages.text('receipt.completeNone');
  if (state === 'received') return messages.text('receipt.received');
  return messages.text(`receipt.${state}`, { delivered, total });
}
