import { effect } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import { detailId } from '../core/model/details.ts';
import type { ChoiceQuestion } from '../core/model/question.ts';
import { type ControlProps, controlAttributes, drawSelect } from './controls.tsx';
import { LongList } from './long-list.tsx';
import { likelyCountries, likelyFirst } from './phone.tsx';
import { Notice, type Screen, textDirection } from './screen.tsx';

/** Up to this number a single choice shows all its options. */
const mostRadios = 7;

/** Matches text that is longer than a phone's line, which a select would cut off. */
const isWordy = /.{41}|[\u2e80-\uffef]{21}/s;

/** Up to this number, short options share a row where there is room. */
const mostInRow = 4;
const shortLetters = 10;

export const isSingle = (question: ChoiceQuestion) => question.maximum === 1;

export const isSelect = (question: ChoiceQuestion): boolean =>
  isPlace(question) ||
  (isSingle(question) &&
    question.options.length > mostRadios &&
    !question.options.some(({ shown }) => isWordy.test(shown)));

const isPlace = ({ detail }: ChoiceQuestion): boolean => detail === 'country' || detail === 'state_province';

/** From this number of rows on, typing narrows the list. */
const manyRows = 30;

type ChoiceProps = ControlProps & { readonly question: ChoiceQuestion };

/** Replaces a control that cannot be drawn; it never blocks sending. */
export const drawUnknown = ({ screen }: ControlProps) => (
  <Notice>{screen.messages.value.text('notice.unknown')}</Notice>
);

export function drawChoice(props: ChoiceProps) {
  if (props.question.options.length === 0) return drawUnknown(props);
  return isSelect(props.question) ? drawChoiceSelect(props) : drawRows(props);
}

function drawRows(props: ChoiceProps) {
  const { field, screen, ids, described, question } = props;
  const single = isSingle(question);
  const isFull = () =>
    !single && question.maximum !== null && chosenTexts(field.entry.value).length >= question.maximum;

  function onChoose(index: number, input: HTMLInputElement): void {
    const text = question.options[index]?.text ?? '';
    // A choice beyond the maximum is rejected rather than replacing another one.
    const isRefused = input.checked && isFull();
    if (isRefused) input.checked = false;
    const others = single ? [] : chosenTexts(field.entry.peek()).filter((other) => other !== text);
    screen.form.setAnswer(question.id, {
      kind: 'choice',
      options: input.checked ? [...others, text] : others,
    });
    screen.filling.peek()?.sayChosen(props, isRefused ? question.options[index]?.shown : undefined);
  }

  const { options } = question;
  const isShort = options.length <= mostInRow && options.every(({ shown }) => shown.length <= shortLetters);
  const rows = drawOptions({
    looks: isShort ? 'af-rows af-pair' : 'af-rows',
    type: single ? 'radio' : 'checkbox',
    id: ids.control,
    described,
    options: options.map(({ shown }) => ({ shown, direction: textDirection(shown, screen.messages.value) })),
    isChecked: (index) => chosenTexts(field.entry.value).includes(options[index]?.text ?? ''),
    isFull,
    onChoose,
  });
  return options.length > manyRows ? <LongList {...props} rows={rows} /> : rows;
}

function drawChoiceSelect(props: ChoiceProps) {
  const { field, screen, question } = props;
  const { autofill } = field.question;
  // Only details have values that browsers can fill in: a question's values are the service's text.
  const options = question.options.map(({ text, shown }, index) => ({
    value: isPlace(question) ? text : `${index}`,
    shown,
    text,
  }));
  const [chosen] = chosenTexts(field.entry.value);
  return drawSelect({
    options: [
      { value: '', shown: screen.messages.value.text('select') },
      ...(question.detail === 'country' ? likelyFirst(options, likelyPlaces(screen)) : options),
    ],
    value: options.find(({ text }) => text === chosen)?.value ?? '',
    attributes: { ...controlAttributes(props), name: autofill, autoComplete: autofill },
    onChoose(value) {
      const option = options.find((candidate) => candidate.value === value);
      screen.form.setAnswer(question.id, option ? { kind: 'choice', options: [option.text] } : null);
    },
  });
}

/** The country of the given phone number, and the applicant's likely countries. */
function likelyPlaces({ form, messages }: Screen): readonly string[] {
  const phone = form.fields.get(detailId('phone'))?.entry.value;
  const country = phone?.kind === 'text' ? phone.country : undefined;
  return [country ?? '', ...likelyCountries(messages.value.locale)];
}

