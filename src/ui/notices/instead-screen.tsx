import { useLayoutEffect } from 'preact/hooks';
import type { Failure } from '../../core/model/failure.ts';
import { unreachable } from '../../core/model/outcome.ts';
import { announce } from '../announcements/announcer.ts';
import { failureLooks } from '../errors/failure-looks.ts';
import { WayOn } from '../form/plain-screen.tsx';
import { infoShape, lockShape, tickShape } from '../icon/icon-shapes.ts';
import { Receipt } from '../receipt/receipt.tsx';
import type { InsteadScreenProps } from '../screen.ts';
import { LostAnswers } from './lost-answers.tsx';
import { NoticeScreen } from './notice-screen.tsx';

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
          shape={view.kind === 'closed' ? lockShape : tickShape}
          title={messages.text(`${view.kind}.title`)}
          text={messages.text(`${view.kind}.text`)}
          headingLevel={headingLevel}
        >
          {/* A job that is closed has no other way that could be named. */}
          {view.kind === 'closed' && fallback.kind !== 'none' && wayOn}
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
  const { shape, title } = failureLooks[code];
  useLayoutEffect(() => {
    // What takes focus is read out anyway.
    if (!screen.takesFocus) announce(screen, messages.text(title), messages.text(`failure.${code}`));
  }, [code]);
  return (
    <NoticeScreen
      {...screen}
      shape={shape}
      title={messages.text(title)}
      text={messages.text(`failure.${code}`)}
    >
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
