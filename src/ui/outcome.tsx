import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Failure, FailureCode } from '../core/model/failure.ts';
import { unreachable } from '../core/model/outcome.ts';
import type { Submission } from '../core/model/submission.ts';
import type { Form } from '../form/contract.ts';
import { lastAccepted } from '../form/correction.ts';
import type { MessageKey } from '../locale/catalogue.ts';
import { formatMoment } from '../locale/formats.ts';
import type { Messages } from '../locale/messages.ts';
import { announce } from './announcer.ts';
import { WayOn } from './application-form.tsx';
import {
  againShape,
  alertShape,
  clockShape,
  Heading,
  Icon,
  infoShape,
  lockShape,
  type Shape,
  takeFocus,
  tickShape,
} from './elements.tsx';
import { LostAnswers, Receipt } from './receipt.tsx';
import type { FailureNoticeProps, InsteadScreenProps } from './screen.ts';
import { named } from './texts.tsx';

/** In the place of the questions: what happened, and the way on. */
export function InsteadScreen(props: InsteadScreenProps) {
  const { view, messages, fallback, headingLevel } = props;
  const wayOn = <WayOn fallback={fallback} messages={messages} />;
  switch (view.kind) {
    case 'failed':
      return <FailureScreen {...props} failure={view.failure} />;
    case 'form': {
      const phase = view.form.submission.value;
      if (phase.kind === 'accepted')
        return <Receipt {...props} title={view.title} form={view.form} accepted={phase} />;
      const title = view.title ?? messages.text('form.label');
      return (
        <NoticeScreen
          shape={infoShape}
          title={title}
          text={messages.text('form.empty')}
          headingLevel={headingLevel}
        >
          {view.changed && <LostAnswers lost={view.changed.lost} messages={messages} />}
          {wayOn}
        </NoticeScreen>
      );
    }
    case 'closed':
    case 'already_sent':
      return (
        <NoticeScreen
          shape={view.kind === 'closed' ? lockShape : infoShape}
          title={messages.text(`${view.kind}.title`)}
          text={messages.text(`${view.kind}.text`)}
          headingLevel={headingLevel}
        >
          {/* What is over has no other way that could be named. */}
          {fallback.kind !== 'none' && wayOn}
        </NoticeScreen>
      );
    default:
      return unreachable(view);
  }
}

interface FailureScreenProps extends InsteadScreenProps {
  readonly failure: Failure;
}

function FailureScreen({ failure, messages, fallback, onReload, ...screen }: FailureScreenProps) {
  const { code, retryable, retryAfter } = failure;
  const { shape, title } = failureLook(code);
  const sentence = failureText(messages, code);
  useLayoutEffect(() => {
    // What takes focus is read out anyway.
    if (!screen.takesFocus) announce(screen, messages.text(title), sentence);
  }, [code]);
  return (
    <NoticeScreen {...screen} shape={shape} title={messages.text(title)} text={sentence}>
      {retryAfter !== null && <p>{messages.text('way.wait', { count: retryAfter })}</p>}
      {retryable && (
        <button type="button" class="af-button" part="button" onClick={onReload}>
          {messages.text('way.reload')}
        </button>
      )}
      <WayOn fallback={fallback} messages={messages} />
    </NoticeScreen>
  );
}

interface NoticeScreenProps {
  readonly shape: Shape;
  readonly title: string;
  readonly text: string;
  readonly headingLevel: number;
  readonly takesFocus?: boolean;
  readonly children?: ComponentChildren;
}

/** A whole screen that says one thing: a symbol, what happened, and the way on. */
const NoticeScreen = ({ shape, title, text, headingLevel, takesFocus, children }: NoticeScreenProps) => (
  <div class="af-screen" part="status" {...named(title)} ref={takesFocus ? takeFocus : null}>
    <span class="af-badge">
      <Icon shape={shape} />
    </span>
    <Heading level={headingLevel}>{title}</Heading>
    <p>{text}</p>
    {children}
  </div>
);

interface FailureLook {
  readonly shape: Shape;
  /** Heading when the form cannot be opened at all. */
  readonly title: (MessageKey & `title.${string}`) | 'closed.title';
}

const cannotOpen: FailureLook = { shape: lockShape, title: 'title.cannotOpen' };
const mistake: FailureLook = { shape: alertShape, title: 'title.cannotOpen' };
const expired: FailureLook = { shape: clockShape, title: 'title.expired' };
const busy: FailureLook = { shape: clockShape, title: 'title.busy' };
const unreached: FailureLook = { shape: alertShape, title: 'title.offline' };
const already: FailureLook = { shape: tickShape, title: 'title.already' };

const looks: Readonly<Partial<Record<FailureCode, FailureLook>>> = {
  token_invalid: cannotOpen,
  token_expired: expired,
  unauthorized: cannotOpen,
  origin_not_allowed: cannotOpen,
  job_not_public: cannotOpen,
  form_changed: { shape: againShape, title: 'title.changed' },
  already_submitted: already,
  job_closed: { shape: lockShape, title: 'closed.title' },
  no_job: cannotOpen,
  rate_limited: busy,
  service_unavailable: unreached,
  offline: unreached,
  timed_out: unreached,
};

/** Symbol and heading of a failure; its sentence is `failure.CODE` of the catalogue. */
const failureLook = (code: FailureCode): FailureLook => looks[code] ?? mistake;

const failureText = (messages: Messages, code: FailureCode): string => messages.text(`failure.${code}`);

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
