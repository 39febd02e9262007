import { type Signal, signal } from '@preact/signals';
import { useLayoutEffect, useRef } from 'preact/hooks';
import { plainDigits } from '../core/model/plain-digits.ts';
import type { Answer, ChoiceQuestion } from '../core/model/question.ts';
import type { Field } from '../form/contract.ts';
import type { Messages } from '../locale/messages.ts';
import { type NumberReading, readNumber } from '../locale/number-reading.ts';
import { announce } from './announcer.ts';
import { blockOfField, focusedFrom, focusQuestion, questionOf } from './focus.ts';
import { anyOf, elementIds, type FieldProps, type FillingFieldProps, type Screen } from './screen.tsx';

/** Helps with typing: keys of touch keyboards, and pasted text that contains too much. */
export function helpTyping({ box: { current: box } }: Pick<Screen, 'box'>, signal: AbortSignal): void {
  if (!box) return;
  followKeyboard(box, signal);
  // In the capture phase, because the field itself takes its text when it is left.
  box.addEventListener('blur', ({ target }) => mendField(target), { capture: true, signal });
  // The pasted text arrives after the event.
  box.addEventListener('paste', ({ target }) => setTimeout(mendField, 0, target), { signal });
}

function mendField(field: EventTarget | null): void {
  if (!(field instanceof HTMLInputElement)) return;
  const mended = menders[field.inputMode]?.(field.value) ?? field.value;
  if (mended === field.value) return;
  field.value = mended;
  field.dispatchEvent(new Event('input', { bubbles: true }));
}

/** Extracts an address copied from a mail program or typed in another script; leaves other text unchanged. */
export function mendedEmail(typed: string): string {
  const plain = halfWidth(typed).replace(invisible, '');
  const [, inner = plain] = /^[^<>]*<([^<>]*)>[\s.,;]*$/.exec(plain) ?? [];
  const [, mailto] = /^\s*mailto:([^?]*)/i.exec(inner) ?? [];
  const address = (mailto === undefined ? inner : decoded(mailto)).replace(/^\s+/, '').replace(trailing, '');
  return oneAddress.test(address) ? address : typed;
}