const chosenTexts = (entry: ControlProps['field']['entry']['value']): readonly string[] =>
  entry?.kind === 'choice' ? entry.options : [];

/** Yes and No as radios: an unanswered question stays distinct from "No". */
export function drawBoolean({ field, screen, ids, described }: ControlProps) {
  const messages = screen.messages.value;
  return drawOptions({
    looks: 'af-rows af-pair',
    type: 'radio',
    id: ids.control,
    described,
    options: [{ shown: messages.text('yes') }, { shown: messages.text('no') }],
    isChecked(index) {
      const entry = field.entry.value;
      return entry?.kind === 'boolean' && entry.value === (index === 0);
    },
    onChoose: (index, { checked }) =>
      screen.form.setAnswer(field.question.id, checked ? { kind: 'boolean', value: index === 0 } : null),
  });
}

interface Option {
  readonly shown: string;
  readonly direction?: 'ltr' | 'rtl' | undefined;
}

interface Options {
  readonly looks: string;
  readonly type: 'radio' | 'checkbox';
  /** The id of the first input, where focus goes, and the name of the group. */
  readonly id: string;
  /** Describes the first input, because not every screen reader reads a group's description. */
  readonly described: string | undefined;
  readonly options: readonly Option[];
  /** Called again when a signal that it reads has changed. */
  readonly isChecked: (index: number) => boolean;
  /** The maximum is chosen: the other options can be focused and read, but not chosen. */
  readonly isFull?: () => boolean;
  readonly onChoose: (index: number, input: HTMLInputElement) => void;
}

/** The whole row is the target of its radio or checkbox. One listener serves all rows: a form may have thousands. */
export function drawOptions(props: Options) {
  function onChange({ currentTarget, target }: TargetedEvent<HTMLDivElement>): void {
    rowsOf.get(currentTarget)?.forEach(({ input }, index) => {
      if (input === target) props.onChoose(index, input);
    });
  }
  return (
    <div
      // The key keeps Preact from reusing this element, whose content it does not know.
      key="rows"
      class={props.looks}
      onChange={onChange}
      // A new function runs at each render, so that the rows are up to date.
      ref={(list) => (list ? fillRows(list, props) : undefined)}
    />
  );
}

interface Row {
  readonly label: HTMLElement;
  readonly input: HTMLInputElement;
  /** The option that was last written into the row. */
  written?: Option;
}

/** The rows of each element, stored here because a host or a translator may add to the element. */
const rowsOf = new WeakMap<Element, readonly Row[]>();

function createRow(): Row {
  const input = document.createElement('input');
  const label = document.createElement('label');
  label.className = 'af-row';
  label.setAttribute('part', 'option');
  label.append(input);
  return { label, input };
}

/**
 * Not by Preact: with its objects for each element a chain of fifty questions takes a tenth longer to appear, and each
 * answer would draw its whole question again.
 *
 * @returns a function that stops following the answer
 */
function fillRows(list: Element, { type, id, described, options, isChecked, isFull }: Options): () => void {
  let rows = rowsOf.get(list);
  // The same question of another form may have other options; otherwise the rows stay, and with them focus.
  if (rows?.length !== options.length) {
    rows = options.map(createRow);
    rowsOf.set(list, rows);
    list.replaceChildren(...rows.map(({ label }) => label));
  }
  rows.forEach((row, index) => {
    const option = options[index];
    Object.assign(row.input, { type, name: id });
    if (index === 0) {
      row.input.id = id;
      row.input.setAttribute('aria-describedby', described ?? '');
    }
    if (option) write(row, option);
  });
  return effect(() => {
    const full = isFull?.() ?? false;
    list.toggleAttribute('data-full', full);
    rows.forEach(({ label, input }, index) => {
      input.checked = isChecked(index);
      // For the styles: with `:has(:checked)` a chain of fifty took a fifth more time for its styles.
      label.toggleAttribute('data-checked', input.checked);
      if (full && !input.checked) input.setAttribute('aria-disabled', 'true');
      else input.removeAttribute('aria-disabled');
    });
  });
}

/** Writes changes only: replacing a text between press and release would lose the click. */
function write(row: Row, option: Option): void {
  const { input, written } = row;
  const { shown, direction } = option;
  row.written = option;
  if (written?.shown === shown && written.direction === direction) return;
  while (input.nextSibling) input.nextSibling.remove();
  input.after(
    direction ? Object.assign(document.createElement('span'), { textContent: shown, dir: direction }) : shown,
  );
}
