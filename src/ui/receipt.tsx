import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Answer, Question } from '../core/model/question.ts';
import type { Submission } from '../core/model/submission.ts';
import type { Form, FormChange } from '../form/contract.ts';
import type { Accepted } from '../form/fill.ts';
import { formatMoment } from '../locale/formats.ts';
import type { Messages } from '../locale/messages.ts';
import { announce, clearAnnouncements } from './announcer.ts';
import { answerText, named } from './errors.tsx';
import { showBox } from './focus.ts';
import { Heading, Icon, type InsteadProps, type Region, titleOf, WayOn } from './screen.tsx';

interface ReceiptProps extends InsteadProps, DeliveryProps {
  /** Title of the job, if the page around does not show it. */
  readonly title: string | null;
  readonly form: Form;
  readonly accepted: Accepted;
}

/**
 * The page after sending: a tick, the reference, what happens next, the honest state of delivery, a copy to keep. If it
 * is unknown whether there is an application, it neither celebrates nor promises anything.
 */
export function Receipt(props: ReceiptProps) {
  const { title, form, accepted, messages, submission, region, headingLevel } = props;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    if (props.takesFocus && box.current) showBox(box.current);
    return () => clearAnnouncements({ region });
  }, []);
  const state = submission.application?.state;
  const isUnclear = state === 'parked' || state === 'refused';
  const refusedTitle =
    state === 'refused' && (accepted.refusal?.title() ?? messages.text('title.cannotSend'));
  const heading = refusedTitle || messages.text(isUnclear ? 'receipt.unclear' : 'receipt.title');
  return (
    <div
      class="af-screen"
      part="receipt"
      {...named(heading)}
      aria-describedby={submission.reference}
      ref={box}
    >
      <span class={isUnclear ? 'af-badge' : 'af-tick'}>
        <Icon name={isUnclear ? 'alert' : 'tick'} />
      </span>
      <Heading level={headingLevel}>{heading}</Heading>
      {title !== null && <p dir="auto">{title}</p>}
      {!isUnclear && <p>{messages.text('receipt.thanks')}</p>}
      <ReceiptCard {...props} />
      {state === 'refused' ? <p>{accepted.refusal?.text()}</p> : <Delivery {...props} />}
      {isUnclear ? <WayOn fallback={props.fallback} messages={messages} /> : drawNext(props)}
      <SentAnswers form={form} sent={accepted.sent} messages={messages} />
      <PrintButton messages={messages} />
    </div>
  );
}

function drawNext({ form, accepted, messages, headingLevel }: ReceiptProps) {
  const { nextText, nextUrl } = form.wording.value.notes ?? {};
  const next = accepted.next || nextUrl;
  return (
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
  );
}

type DeliveryProps = {
  readonly messages: Messages;
  readonly submission: Submission;
  readonly region: Region;
};

/** The reference, to be copied, and when it was given. */
function ReceiptCard({ messages, submission: { reference, acceptedAt }, region }: DeliveryProps) {
  const copied = useMemo(() => signal(false), []);
  const date = formatMoment(messages, acceptedAt);
  async function copy(): Promise<void> {
    try {
      await navigator.clipboard.writeText(reference);
      copied.value = true;
      announce({ region }, messages.text('receipt.copied'));
    } catch {
      // Browsers may refuse this in frames and on plain HTTP; then the reference can be selected and copied by hand.
      copied.value = false;
    }
  }
  return (
    <div class="af-reference">
      <span class="af-words" id={reference}>
        <small>{messages.text('receipt.reference')}</small>
        <code>{reference}</code>
        {date !== null && <small>{messages.text('receipt.sentOn', { date })}</small>}
      </span>
      <button type="button" class="af-link" onClick={copy}>
        <Icon name={copied.value ? 'tick' : 'copy'} />
        {messages.text(copied.value ? 'receipt.copied' : 'receipt.copy')}
      </button>
    </div>
  );
}

/** Milliseconds after which a delivery takes longer than most. */
const LONG = 20_000;

