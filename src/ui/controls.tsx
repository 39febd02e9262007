import type { TargetedEvent } from 'preact';
import { useRef } from 'preact/hooks';
import { withOtherEndings } from '../core/model/files.ts';
import type { Answer } from '../core/model/question.ts';
import type { Field } from '../form/contract.ts';
import type { FirstMessages } from '../locale/messages.ts';
import { type ElementIds, elementIds, type FieldProps, Icon, joinIds, type Screen } from './screen.tsx';

export interface ControlProps extends FieldProps {
  readonly ids: ElementIds;
  /** Ids of the elements that describe the control. */
  readonly described: string | undefined;
}

/** Attributes that every single control of a question carries. */
export function controlAttributes({ field, ids, described }: ControlProps) {
  return {
    id: ids.control,
    // A new function runs at each render.
    ref: (control: Control | null) => rememberDrawn(control),
    part: 'control',
    'aria-describedby': described,
    'aria-required': field.required || undefined,
    'aria-invalid': field.error.value !== null || undefined,
  };
}

/** Draws the error of the answer, once its sentences are loaded. */
export function drawError({ field, screen }: FieldProps) {
  const error = field.error.value;
  const filling = screen.filling.value;
  return (
    error &&
    filling && (
      <p class="af-error" part="error" id={elementIds(screen, field).error}>
        <filling.ErrorMessage field={field} error={error} messages={filling.messages} />
      </p>
    )
  );
}

export type Control = HTMLInputElement | HTMLSelectElement | HTMLTextAreaElement;

/** The value of each control when it was last drawn: if unchanged, there is nothing to read. */
const drawn = new WeakMap<Control, string>();

export function rememberDrawn(control: Control | null): void {
  if (control) drawn.set(control, control.value);
}

const isTick = (control: Control): control is HTMLInputElement => /radio|checkbox/.test(control.type);

/** A radio or checkbox has its drawn state in its row. */
const isChanged = (control: Control): boolean =>
  isTick(control)
    ? control.matches('.af-row > *') && control.checked !== control.matches('[data-checked] > *')
    : control.value !== (drawn.get(control) ?? control.value);

/** Order of reading: unticked boxes first, because they make room below the maximum. */
const rankOf = (control: Control): number =>
  !isTick(control) || control.checked ? 0 : control.type === 'radio' ? 1 : -1;

/** A date control sends no event for a partial day, so its content is read when another control is used. */
const isDay = (control: Control): boolean => control.matches('[type="date"], [data-date-part]');

let isReading = false;
let isHearing = false;

/**
 * Enters what the controls of a form show, as if it were typed now. Extensions that fill in forms, password managers and
 * spelling helpers may change controls without the usual events. What a control shows counts, so before anything is sent
 * each control that changed without an event is read.
 */
export function readControls(box: Element | null): void {
  if (isReading || !box) return;
  isReading = true;
  const changed = [...box.querySelectorAll<Control>('input,select,textarea')]
    .filter((control) => isChanged(control) && !(isHearing && isDay(control) && control.matches(':focus')))
    .sort((first, second) => rankOf(first) - rankOf(second))
    .map((control) => ({ control, checked: isTick(control) && control.checked }));
  for (const { control, checked } of changed) {
    // Storing an answer redraws the other rows of its question.
    if (isTick(control)) control.checked = checked;
    if (!isChanged(control)) continue;
    for (const type of ['input', 'change', 'blur'])
      control.dispatchEvent(new Event(type, { bubbles: type !== 'blur' }));
    rememberDrawn(control);
  }
  isReading = false;
}

/**
 * Remembers values that the controls have just handled themselves, so that typing is not read again as if the field were
 * left. Reads all controls after an event of a program, which may come before the value, or for the last control only.
 */
export function hearInput({ target, type, isTrusted }: Event, read: () => void): void {
  if (hasHeard(target, type)) rememberDrawn(target);
  if (isTrusted || isReading) return;
  queueMicrotask(() => {
    isHearing = true;
    read();
    isHearing = false;
  });
}

function hasHeard(target: EventTarget | null, type: string): target is Control {
  if (target instanceof HTMLSelectElement) return type === 'change';
  const isLine = target instanceof HTMLInputElement && target.type !== 'file' && !isDay(target);
  return type === 'input' && (isLine || target instanceof HTMLTextAreaElement);
}

