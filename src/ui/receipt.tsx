import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Submission } from '../core/model/submission.ts';
import type { Field, Form, LostAnswer } from '../form/contract.ts';
import type { Accepted } from '../form/correction.ts';
import { formatMoment } from '../locale/formats.ts';
import type { Messages } from '../locale/messages.ts';
import { announce, clearAnnouncements } from './announcer.ts';
import { answerText } from './answer-text.ts';
import { WayOn } from './application-form.tsx';
import { alertShape, copyShape, fileShape, Heading, Icon, type Region, tickShape } from './elements.tsx';
import { showBox } from './focus.ts';
import type { InsteadScreenProps } from './screen.ts';
import { named, titleOf } from './texts.tsx';

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

interface ReceiptCardProps {
  readonly messages: Messages;
  readonly submission: Submission;
  readonly region: Region;
}

/** The reference, to be copied, and when it was given. */
function ReceiptCard({ messages, submission, region }: ReceiptCardProps) {
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

interface DeliveryProps {
  readonly messages: Messages;
  readonly submission: Submission;
  readonly region: Region;
}

/** Milliseconds after which a delivery takes longer than most. */
const LONG = 20_000;

/** How far delivery has come. Only its end, and that it takes long, are announced. */
function Delivery({ messages, submission, region }: DeliveryProps) {
  const { state } = submission;
  const counts = countQuestions(submission);
  const text = deliveryText(messages, submission);
  const isUnderWay = state === 'received' || state === 'delivering';
  const slow = messages.text('receipt.slow');
  // A form may have one sentence for both.
  const isLate = useLateness(isUnderWay && slow !== text);
  const left = isUnderWay ? timeLeft(messages, submission) : null;
  const last = useRef({ isUnderWay, isLate });

  useLayoutEffect(() => {
    const before = last.current;
    last.current = { isUnderWay, isLate };
    if (before.isUnderWay && !isUnderWay) announce({ region }, text);
    else if (!before.isLate && isLate) announce({ region }, slow, ...(left ? [left] : []));
  }, [isUnderWay, isLate]);

  return (
    <div class="af-delivery" part="status" data-state={state}>
      <p>{text}</p>
      {isLate && <small>{slow}</small>}
      {state !== 'complete' && counts.total > 0 && (
        <details>
          <summary>{messages.text('receipt.how')}</summary>
          <progress max={counts.total} value={counts.delivered} aria-hidden="true" />
          <small>{messages.text('receipt.delivering', counts)}</small>
          {left && <small class="af-left">{left}</small>}
        </details>
      )}
    </div>
  );
}

/** Seconds below which a waiting time is not mentioned. */
const SOON = 5;
const MINUTE = 60;
const HOUR = 60 * MINUTE;

/** Rounded up, so that the wait is never longer than announced. */
function timeLeft(messages: Messages, { secondsLeft: seconds }: Submission): string | null {
  if (seconds === null || seconds < SOON) return null;
  if (seconds <= MINUTE) return messages.text('left.seconds');
  return seconds <= 2 * HOUR
    ? messages.text('left.minutes', { count: Math.ceil(seconds / MINUTE) })
    : messages.text('left.hours', { count: Math.ceil(seconds / HOUR) });
}

function useLateness(isUnderWay: boolean): boolean {
  const isLate = useMemo(() => signal(false), []);
  useLayoutEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => {
      isLate.value = true;
    }, LONG);
    return () => clearTimeout(timer);
  }, [isUnderWay]);
  return isUnderWay && isLate.value;
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

function deliveryText(messages: Messages, { state, application }: Submission): string {
  // Until there is an application no answer can go to it.
  const isMade = application === null || application.state === 'delivered';
  if (state === 'complete') return messages.text('receipt.complete');
  if (state === 'refused' || (!isMade && state === 'attention'))
    return messages.text('receipt.attentionNone');
  return messages.text(state === 'attention' ? 'receipt.attention' : 'receipt.passing');
}

/** Nothing can be unfolded on paper: folded parts open while the page is printed, however printing was started. */
export function PrintButton({ messages }: { readonly messages: Messages }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const life = new AbortController();
    const folded = [...(button.current?.parentElement?.querySelectorAll('details') ?? [])];
    let opened: readonly HTMLDetailsElement[] = [];
    const unfold = () => {
      opened = folded.filter((part) => !part.open);
      for (const part of opened) part.open = true;
    };
    const fold = () => {
      for (const part of opened) part.open = false;
    };
    addEventListener('beforeprint', unfold, { signal: life.signal });
    addEventListener('afterprint', fold, { signal: life.signal });
    return () => life.abort();
  }, []);
  return (
    <button type="button" class="af-link" ref={button} onClick={() => print()}>
      <Icon shape={fileShape} />
      {messages.text('receipt.print')}
    </button>
  );
}

interface SentAnswersProps extends Pick<Accepted, 'sent'> {
  readonly form: Form;
  readonly messages: Messages;
}

/** What was sent, folded: each question with its answer, as the applicant saw them. */
export function SentAnswers({ form, sent, messages }: SentAnswersProps) {
  if (sent.size === 0) return null;
  const rows = [...sent].flatMap(([id, answer]) => {
    const field = form.fields.get(id);
    return field ? [{ field, answer }] : [];
  });
  return (
    <details>
      <summary>
        {summaryText(
          messages,
          rows.map(({ field }) => field),
        )}
      </summary>
      <dl>
        {rows.map(({ field: { shown: question }, answer }) => (
          <div key={question.id}>
            <dt dir="auto">{titleOf(messages, question)}</dt>
            <dd dir="auto">{answerText(messages, question, answer)}</dd>
          </div>
        ))}
      </dl>
    </details>
  );
}

/** Details are not answers to the employer's questions: where they were sent, too, no number is given. */
const summaryText = (messages: Messages, fields: readonly Field[]): string =>
  fields.some(({ question }) => question.detail)
    ? messages.text('receipt.sentAll')
    : messages.text('receipt.sent', { count: fields.length });

interface LostAnswersProps {
  readonly messages: Messages;
  readonly lost: readonly LostAnswer[];
}

/** Answers that have no place in the changed form; only here can they still be read and copied. */
export function LostAnswers({ lost, messages }: LostAnswersProps) {
  if (lost.length === 0) return null;
  return (
    <>
      <p>{messages.text('form.lost', { count: lost.length })}</p>
      <dl>
        {lost.map(({ question, answer }) => (
          <div>
            <dt dir="auto">{question.title}</dt>
            <dd dir="auto">{answerText(messages, question, answer)}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
