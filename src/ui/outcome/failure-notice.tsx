import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Failure, FailureCode } from '../../core/model/failure.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import { formatMoment } from '../../locale/formats-lazy.ts';
import type { Messages } from '../../locale/messages.ts';
import { takeFocus } from '../focus/focus.ts';
import { Icon } from '../icon/icon.tsx';
import { lastAccepted } from '../question/correction.ts';
import type { FailureNoticeProps } from '../screen.ts';
import { failureLook, failureText } from './failure-looks.ts';

/** Failures after which the form is opened on another page, to which what was typed is not carried over. */
const opensAgain: readonly FailureCode[] = [
  'token_invalid',
  'token_expired',
  'bad_request',
  'foreign_question',
];

/** Why an application, or a correction of it, was not sent, and that nothing is lost. */
export function FailureNotice({ failure, screen, messages }: FailureNoticeProps) {
  const box = useRef<HTMLDivElement>(null);
  const { form } = screen;
  useLayoutEffect(() => {
    if (!isSaidAbove(form, failure) && !isRepeated(form)) takeFocus(box.current);
  }, [failure]);
  const title = form.correcting.value ? 'title.cannotResend' : 'title.cannotSend';
  // Read out as a whole when it takes focus.
  const id = `${screen.idPrefix}-failure`;
  const whole = { id, role: 'group', 'aria-labelledby': id } as const;
  return (
    <div class="af-failure" part="status" ref={box} {...whole}>
      <Icon shape={failureLook(failure.code).shape} />
      <p>
        <b>{messages.text(failure.code === 'already_submitted' ? 'title.already' : title)}</b>{' '}
        {whatToDo({ messages, form }, failure)}
      </p>
    </div>
  );
}

/** A box above the questions takes focus instead: the error summary, or the notice of what changed. */
const isSaidAbove = (form: Form, { code }: Failure): boolean =>
  form.invalid.peek().length > 0 || (code === 'form_changed' && !form.correcting.peek());

const isRepeated = ({ submission }: Form): boolean => {
  const phase = submission.peek();
  return phase.kind === 'failed' && phase.byItself === true;
};

interface Circumstances extends Pick<FailureNoticeProps, 'messages'> {
  readonly form: Form;
}

function whatToDo(circumstances: Circumstances, failure: Failure): string {
  const { code, retryAfter } = failure;
  const { messages, form } = circumstances;
  const wait = retryAfter !== null && messages.text('way.wait', { count: retryAfter });
  const phase = form.submission.peek();
  const earlier = phase.kind === 'failed' && phase.earlier;
  const isStored = form.draft.value?.line.value?.buttons.length;
  const rest = opensAgain.includes(code) && !isStored ? messages.text('way.copy') : messages.text('way.kept');
  const blocked = code === 'blocked' && messages.text('way.blocked');
  return [earlier && earlierText(messages, earlier), reasonText(circumstances, failure), blocked, wait, rest]
    .filter(Boolean)
    .join(' ');
}

/** When it was sent, and its reference, which a bidi isolate keeps in one piece in a right-to-left text. */
function earlierText(messages: Messages, { acceptedAt, reference }: Submission): string {
  const date = formatMoment(messages, acceptedAt) ?? '';
  return `${messages.text('receipt.sentOn', { date })} (\u2066${reference}\u2069).`;
}

function reasonText({ messages, form }: Circumstances, { code }: Failure): string {
  const accepted = lastAccepted(form);
  if (code === 'form_changed' && accepted !== null)
    return messages.text('refused.changed', { reference: accepted.submission.reference });
  return failureText(messages, code);
}