/** Attributes that choose the on-screen keyboard and let the browser fill in the field. */
export interface Help {
  readonly inputMode?: 'email' | 'tel' | 'url' | 'decimal' | undefined;
  readonly autoComplete?: string;
  readonly autoCapitalize?: 'none' | 'words';
  readonly spellcheck?: boolean;
  readonly class?: string;
}

const tokens = 'name given-name family-name address-level2 postal-code country-name bday'.split(' ');

/**
 * Matches canonical titles that plainly ask for the applicant's own details, with one group each for e-mail, telephone,
 * and every token.
 */
const titles =
  /^(your )?(?:(e-?mail(?: address)?)|((?:(?:mobile|tele)? ?phone|mobile)(?: number)?)|((?:full )?name)|((?:first|given) name)|((?:last|family) name|surname)|(city|town|town or city)|(post ?code|postal code|zip(?: code)?)|(country)|(date of birth))[?:* ]*$/i;

/**
 * Attributes that let a browser fill in the field (WCAG 1.3.5). Below another question "Name" may mean another person's, so there it must
 * say "your".
 */
export function purposeOf({ question, parent }: Field): Help {
  if (question.autofill) return { autoComplete: question.autofill };
  const [, own, email, tel, ...found] = titles.exec(question.canonicalTitle) ?? [];
  const inputMode = email ? 'email' : tel ? 'tel' : undefined;
  const autoComplete = inputMode ?? tokens[found.findIndex(Boolean)];
  if (!autoComplete || (parent && !own)) return {};
  return { autoComplete, autoCapitalize: inputMode ? 'none' : 'words', spellcheck: false, inputMode };
}

/** The kinds of answer that are typed. */
type TypedKind = 'text' | 'url' | 'number';

export function LineControl(props: ControlProps & { readonly kind: TypedKind }) {
  const typed = useTypedText(props, props.kind);
  const help = helpOf[props.kind] ?? purposeOf(props.field);
  return (
    <input
      type="text"
      class="af-box"
      dir="auto"
      // Browsers remember entries by name; only details have one, because a question's would be the service's text.
      name={props.field.question.detail && help.autoComplete}
      {...help}
      {...controlAttributes(props)}
      {...typed}
    />
  );
}

export function LongTextControl(props: ControlProps) {
  const { onBlur, ...typed } = useTypedText(props, 'text');
  const filling = props.screen.filling.value;
  return (
    <textarea
      class="af-box"
      rows={4}
      dir="auto"
      {...controlAttributes(props)}
      // Runs at each render, so that the area grows with text from a draft as well.
      ref={(area) => {
        filling?.grow(area);
        rememberDrawn(area);
      }}
      {...typed}
    />
  );
}

const helpOf: Readonly<Partial<Record<TypedKind, Help>>> = {
  url: { inputMode: 'url', autoComplete: 'url', autoCapitalize: 'none', spellcheck: false },
  number: { inputMode: 'decimal', autoComplete: 'off', class: 'af-box af-short' },
};

type Typing = Pick<TargetedEvent<HTMLInputElement | HTMLTextAreaElement>, 'currentTarget'>;

/**
 * The text to show. What was typed stays as it was typed (a space at the end, a comma too many) until the field is
 * left, or the answer is changed from elsewhere: a draft, a reset, the `https://` that is added on leaving.
 */
function useTypedText({ field, screen }: FieldProps, kind: TypedKind) {
  const entry = field.entry.value;
  const messages = screen.messages.value;
  const remembered = useRef<{ text: string; entry: Answer | null; messages: FirstMessages }>(null);

  // Only numbers change with the language.
  const isRewritten = kind === 'number' && remembered.current?.messages !== messages;
  if (remembered.current?.entry !== entry || isRewritten) {
    const { text = '' } = remembered.current ?? {};
    // Text typed before numbers could be read means the same, so it is not rewritten under the cursor.
    const isSame = !isRewritten && isNumber(entry, read(text, kind, screen));
    remember(isSame ? text : write(entry, messages));
  }

  function remember(text: string): void {
    remembered.current = { text, entry: field.entry.peek(), messages };
  }

  function onInput({ currentTarget: { value } }: Typing): void {
    screen.form.setAnswer(field.question.id, read(value, kind, screen));
    remember(value);
  }

  /** Shows the answer as understood. Reads it again, because the language may have changed. */
  function onBlur(event: Typing): void {
    onInput(event);
    const text = write(field.entry.peek(), messages);
    event.currentTarget.value = text;
    rememberDrawn(event.currentTarget);
    remember(text);
  }

  return { value: remembered.current?.text, onInput, onBlur };
}