/** Recognises an address; the check of the answer decides whether it is valid. */
const oneAddress = /^[^\s@<>,;:"]+@[^\s@<>,;:".]+(?:\.[^\s@<>,;:".]+)+$/;

/** Extracts the address from text such as "Portfolio: <https://…>", also in full-width letters. */
export function mendedUrl(typed: string): string {
  const wide = /[\u3002\uff0e\uff0f\uff1a]/.test(typed);
  const plain = (wide ? halfWidth(typed) : typed).replace(invisible, '');
  const [, inner = plain] =
    /^\s*<\s*([^<>\s]+)\s*>\s*$/.exec(plain) ??
    /^[^<>/]*[\s<:](https?:\/\/[^\s<>]+)[\s>]*$/i.exec(plain) ??
    [];
  return inner;
}

/** Converts digits and signs of other scripts, and removes the scheme of a link. */
export const mendedPhone = (typed: string): string => plainDigits(halfWidth(typed)).replace(/^\s*tel:/i, '');

const halfWidth = (text: string): string =>
  text
    .replace(/[\uff01-\uff5e]/g, (sign) => String.fromCharCode(sign.charCodeAt(0) - 0xfee0))
    .replaceAll('\u3002', '.');

/** Characters without width, such as direction marks, which copying from a page includes. */
const invisible = /[\u061c\u200b-\u200f\u202a-\u202e\u2060\u2066-\u2069\ufeff]/g;

const trailing = /(?<![\s.,;])[\s.,;]+$/;

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Keyed by `inputMode`, which only email, phone and URL fields set. */
const menders: Readonly<Record<string, (typed: string) => string>> = {
  email: mendedEmail,
  tel: mendedPhone,
  url: mendedUrl,
};

/**
 * Labels the Enter key of touch keyboards, which moves from field to field, and from the last to the button that sends,
 * which is only focused. Elsewhere Enter does nothing (`question.tsx`), and in long texts it is a new line.
 */
function followKeyboard(box: HTMLElement, signal: AbortSignal): void {
  const life = { signal };

  function name(target: EventTarget | null): void {
    if (isLine(target))
      target.enterKeyHint = nextControl(box, target)?.matches('[type=submit]:not(.af-next)')
        ? 'send'
        : 'next';
  }

  function move(event: KeyboardEvent): void {
    const { key, target, isComposing, keyCode } = event;
    // Old browsers mark a key that ends a composition only by this code.
    if (key !== 'Enter' || isComposing || keyCode === 229 || !isLine(target)) return;
    if (!matchMedia('(pointer: coarse)').matches || hasModifier(event)) return;
    event.preventDefault();
    nextControl(box, target)?.focus();
  }

  name(box.querySelector(':focus'));
  box.addEventListener('focusin', ({ target }) => name(target), life);
  box.addEventListener('keydown', move, life);
}

const hasModifier = (event: KeyboardEvent): boolean =>
  ['Shift', 'Control', 'Alt', 'Meta'].some((key) => event.getModifierState(key));

const isLine = (target: EventTarget | null): target is HTMLInputElement =>
  target instanceof HTMLInputElement && !/^(radio|checkbox|file|button|submit|search)$/.test(target.type);

function nextControl(box: HTMLElement, from: HTMLElement): HTMLElement | undefined {
  const controls = [
    ...box.querySelectorAll<HTMLElement>('.af-block :is(input, select, textarea), [type=submit]'),
  ];
  return controls.slice(controls.indexOf(from) + 1).find(isNext);
}

/** A control that is pressed rather than typed into is next only while its answer is missing. */
function isNext(control: HTMLElement): boolean {
  if (control.matches(':disabled, [type=hidden], [tabindex]') || !(control.checkVisibility?.() ?? true))
    return false;
  if (control instanceof HTMLSelectElement) return control.value === '';
  if (control.matches('[type=radio], [type=checkbox]'))
    return !control.closest('.af-rows, .af-consent')?.querySelector(':checked');
  if (!control.matches('[type=file]')) return true;
  return (
    control.getAttribute('aria-required') === 'true' &&
    !control.closest('.af-block')?.querySelector('.af-file')
  );
}

/**
 * Makes a text area as high as its text in browsers without `field-sizing: content`. The style is set as a property,
 * which every security policy allows.
 */
export function grow(area: HTMLTextAreaElement | null): void {
  if (!area || globalThis.CSS?.supports?.('field-sizing', 'content')) return;
  fitHeight(area);
  // A new line at the end does not change the answer, so nothing is drawn. Adding a listener twice has no effect.
  area.addEventListener('input', onInput);
}

const onInput = ({ currentTarget }: Event): void => {
  if (currentTarget instanceof HTMLTextAreaElement) fitHeight(currentTarget);
};

function fitHeight(area: HTMLTextAreaElement): void {
  area.style.height = 'auto';
  area.style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`;
}

/**
 * Below an answer: how many options are chosen, how a number was understood, or a button that clears what the control
 * itself cannot clear.
 */
export function drawBelowAnswer(props: FillingFieldProps) {
  const question = props.field.shown;
  switch (question.type) {
    case 'number':
    case 'short_text':
      return drawUnderstood(props);
    case 'date':
    case 'date_range':
      return <ClearDate {...props} />;
    case 'multiple_choice':
      return question.maximum === 1 ? drawClearButton(props) : <ChosenCount {...props} />;
    default:
      return drawClearButton(props);
  }
}

/** How each ambiguous number was understood, because its field no longer shows what was typed. */
const understood = new WeakMap<Field, Signal<Understood | null>>();

interface Understood {
  /** The answer that it is about. */
  readonly text: string;
  readonly say: (messages: Messages) => string;
}

function understoodOf(field: Field): Signal<Understood | null> {
  const known = understood.get(field) ?? signal(null);
  understood.set(field, known);
  return known;
}

/** Shows how a number was understood, when its field is left. */
export function sayBack({ field, screen }: FieldProps, now: Understood): void {
  const last = understoodOf(field);
  const messages = screen.filling.peek()?.messages;
  if (last.peek()?.text === now.text) return;
  last.value = now;
  if (messages) announce(screen, now.say(messages));
}

/** null if the number was clear, or has changed since. */
function drawUnderstood({ field, screen, messages }: FillingFieldProps) {
  const last = understoodOf(field).value;
  const entry = last && field.entry.value;
  if (!entry || !('text' in entry) || entry.text !== last.text) return null;
  return (
    <p class="af-count" id={elementIds(screen, field).hint}>
      {last.say(messages)}
    </p>
  );
}

export function sayNumbersBack(screen: Screen, signal: AbortSignal): void {
  function hear({ target }: Event): void {
    const field = numberField(screen, target);
    if (field === undefined || !(target instanceof HTMLInputElement)) return;
    const reading = readNumber(target.value, screen.messages.peek().locale);
    if (!reading || reading.doubt === 'none') return;
    sayBack({ field, screen }, { text: reading.decimal, say: (messages) => textOf(messages, reading) });
  }
  // In the capture phase, because the field itself then shows the number in the form's writing.
  screen.box.current?.addEventListener('blur', hear, { capture: true, signal });
}

function numberField({ form }: Screen, target: EventTarget | null): Field | undefined {
  const id = questionOf(target);
  const field = id === null ? undefined : form.fields.get(id);
  return field?.question.type === 'number' ? field : undefined;
}

/** Treats numbers that were left before anything could read them as left now. */
export function leaveEarlyNumbers(screen: Screen): void {
  readNumber('0', screen.messages.peek().locale);
  const { current } = screen.box;
  const focused = focusedFrom(current);
  for (const input of current?.querySelectorAll('input') ?? [])
    if (input.value && input !== focused && numberField(screen, input))
      input.dispatchEvent(new Event('blur'));
}

/** Removes zeros after the decimal point, so that 70.000 reads as 70 and not as 70,000. */
function textOf(messages: Messages, { decimal, doubt }: NumberReading): string {
  const number = messages.formatNumber(decimal.replace(/\.0*$|(\.\d*[1-9])0+$/, '$1'));
  return messages.text(doubt === 'decimals' ? 'number.decimals' : 'number.understood', { number });
}

/** Clears an answer that its control cannot clear; focus stays in the question. */
function drawClearButton({ field, screen, messages }: FillingFieldProps) {
  if (field.required || !field.filled.value) return null;
  const label = messages.text('clear');
  return (
    <button
      type="button"
      class="af-link"
      aria-label={messages.text('file.of', { action: label, name: field.shown.title })}
      onClick={(event) => {
        focusQuestion(event.currentTarget);
        screen.form.setAnswer(field.question.id, null);
        announce(screen, messages.text('clear.done'));
      }}
    >
      {label}
    </button>
  );
}

/** For a date, which may be half filled in and has no value then. */
function ClearDate(props: FillingFieldProps) {
  const { field, screen } = props;
  const isEmpty = !field.filled.value;
  const wasEmpty = useRef(isEmpty);
  useLayoutEffect(() => {
    const block = blockOfField(screen, field);
    // Redrawing does not empty a half-filled date, which has no value to replace: this does, however it was cleared.
    // Not on the first draw, so that a date being typed is not interrupted.
    if (isEmpty && !wasEmpty.current)
      for (const input of block?.querySelectorAll<HTMLInputElement>('input[type=date]') ?? [])
        if (input.validity?.badInput) input.value = '';
    wasEmpty.current = isEmpty;
  }, [isEmpty]);
  return drawClearButton(props);
}

/** null if there is nothing to count: a single choice, or no maximum. */
function countedOptions({ shown }: Field) {
  if (shown.type !== 'multiple_choice' || shown.maximum === 1) return null;
  const { maximum, options } = shown;
  return maximum === null || maximum >= options.length ? null : { maximum, options };
}

/** @param refused the option that was pressed beyond the maximum: announces what to untick first */
export function sayChosen({ field, screen }: FieldProps, refused?: string): void {
  const messages = screen.filling.peek()?.messages;
  const counted = countedOptions(field);
  if (!messages || !counted) return;
  const chosen = chosenOptions(counted.options, field.entry.peek());
  announce(
    screen,
    refused === undefined
      ? countText(messages, chosen.length, counted.maximum)
      : messages.text('choose.swap', { option: refused, chosen: anyOf(messages, chosen) }),
  );
}

function ChosenCount({ field, messages }: FillingFieldProps) {
  const counted = countedOptions(field);
  if (!counted) return null;
  const count = chosenOptions(counted.options, field.entry.value).length;
  return (
    <p class="af-count" hidden={count === 0}>
      {countText(messages, count, counted.maximum)}
    </p>
  );
}

/** Number of chosen options; at the maximum, how to choose another one. */
const countText = (messages: Messages, count: number, maximum: number): string =>
  messages.text(count < maximum ? 'choose.count' : 'choose.full', { count, maximum });

/** The chosen options as shown. */
const chosenOptions = (options: ChoiceQuestion['options'], entry: Answer | null): readonly string[] =>
  options.flatMap(({ text, shown }) =>
    entry?.kind === 'choice' && entry.options.includes(text) ? shown : [],
  );
