import { signal } from '@preact/signals';
import { useLayoutEffect, useMemo, useRef } from 'preact/hooks';
import type { Submission } from '../../core/model/submission.ts';
import type { Messages } from '../../locale/messages.ts';
import { announce } from '../announcements/announcer.ts';
import type { Region } from '../announcements/live-region.tsx';

interface DeliveryProps {
  readonly messages: Messages;
  readonly submission: Submission;
  readonly region: Region;
}

/** Milliseconds after which a delivery takes longer than most. */
const LONG = 20_000;

/** How far delivery has come. Only its end, and that it takes long, are announced. */
export function Delivery({ messages, submission, region }: DeliveryProps) {
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
