import type { ComponentChildren } from 'preact';
import { takeFocus } from '../focus/focus.ts';
import type { Screen } from '../screen.ts';

interface FootProps {
  readonly screen: Screen;
  /** What is to be known before sending, at the end of the questions. */
  readonly children: ComponentChildren;
}

/** One line that stays in sight: how much is left, and the one button. Why something was not sent stands above it. */
export function Foot({ screen, children }: FootProps) {
  const phase = screen.form.submission.value;
  const messages = screen.messages.value;
  const lazy = screen.lazy.value;
  const sending = phase.kind === 'sending';
  const failed = phase.kind === 'failed';
  // The line above says why, and that it is sent again.
  const isWaiting = screen.form.draft.value?.line.value?.isWaiting === true;
  const label = screen.form.correcting.value ? 'form.resend' : failed ? 'way.send' : 'form.send';
  const next = sending ? null : nextStep(screen);
  return (
    <>
      {children}
      {failed &&
        !isWaiting &&
        (lazy ? (
          <lazy.FailureNotice failure={phase.failure} screen={screen} messages={lazy.messages} />
        ) : (
          <div class="af-failure" part="status" ref={takeFocus}>
            {`${messages.text('failure.offline')} ${messages.text('way.kept')}`}
          </div>
        ))}
      <div class="af-foot">
        {lazy && <lazy.FootStatus screen={screen} messages={lazy.messages} />}
        <button
          type="submit"
          class={next === null ? 'af-button' : 'af-button af-next'}
          part="button"
          aria-disabled={sending || undefined}
        >
          {next ?? messages.text(sending ? 'form.sending' : label)}
        </button>
      </div>
    </>
  );
}

/** What leads on to the next step; null where the button sends. */
function nextStep({ steps }: Screen): string | null {
  if (!steps?.journey.isOn.value || steps.journey.current.value === null) return null;
  return steps.words.value.text(steps.journey.returns.value ? 'steps.continue' : 'steps.next');
}
