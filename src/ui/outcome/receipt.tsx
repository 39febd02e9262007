import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Form } from '../../form/contract.ts';
import { clearAnnouncements } from '../announcements/announcer.ts';
import { showBox } from '../focus/focus-field.ts';
import { Heading } from '../form/heading.tsx';
import { WayOn } from '../form/plain-screen.tsx';
import { Icon } from '../icon/icon.tsx';
import { alertShape, tickShape } from '../icon/icon-shapes.ts';
import type { Accepted } from '../question/correction.ts';
import { named } from '../question/title-of.ts';
import type { InsteadScreenProps } from '../screen.ts';
import { Delivery } from './delivery.tsx';
import { PrintButton } from './print-button.tsx';
import { ReceiptCard } from './receipt-card.tsx';
import { SentAnswers } from './sent-answers.tsx';

interface ReceiptProps extends InsteadScreenProps {
  /** Of the job, where the page around does not say it. */
  readonly title: string | null;
  readonly form: Form;
  readonly accepted: Accepted;
}

/**
 * The page after sending: a tick, the reference, what happens next, the honest state of delivery, a copy to keep. If it
 * is unknown whether there is an application, it neither celebrates nor promises anything.
 */
export function Receipt(props: ReceiptProps) {
  const { title, form, accepted, messages, region, headingLevel, takesFocus, fallback } = props;
  const box = useRef<HTMLDivElement>(null);
  const { submission, sent } = accepted;
  useLayoutEffect(() => {
    if (takesFocus && box.current) showBox(box.current);
    return () => clearAnnouncements({ region });
  }, []);
  const { nextText, nextUrl } = form.wording.value.notes ?? {};
  const next = accepted.next || nextUrl;
  const state = submission.application?.state;
  const isUnclear = state === 'parked' || state === 'refused';
  const heading =
    state === 'refused'
      ? (accepted.refusal?.title() ?? messages.text('title.cannotSend'))
      : isUnclear
        ? messages.text('receipt.unclear')
        : messages.text('receipt.title');
  return (
    <div
      class="af-screen af-receipt"
      part="receipt"
      {...named(heading)}
      aria-describedby={submission.reference}
      ref={box}
    >
      <span class={isUnclear ? 'af-badge' : 'af-tick'}>
        <Icon shape={isUnclear ? alertShape : tickShape} />
      </span>
      <Heading level={headingLevel}>{heading}</Heading>
      {title !== null && <p dir="auto">{title}</p>}
      {!isUnclear && <p>{messages.text('receipt.thanks')}</p>}
      <ReceiptCard messages={messages} submission={submission} region={region} />
      {state === 'refused' ? (
        <p>{accepted.refusal?.text()}</p>
      ) : (
        <Delivery messages={messages} submission={submission} region={region} />
      )}
      {isUnclear && <WayOn fallback={fallback} messages={messages} />}
      {!isUnclear && (
        <>
          <Heading level={headingLevel + 1} next>
            {messages.text('receipt.next')}
          </Heading>
          <p>{nextText ?? messages.text('receipt.nextText')}</p>
          {next && (
            <p class="af-way">
              <a href={next} target="_top" rel="noopener">
                {messages.text('receipt.on')}
              </a>
            </p>
          )}
        </>
      )}
      <SentAnswers form={form} sent={sent} messages={messages} />
      <PrintButton messages={messages} />
    </div>
  );
}
