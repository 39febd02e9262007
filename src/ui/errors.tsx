import { effect } from '@preact/signals';
import type { ComponentChildren } from 'preact';
import { useMemo } from 'preact/hooks';
import { unreachable } from '../core/model/failure.ts';
import type { QuestionId } from '../core/model/ids.ts';
import type { Answer, Question } from '../core/model/question.ts';
import type { Field, Invalidity } from '../form/contract.ts';
import { isFaulty, isOfFile } from '../form/field-state.ts';
import { formatDay } from '../locale/formats.ts';
import type { Messages } from '../locale/messages.ts';
import { announce } from './announcer.ts';
import { limitsOf } from './controls.tsx';
import { missingParts, type PartName } from './dates.tsx';
import { faultText } from './file-list.tsx';
import { questionOf, showField } from './focus.ts';
import {
  allOf,
  elementIds,
  type FieldProps,
  type FillingFieldProps,
  type FillingProps,
  Heading,
  Icon,
  type Screen,
  titleOf,
} from './screen.tsx';

type ErrorMessageProps = Omit<FillingFieldProps, 'screen'> & { readonly error: Invalidity };

export const ErrorMessage = ({ field, error, messages }: ErrorMessageProps) => (
  <>
    <Icon name="alert" />
    <span class="af-hidden">{titled(messages, messages.text('error.heard'), '')}</span>
    {invalidityText(messages, field, error)}
  </>
);

/** Lines of the list, so that it fits on a phone; the last line counts and links to the rest. */
const MOST_LINES = 5;

/**
 * Lists what an attempt to send found, with links; `Banners` focuses it at each attempt. The list stays as it was, and
 * corrected entries are marked: removing them would make the fields below jump while the applicant types. Its list
 * describes it, so that both are read out when it takes focus; an alert would be said again with each correction.
 */
export function ErrorSummary({ screen, messages }: FillingProps) {
  const { form } = screen;
  const attempts = form.attempts.value;
  const found = useMemo(() => {
    const fields = form.invalid.peek().flatMap((id) => form.fields.get(id) ?? []);
    return fields.filter((field) => field.error.peek());
  }, [form, attempts]);
  const { journey } = screen.steps ?? {};
  const step = journey?.isOn.value ? journey.current.value : null;
  // Errors of other steps are not listed here.
  const listed = found.filter((field) => !step || journey?.placeOf(field) === step.place);
  if (attempts === 0 || listed.length === 0) return null;
  const left = listed.filter((field) => field.error.value !== null).length;
  // A later failure is shown next to the button.
  if (left === 0 && form.submission.value.kind === 'failed') return null;
  const title = left === 0 ? messages.text('summary.done') : messages.text('summary.title', { count: left });
  const rest = listed.slice(MOST_LINES);
  const open = rest.filter((field) => field.error.value !== null);
  const list = `${screen.idPrefix}-summary`;
  return (
    <div
      class="af-summary"
      part="summary"
      {...named(title)}
      aria-describedby={list}
      data-done={left === 0 || undefined}
    >
      <Heading level={screen.headingLevel}>
        <Icon name={left === 0 ? 'tick' : 'alert'} />
        {title}
      </Heading>
      <ul id={list}>
        {listed.slice(0, MOST_LINES).map((field) => (
          <SummaryItem key={field.question.id} field={field} screen={screen} messages={messages} />
        ))}
        {rest.length > 0 &&
          drawItem(
            { screen, messages },
            open[0],
            messages.text('summary.more', { count: open.length || rest.length }),
          )}
      </ul>
    </div>
  );
}

function SummaryItem({ field, screen, messages }: FillingFieldProps) {
  const error = field.error.value;
  const title = titleOf(messages, field.shown);
  if (!error) return drawItem({ screen, messages }, undefined, title);
  const text = errorText(messages, { field, screen }, error);
  const heading = names(text, title) || [<b dir="auto">{title}</b>, titleEnd(messages, title)];
  return drawItem({ screen, messages }, field, [heading, text]);
}