/** State of delivery. Announces its end, and a long delay. */
function Delivery({ messages, submission, region }: DeliveryProps) {
  const { state } = submission;
  const counts = countQuestions(submission);
  const text = deliveryText(messages, submission);
  const isUnderWay = state === 'received' || state === 'delivering';
  const slow = messages.text('receipt.slow');
  // A form may have one sentence for both.
  const isLate = usePassed(isUnderWay && slow !== text, LONG) > 0;
  const last = useRef({ isUnderWay, isLate });

  useLayoutEffect(() => {
    const before = last.current;
    last.current = { isUnderWay, isLate };
    if (before.isUnderWay && !isUnderWay) announce({ region }, text);
    else if (!before.isLate && isLate) announce({ region }, slow);
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
        </details>
      )}
    </div>
  );
}

/** The last of the given times, in milliseconds, that has passed since something began; 0 before the first. */
export function usePassed(isUnderWay: boolean, ...times: readonly number[]): number {
  const passed = useMemo(() => signal(0), []);
  useLayoutEffect(() => {
    if (!isUnderWay) return;
    const timers = times.map((time) =>
      setTimeout(() => {
        passed.value = time;
      }, time),
    );
    return () => {
      timers.forEach(clearTimeout);
      passed.value = 0;
    };
  }, [isUnderWay]);
  return isUnderWay ? passed.value : 0;
}

/** To an applicant several files are one answer: delivered when all of them are. */
function countQuestions({ answers }: Submission) {
  const all = new Set(answers.map(({ question }) => question));
  const open = new Set(answers.filter(({ state }) => state !== 'delivered').map(({ question }) => question));
  return { delivered: all.size - open.size, total: all.size };
}

function deliveryText(messages: Messages, { state, application }: Submission): string {
  // Without an application no answer can be sent.
  const isMade = application === null || application.state === 'delivered';
  if (state === 'complete') return messages.text('receipt.complete');
  if (state === 'refused' || (!isMade && state === 'attention'))
    return messages.text('receipt.attentionNone');
  return messages.text(state === 'attention' ? 'receipt.attention' : 'receipt.passing');
}

type SentAnswersProps = Pick<ReceiptProps, 'form' | 'messages'> & Pick<Accepted, 'sent'>;

/** The sent answers, folded: each question with its answer, as the applicant saw it. */
export function SentAnswers({ form, sent, messages }: SentAnswersProps) {
  if (sent.size === 0) return null;
  const answers = [...sent].flatMap(([id, answer]) => {
    const field = form.fields.get(id);
    return field ? [{ question: field.shown, answer }] : [];
  });
  // Details are not answers to the employer's questions: where they were sent, too, no number is given.
  const hasDetails = answers.some(({ question }) => question.detail);
  return (
    <details>
      <summary>
        {hasDetails
          ? messages.text('receipt.sentAll')
          : messages.text('receipt.sent', { count: answers.length })}
      </summary>
      {drawAnswers(messages, answers)}
    </details>
  );
}

/** Answers that have no place in the changed form; only here can they still be read and copied. */
export const LostAnswers = ({
  lost,
  messages,
}: Pick<FormChange, 'lost'> & Pick<DeliveryProps, 'messages'>) =>
  lost.length > 0 ? (
    <>
      <p>{messages.text('form.lost', { count: lost.length })}</p>
      {drawAnswers(messages, lost)}
    </>
  ) : null;

const drawAnswers = (messages: Messages, answers: readonly { question: Question; answer: Answer }[]) => (
  <dl>
    {answers.map(({ question, answer }) => (
      <div key={question.id}>
        <dt dir="auto">{titleOf(messages, question)}</dt>
        <dd dir="auto">{answerText(messages, question, answer)}</dd>
      </div>
    ))}
  </dl>
);

/** Opens folded parts while the page is printed. */
export function PrintButton({ messages }: Pick<DeliveryProps, 'messages'>) {
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
    addEventListener('beforeprint', unfold, life);
    addEventListener('afterprint', fold, life);
    return () => life.abort();
  }, []);
  return (
    <button type="button" class="af-link" ref={button} onClick={() => print()}>
      <Icon name="file" />
      {messages.text('receipt.print')}
    </button>
  );
}
