import { effect } from '@preact/signals';
import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Field } from '../../form/contract.ts';
import { isOfFile } from '../../form/file-rows.ts';
import { announce } from '../announcements/announcer.ts';
import { invalidityText } from '../errors/invalidity-text.ts';
import { questionOf } from '../question/question-of.ts';
import { titled, titleOf } from '../question/title-of.ts';
import type { Screen } from '../screen.ts';

/**
 * A question's error may be shown once the question is left, unless it was only passed through. Pressing the mouse takes
 * focus away before the release: an error appearing in between would move what is under the pointer, and the click would
 * be lost. So it waits for the release.
 */
export function hearLeaving(screen: Screen, signal: AbortSignal): void {
  const { box, form } = screen;
  const leaveNow = createErrorAnnouncer(screen, signal);
  let isPressed = false;
  const waiting = new Set<QuestionId>();

  function release(): void {
    isPressed = false;
    for (const question of waiting) leaveNow(question);
    waiting.clear();
  }

  box.current?.addEventListener('pointerdown', press, { signal });
  box.current?.addEventListener('focusout', leave, { signal });

  function press(): void {
    isPressed = true;
    const once = new AbortController();
    const onRelease = () => {
      once.abort();
      // The click comes right after the release, in the same task.
      setTimeout(release);
    };
    // In the capture phase, because a page may stop propagation.
    for (const type of ['pointerup', 'pointercancel'])
      addEventListener(type, onRelease, { signal: once.signal, capture: true });
  }

  /** Nothing was entered, so nothing is wrong yet: what is missing is told on sending. */
  function isPassed(question: QuestionId): boolean {
    const { error, invalidity } = form.fields.get(question) ?? {};
    const isEdited = form.edited.peek()?.question === question;
    return !isEdited && !error?.peek() && invalidity?.peek()?.code === 'required';
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    const question = questionOf(target);
    if (question === null || question === questionOf(relatedTarget) || isPassed(question)) return;
    if (isPressed) waiting.add(question);
    else leaveNow(question);
  }
}

/**
 * Announces the error of a question when it is left, because while typing errors come and go with each key. Errors
 * found on sending are not announced one by one: the summary lists them and takes focus.
 */
function createErrorAnnouncer(screen: Screen, signal: AbortSignal): (question: QuestionId) => void {
  const { form } = screen;
  /** By question: the answer whose error was announced last, or listed by the summary. */
  const announced = new Map<QuestionId, Answer | null>();
  const end = effect(() => {
    form.attempts.value;
    for (const id of form.invalid.peek()) announced.set(id, form.fields.get(id)?.entry.peek() ?? null);
  });
  signal.addEventListener('abort', end);
  return (question) => {
    const field = form.fields.get(question);
    const wasShown = field?.error.peek() != null;
    form.leave(question);
    if (field === undefined) return;
    const answer = field.entry.peek();
    // The same error of the same answer is announced again only if it had disappeared.
    const isKnown = wasShown && announced.get(question) === answer;
    announced.set(question, answer);
    if (!isKnown) announceError(screen, field);
  };
}

function announceError(screen: Screen, field: Field): void {
  const { attempts } = screen.form;
  const attempt = attempts.peek();
  if (field.error.peek() === null) return;
  announce(screen, () => {
    const error = field.error.peek();
    const messages = screen.lazy.peek()?.messages;
    // Corrected while it waited, said when the file was refused, or now listed by the summary.
    if (error === null || isOfFile(error) || messages === undefined || attempts.peek() !== attempt) return [];
    const said = titled(messages, titleOf(messages, field.shown), invalidityText(messages, field, error));
    return [titled(messages, messages.text('error.heard'), said)];
  });
}