/** @param field undefined if the entry has been corrected */
const drawItem = ({ screen, messages }: FillingProps, field: Field | undefined, text: ComponentChildren) =>
  field ? (
    <li>
      <FieldLink field={field} screen={screen}>
        {text}
      </FieldLink>
    </li>
  ) : (
    <li data-done>
      <Icon name="tick" />
      <span dir="auto">{text}</span> <span class="af-hidden">{messages.text('summary.fixed')}</span>
    </li>
  );

/** Leads to a question: the browser's own way finds no id inside a shadow root. */
export const FieldLink = ({
  field,
  screen,
  children,
}: FieldProps & { readonly children: ComponentChildren }) => (
  <a
    href={`#${elementIds(screen, field).control}`}
    onClick={(event) => {
      event.preventDefault();
      showField(screen, field);
    }}
  >
    {children}
  </a>
);

/** The text of an error in the summary: unlike the text at the question, it names the faulty file. */
function errorText(messages: Messages, props: FieldProps, error: Invalidity): string {
  const { field } = props;
  const row = isOfFile(error) && field.files.value.find(isFaulty);
  return row ? faultText(messages, limitsOf(props), row) : invalidityText(messages, field, error);
}

/** Says what to do about an error, in the terms of this type of question. */
export function invalidityText(messages: Messages, field: Field, invalidity: Invalidity): string {
  const question = field.shown;
  switch (invalidity.code) {
    case 'required':
      return requiredText(messages, question);
    case 'own':
      return question.says?.(invalidity.sentence) ?? messages.text('error.plain');
    case 'unreadable_number':
      // The example shows the locale's separators.
      return messages.text('error.unreadable_number', { example: messages.formatNumber('1250.5') });
    case 'unreadable_date': {
      const part = missingPart(field);
      return part ? messages.text(`error.date.${part}`) : messages.text('error.unreadable_date');
    }
    case 'range_incomplete':
      return messages.text(`error.range_incomplete.${invalidity.missing}`);
    case 'too_few_options':
      return fewestText(messages, question, invalidity.minimum);
    case 'too_many_options':
      return messages.text('error.too_many_options', { count: invalidity.maximum });
    case 'file_failed':
    case 'file_rejected':
      return messages.text('error.plain');
    // A code without a sentence does not compile.
    default:
      return question.says?.(invalidity.code) ?? messages.text(`error.${invalidity.code}`);
  }
}

/** The one part that a day lacks. */
function missingPart({ entry }: Field): PartName | undefined {
  const days = (entry.value?.kind === 'unreadable' && entry.value.days) || [];
  return days.map(missingParts).find(({ length }) => length === 1)?.[0];
}

function requiredText(messages: Messages, question: Question): string {
  const own = question.says?.('required');
  if (own) return own;
  if (question.basic) return messages.text(`error.required.${question.basic}`);
  const error = kindText(messages, question);
  const title = titleOf(messages, question);
  // A name such as "Notice period" fits into a sentence.
  const isShort = /^[^\n“”«»„?!:.]{2,24}$/.test(title);
  return isShort ? messages.text('error.named', { error, title }) : error;
}

function kindText(messages: Messages, question: Question): string {
  switch (question.type) {
    case 'short_text':
    case 'long_text':
    case 'unknown':
      return messages.text('error.required.text');
    case 'multiple_choice':
      if (question.maximum === 1) return messages.text('error.required.choice');
      if (question.minimum > 1) return fewestText(messages, question, question.minimum);
      return messages.text('error.required.choices');
    default:
      return messages.text(`error.required.${question.type}`);
  }
}

/** For an exact number the sentence equals the hint. */
function fewestText(messages: Messages, question: Question, count: number): string {
  const isExact = question.type === 'multiple_choice' && question.maximum === count;
  return messages.text(isExact ? 'choose.exactly' : 'error.too_few_options', { count });
}

/**
 * A question's error may be shown once the question is left, unless it was only passed through. Pressing the mouse takes
 * focus away before the release: an error appearing in between would move what is under the pointer, and the click would
 * be lost. So it waits for the release.
 */
