import type { ComponentChildren } from 'preact';
import { useLayoutEffect } from 'preact/hooks';
import type { Failure } from '../../core/model/failure.ts';
import { unreachable } from '../../core/model/outcome.ts';
import { announce } from '../announcements/announcer.ts';
import { takeFocus } from '../focus/focus.ts';
import { Heading } from '../form/heading.tsx';
import { WayOn } from '../form/plain-screen.tsx';
import { Icon, type Shape } from '../icon/icon.tsx';
import { infoShape, lockShape } from '../icon/icon-shapes.ts';
import { named } from '../question/title-of.ts';
import type { InsteadScreenProps } from '../screen.ts';
import { failureLook, failureText } from './failure-looks.ts';
import { LostAnswers } from './lost-answers.tsx';
import { Receipt } from './receipt.tsx';

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
