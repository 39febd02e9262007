/** Helps while fields are typed into: keys of touch keyboards, and what is pasted with more than was asked for. */
import { followKeyboard } from '../focus/next-control.ts';
import { mendedEmail, mendedPhone, mendedUrl } from './mended.ts';

export function helpTyping(box: HTMLElement, signal: AbortSignal): void {
  followKeyboard(box, signal);
  const mend = ({ target }: Event) => mendField(target);
  // In the capture phase, because the field itself takes its text when it is left.
  box.addEventListener('blur', mend, { capture: true, signal });
  // What is pasted is there only after the event.
  box.addEventListener('paste', ({ target }) => setTimeout(mendField, 0, target), { signal });
}

function mendField(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  const mended = menders[field.inputMode]?.(field.value) ?? field.value;
  if (mended === field.value) return;
  field.value = mended;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** By the keyboard that it asks for, which only what is of one kind does. */
const menders: Readonly<Record<string, (typed: string) => string>> = {
  email: mendedEmail,
  tel: mendedPhone,
  url: mendedUrl,
};
