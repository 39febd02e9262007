import { effect } from '@preact/signals';
import type { Answer } from '../../core/model/answer.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Field } from '../../form/contract.ts';
import { isOfFile } from '../../form/file-rows.ts';
import { announce } from '../announcements/announcer.ts';
import { titleOf } from '../question/title-of.ts';
import { titled } from '../question/titled.ts';
import type { Screen } from '../screen.ts';
import { invalidityText } from './invalidity-text.ts';

/**
 * Announces the error of a question when it is left, because while typing errors come and go with each key. Errors
 * found on sending are not announced one by one: the summary lists them and takes focus.
 */
export function createErrorAnnouncer(screen: Screen, signal: AbortSignal): (question: QuestionId) => void {
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