export function hearLeaving(screen: Screen, signal: AbortSignal): void {
  const { box, form } = screen;
  const leaveNow = createErrorAnnouncer(screen, signal);
  /** Questions that were left while the mouse is pressed; null if it is not pressed. */
  let waiting: Set<QuestionId> | null = null;

  function release(): void {
    for (const question of waiting ?? []) leaveNow(question);
    waiting = null;
  }

  box.current?.addEventListener('pointerdown', press, { signal });
  box.current?.addEventListener('focusout', leave, { signal });

  function press(): void {
    waiting ??= new Set();
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

  /** True if nothing was entered: a missing answer is reported on sending. */
  function isPassed(question: QuestionId): boolean {
    const { error, invalidity } = form.fields.get(question) ?? {};
    const isEdited = form.edited.peek()?.question === question;
    return !isEdited && !error?.peek() && invalidity?.peek()?.code === 'required';
  }

  function leave({ target, relatedTarget }: FocusEvent): void {
    const question = questionOf(target);
    if (question === null || question === questionOf(relatedTarget) || isPassed(question)) return;
    if (waiting) waiting.add(question);
    else leaveNow(question);
  }
}

/**
 * Announces the error of a question when it is left, because while typing errors come and go with each key. Errors
 * found on sending are not announced one by one: the summary lists them and takes focus.
 */
function createErrorAnnouncer(screen: Screen, signal: AbortSignal): (question: QuestionId) => void {
  const { form } = screen;
  /** The answer of each question whose error was last announced, or listed by the summary. */
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
    const messages = screen.filling.peek()?.messages;
    // Corrected meanwhile, already announced for the file, or listed by the summary.
    if (error === null || isOfFile(error) || messages === undefined || attempts.peek() !== attempt) return [];
    const sentence = titled(messages, titleOf(messages, field.shown), invalidityText(messages, field, error));
    return [titled(messages, messages.text('error.heard'), sentence)];
  });
}

/** An answer in words, as the applicant saw it. */
export function answerText(messages: Messages, question: Question, answer: Answer): string {
  switch (answer.kind) {
    case 'unreadable':
      return answer.typed;
    case 'boolean':
      return messages.text(answer.value ? 'yes' : 'no');
    case 'text':
    case 'url':
      return answer.text;
    case 'number':
      return messages.formatNumber(answer.text);
    case 'date':
      return formatDay(messages, answer.day);
    case 'date_range':
      return `${formatDay(messages, answer.from)} – ${formatDay(messages, answer.to)}`;
    case 'choice':
      return allOf(messages, answer.options.map(shownIn(question)));
    case 'files':
      return allOf(
        messages,
        answer.files.map(({ name }) => name),
      );
    default:
      return unreachable(answer);
  }
}

const shownIn = (question: Question) => (chosen: string) =>
  ('options' in question && question.options.find(({ text }) => text === chosen)?.shown) || chosen;

/** Separates the title of a question from words about it. */
const titleEnd = (messages: Messages, title: string): string =>
  /\p{P}$/u.test(title) ? ' ' : `${messages.text('summary.colon')} `;

/** Words about a question, with its title unless they name it. */
export const titled = (messages: Messages, title: string, text: string): string =>
  names(text, title) ? text : title + titleEnd(messages, title) + text;

/** True if the text names the title: in quotation marks, or as "Enter your first name" for "First name". */
export function names(text: string, title: string): boolean {
  const start = text.toLowerCase().indexOf(title.toLowerCase());
  // One word, such as "Number", may be there for another reason.
  return start >= 0 && (/[“„«\u202f\u2068]/.test(text.charAt(start - 1)) || /\w \w/.test(title));
}

/** Attributes of a box that takes focus: it is read out by its name. */
export const named = (name: string) => ({ role: 'group', 'aria-label': name }) as const;

/** Shortens a long name but keeps both ends: the first words tell what it is, the last letters which version and kind. */
export function shortName(name: string): string {
  const letters = [...name];
  if (letters.length <= 44) return name;
  return `${letters.slice(0, 27).join('')}…${letters.slice(-16).join('')}`;
}