function write(answer: Answer | null, messages: FirstMessages): string {
  if (answer?.kind === 'unreadable') return answer.typed;
  if (answer?.kind === 'number') return messages.formatNumber(answer.text);
  return answer && 'text' in answer ? answer.text : '';
}

const isNumber = (entry: Answer | null, reading: Answer): boolean =>
  entry?.kind === 'number' && reading.kind === 'number' && reading.text === entry.text;

function read(typed: string, kind: TypedKind, { filling, messages }: Screen): Answer {
  if (kind !== 'number' || !typed.trim()) return { kind, text: typed };
  // Until the number reader is loaded, the text is stored as typed.
  const text = filling.peek()?.readNumber(typed, messages.peek().locale)?.decimal;
  return text === undefined ? { kind: 'unreadable', typed } : { kind, text };
}

export interface SelectOption {
  readonly value: string;
  readonly shown: string;
}

interface SelectProps {
  readonly options: readonly SelectOption[];
  readonly value: string;
  readonly attributes: object;
  readonly onChoose: (value: string) => void;
}

/** A native select. The chosen option is repeated below if the select is too narrow for it. */
export function drawSelect({ options, value, attributes, onChoose }: SelectProps) {
  const chosen = value && options.find((option) => option.value === value)?.shown;
  return (
    <div class="af-select">
      <select
        class="af-box"
        {...attributes}
        value={value}
        onChange={(event) => onChoose(event.currentTarget.value)}
      >
        {options.map((option) => (
          <option key={option.value} value={option.value}>
            {option.shown}
          </option>
        ))}
      </select>
      {chosen && (
        <div class="af-room" aria-hidden="true">
          <p
            class="af-whole"
            ref={(line) =>
              line?.style.setProperty('--af-letters', `${chosen.replace(/[\u2e80-\uffef]/g, 'xx').length}`)
            }
          >
            {chosen}
          </p>
        </div>
      )}
    </div>
  );
}

/**
 * The dashed area is the file input itself, stretched over it and transparent: a click, a key and a drop all
 * reach the native control. Once it is loaded, `FileList` takes what is chosen, dropped or pasted.
 */
export function FilesControl(props: ControlProps) {
  const { field, screen, ids } = props;
  const attributes = controlAttributes(props);
  const filling = screen.filling.value;
  const several = field.question.type === 'multi_document';
  const limits = limitsOf(props);

  function onChange({ currentTarget: input }: TargetedEvent<HTMLInputElement>): void {
    const files = [...(input.files ?? [])];
    input.value = '';
    screen.actions.attach(field.question.id, files);
  }

  return (
    <>
      {filling && <filling.FileList field={field} screen={screen} messages={filling.messages} />}
      <div class="af-drop" part="control">
        <input
          type="file"
          {...attributes}
          aria-labelledby={ids.label}
          aria-describedby={joinIds(ids.hint, attributes['aria-describedby'])}
          multiple={several}
          accept={(limits && withOtherEndings(limits.types).join(',')) || undefined}
          onChange={filling ? undefined : onChange}
        />
        <Icon name="upload" />
        <span class="af-words" id={ids.hint}>
          {drawText(props, several, limits?.bytes)}
        </span>
      </div>
    </>
  );
}

/** The question's own limits, or the form's. */
export const limitsOf = ({ field, screen }: FieldProps) => field.question.limits ?? screen.limits;

function drawText({ field, screen }: ControlProps, several: boolean, bytes?: number | null) {
  const messages = screen.messages.value;
  const further = field.files.value.length > 0 && screen.filling.value?.messages;
  return (
    <>
      <b>
        {further
          ? further.text(several ? 'file.more' : 'file.replace')
          : messages.text(several ? 'file.chooseSeveral' : 'file.chooseOne')}
      </b>{' '}
      <span>{messages.text(several && !further ? 'file.dropSeveral' : 'file.drop')}</span>
      {bytes && (
        <small>
          {messages.text(several ? 'file.limit' : 'file.limitOne', { size: messages.formatSize(bytes) })}
        </small>
      )}
    </>
  );
}
