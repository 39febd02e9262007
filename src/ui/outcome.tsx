import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Failure, FailureCode } from '../core/model/failure.ts';
import type { Submission } from '../core/model/submission.ts';
import { lastAccepted } from '../form/fill.ts';
import type { MessageKey } from '../locale/catalogue.ts';
import { formatMoment } from '../locale/formats.ts';
import { isolated, type Messages } from '../locale/messages.ts';
import { announce } from './announcer.ts';
import { named } from './errors.tsx';
import { LostAnswers, Receipt } from './receipt.tsx';
import {
  type FillingProps,
  Heading,
  Icon,
  type IconName,
  type InsteadProps,
  type Region,
  takeFocus,
  WayOn,
} from './screen.tsx';

type InsteadScreenProps = InsteadProps & { readonly messages: Messages; readonly region: Region };

/** Replaces the questions: what happened, and how to continue. */
export function InsteadScreen(props: InsteadScreenProps) {
  const { view, messages, fallback } = props;
  const wayOn = <WayOn fallback={fallback} messages={messages} />;
  if (view.kind === 'failed') return <FailureScreen {...props} failure={view.failure} />;
  if (view.kind !== 'form')
    return (
      <NoticeScreen
        {...props}
        icon={view.kind === 'closed' ? 'lock' : 'info'}
        title={messages.text(`${view.kind}.title`)}
        text={messages.text(`${view.kind}.text`)}
      >
        {/* These screens do not say that there is no other way. */}
        {fallback.kind !== 'none' && wayOn}
      </NoticeScreen>
    );
  const phase = view.form.submission.value;
  if (phase.kind === 'accepted')
    return (
      <Receipt
        {...props}
        title={view.title}
        form={view.form}
        accepted={phase}
        submission={phase.submission}
      />
    );
  return (
    <NoticeScreen
      {...props}
      icon="info"
      title={view.title ?? messages.text('form.label')}
      text={messages.text('form.empty')}
    >
      {view.changed && <LostAnswers lost={view.changed.lost} messages={messages} />}
      {wayOn}
    </NoticeScreen>
  );
}

function FailureScreen({ failure, ...screen }: InsteadScreenProps & { readonly failure: Failure }) {
  const { code, retryable, retryAfter } = failure;
  const { messages } = screen;
  const [icon, key] = looks[code] ?? mistake;
  const title = messages.text(key);
  const text = messages.text(`failure.${code}`);
  useLayoutEffect(() => {
    // Screen readers read what takes focus.
    if (!screen.takesFocus) announce(screen, title, text);
  }, [code]);
  return (
    <NoticeScreen {...screen} icon={icon} title={title} text={text}>
      {retryAfter !== null && <p>{messages.text('way.wait', { count: retryAfter })}</p>}
      {retryable && (
        <button type="button" class="af-button" part="button" onClick={screen.onReload}>
          {messages.text('way.reload')}
        </button>
      )}
      <WayOn fallback={screen.fallback} messages={messages} />
    </NoticeScreen>
  );
}

interface NoticeScreenProps extends Pick<InsteadProps, 'headingLevel' | 'takesFocus'> {
  readonly icon: IconName;
  readonly title: string;
  readonly text: string;
  readonly children: ComponentChildren;
}

/** A whole screen that says one thing: a symbol, what happened, and the way on. */
const NoticeScreen = ({ icon, title, text, headingLevel, takesFocus, children }: NoticeScreenProps) => (
  <div class="af-screen" part="status" {...named(title)} ref={takesFocus ? takeFocus : null}>
    <span class="af-badge">
      <Icon name={icon} />
    </span>
    <Heading level={headingLevel}>{title}</Heading>
    <p>{text}</p>
    {children}
  </div>
);

/** The symbol of a failure, and the heading where the form cannot be opened at all. */
type FailureLook = readonly [IconName, (MessageKey & `title.${string}`) | 'closed.title'];

const mistake: FailureLook = ['alert', 'title.cannotOpen'];
const cannotOpen: FailureLook = ['lock', 'title.cannotOpen'];
const unreached: FailureLook = ['alert', 'title.offline'];

/** The sentence itself is `failure.CODE` of the catalogue. */
const looks: Readonly<Partial<Record<FailureCode, FailureLook>>> = {
  token_invalid: cannotOpen,
  token_expired: ['clock', 'title.expired'],
  unauthorized: cannotOpen,
  origin_not_allowed: cannotOpen,
  job_not_public: cannotOpen,
  form_changed: ['again', 'title.changed'],
  already_submitted: ['tick', 'title.already'],
  job_closed: ['lock', 'closed.title'],
  no_job: cannotOpen,
  rate_limited: ['clock', 'title.busy'],
  service_unavailable: unreached,
  offline: unreached,
  timed_out: unreached,
};

/** Failures after which the form opens on another page, without the entries. */
const opensAgain: readonly FailureCode[] = [
  'token_invalid',
  'token_expired',
  'bad_request',
  'foreign_question',
];

type FailureNoticeProps = FillingProps & { readonly failure: Failure };

/** Says why an application or a correction was not sent, and that nothing is lost. */
export function FailureNotice(props: FailureNoticeProps) {
  const { failure, screen, messages } = props;
  const { code } = failure;
  const { form } = screen;
  const box = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    const phase = form.submission.peek();
    // A box above the questions takes focus instead: the error summary, or the notice of what changed.
    const isSaidAbove =
      form.invalid.peek().length > 0 || (code === 'form_changed' && !form.correcting.peek());
    const isRepeated = phase.kind === 'failed' && phase.byItself === true;
    if (!isSaidAbove && !isRepeated) takeFocus(box.current);
  }, [failure]);
  const title = form.correcting.value ? 'title.cannotResend' : 'title.cannotSend';
  // Read as a whole when it takes focus.
  const id = `${screen.idPrefix}-failure`;
  const whole = { id, role: 'group', 'aria-labelledby': id } as const;
  return (
    <div class="af-failure" part="status" ref={box} {...whole}>
      <Icon name={(looks[code] ?? mistake)[0]} />
      <p>
        <b>{messages.text(code === 'already_submitted' ? 'title.already' : title)}</b> {whatToDo(props)}
      </p>
    </div>
  );
}

function whatToDo({ failure, screen: { form }, messages }: FailureNoticeProps): string {
  const { code, retryAfter } = failure;
  const phase = form.submission.peek();
  const earlier = phase.kind === 'failed' && phase.earlier;
  const accepted = code === 'form_changed' && lastAccepted(form);
  const isStored = form.draft.value?.line.value?.buttons.length;
  return [
    earlier && earlierText(messages, earlier),
    accepted
      ? messages.text('refused.changed', { reference: isolated(accepted.submission.reference) })
      : messages.text(`failure.${code}`),
    code === 'blocked' && messages.text('way.blocked'),
    retryAfter !== null && messages.text('way.wait', { count: retryAfter }),
    messages.text(opensAgain.includes(code) && !isStored ? 'way.copy' : 'way.kept'),
  ]
    .filter(Boolean)
    .join(' ');
}

/** Date and reference of the earlier submission. */
function earlierText(messages: Messages, { acceptedAt, reference }: Submission): string {
  const date = formatMoment(messages, acceptedAt) ?? '';
  return `${messages.text('receipt.sentOn', { date })} (${isolated(reference)}).`;
}
