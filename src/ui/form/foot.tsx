import type { ComponentChildren } from 'preact';
import type { Failure } from '../../core/model/failure.ts';
import { takeFocus } from '../focus/focus.ts';
import type { Screen } from '../screen.ts';

interface ScreenProps {
  readonly screen: Screen;
}

/** How far the form is filled in, what went wrong, and the one button. */
export function Foot({ screen, children }: ScreenProps & { readonly children: ComponentChildren }) {
  const phase = screen.form.submission.value;
  const messages = screen.messages.value;
  const sending = phase.kind === 'sending';
  const failed = phase.kind === 'failed';
  const label = screen.form.correcting.value ? 'form.resend' : failed ? 'way.send' : 'form.send';
  return (
    <div class="af-foot">
      {children}
      {failed && drawFailure(screen, phase.failure)}
      <div class="af-state">
        {screen.form.correcting.value || <ProgressLine screen={screen} />}
        <button type="submit" class="af-button" part="button" aria-disabled={sending || undefined}>
          {messages.text(sending ? 'form.sending' : label)}
        </button>
      </div>
    </div>
  );
}

function ProgressLine({ screen }: ScreenProps) {
  const { answered, total } = screen.form.progress.value;
  const label = `${screen.idPrefix}-progress`;
  return (
    <div class="af-progress" part="progress">
      <span id={label}>{screen.messages.value.text('form.progress', { answered, total })}</span>
      <progress max={Math.max(1, total)} value={answered} aria-labelledby={label} />
    </div>
  );
}

/** Shown where the button was pressed, so that the applicant's position does not change. */
function drawFailure(screen: Screen, failure: Failure) {
  const messages = screen.messages.value;
  const lazy = screen.lazy.value;
  if (lazy) return <lazy.FailureNotice failure={failure} screen={screen} messages={lazy.messages} />;
  return (
    <div class="af-failure" part="status" ref={takeFocus}>
      {`${messages.text('failure.offline')} ${messages.text('way.kept')}`}
    </div>
  );
}
