import { effect } from '@preact/signals';
import type { TargetedEvent } from 'preact';
import type { ChoiceQuestion } from '../core/model/question.ts';
import { type ControlProps, controlAttributes, Notice } from './controls.tsx';
import { LongList } from './long-list.tsx';
import { textDirection } from './texts.tsx';

/** Up to this number a single choice shows all its options (`src/README.md#how-it-looks`). */
const mostRadios = 7;

/** More than a phone shows in a line: in a list that the browser opens, it could not be read and compared. */
const isWordy = /.{41}|[\u2e80-\uffef]{21}/s;

/** Up to so many options of so few letters stand in one row where there is room. */
const mostInRow = 4;
const shortLetters = 10;

export const isSingle = (question: ChoiceQuestion) => question.maximum === 1;

export const isSelect = (question: ChoiceQuestion): boolean =>
  isSingle(question) &&
  question.options.length > mostRadios &&
  !question.options.some(({ shown }) => isWordy.test(shown));

/** From so many rows on they are narrowed by typing. */
const manyRows = 30;

const isLong = (question: ChoiceQuestion): boolean =>
  question.options.length > manyRows && !isSelect(question);

const isShort = ({ options }: ChoiceQuestion): boolean =>
  options.length <= mostInRow && options.every(({ shown }) => shown.length <= shortLetters);

interface ChoiceProps extends ControlProps {
  readonly question: ChoiceQuestion;
}

export function drawChoice(props: ChoiceProps) {
  if (props.question.options.length === 0) return <Notice screen={props.screen} />;
  return isSelect(props.question) ? drawChoiceSelect(props) : drawRows(props);
}

function drawRows(props: ChoiceProps) {
  const { field, screen, ids, described, question } = props;
  const single = isSingle(question);
  const isFull = () =>
    !single && question.maximum !== null && chosenTexts(field.entry.value).length >= question.maximum;

  function onChoose(place: number, input: HTMLInputElement): void {
    const text = question.options[place]?.text ?? '';
    // A choice beyond the maximum is rejected rather than replacing another one.
    const isRefused = input.checked && isFull();
    if (isRefused) input.checked = false;
    const others = single ? [] : chosenTexts(field.entry.peek()).filter((other) => other !== text);
    screen.form.setAnswer(question.id, {
      kind: 'choice',
      options: input.checked ? [...others, text] : others,
    });
    screen.filling.peek()?.sayChosen(props, isRefused ? question.options[place]?.shown : undefined);
  }

  const rows = drawOptions({
    looks: isShort(question) ? 'af-rows af-pair' : 'af-rows',
    type: single ? 'radio' : 'checkbox',
    id: ids.control,
    described,
    options: question.options.map(({ shown }) => ({
      shown,
      direction: textDirection(shown, screen.messages.value),
    })),
    isChecked: (place) => chosenTexts(field.entry.value).includes(question.options[place]?.text ?? ''),
    isFull,
    onChoose,
  });
  return isLong(question) ? <LongList {...props} rows={rows} /> : rows;
}

function drawChoiceSelect(props: ChoiceProps) {
  const { field, screen, question } = props;
  const [chosen] = chosenTexts(field.entry.value);
  const place = question.options.findIndex((option) => option.text === chosen);
  return drawSelect({
    options: [
      { value: '', shown: screen.messages.value.text('select') },
      ...question.options.map(({ shown }, index) => ({ value: String(index), shown })),
    ],
    value: place < 0 ? '' : String(place),
    attributes: controlAttributes(props),
    onChoose(value) {
      const option = question.options[Number(value || -1)];
      screen.form.setAnswer(question.id, option ? { kind: 'choice', options: [option.text] } : null);
    },
  });
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
    isChecked(place) {
      const entry = field.entry.value;
      return entry?.kind === 'boolean' && entry.value === (place === 0);
    },
    onChoose: (place, { checked }) =>
      screen.form.setAnswer(field.question.id, checked ? { kind: 'boolean', value: place === 0 } : null),
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
  /** Of the first input: what describes a group is not read by every screen reader. */
  readonly described: string;
  readonly options: readonly Option[];
  /** Called again when a signal that it reads has changed. */
  readonly isChecked: (place: number) => boolean;
  /** The maximum is chosen: the other options can be focused and read, but not chosen. */
  readonly isFull?: () => boolean;
  readonly onChoose: (place: number, input: HTMLInputElement) => void;
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
      // With a key no other element takes this one over: Preact does not know what is in it.
      key="rows"
      class={props.looks}
      onChange={onChange}
      // A new function runs at each drawing, so that the rows show what was drawn last.
      ref={(place) => (place ? fillRows(place, props) : undefined)}
    />
  );
}

interface Row {
  readonly label: HTMLElement;
  readonly input: HTMLInputElement;
  /** What was last written into it. */
  written?: Option;
}

/** What was put into each element. The element is not asked, since a host or a translator may add to it. */
const rowsOf = new WeakMap<Element, readonly Row[]>();

function createRow(type: Options['type']): Row {
  const input = document.createElement('input');
  input.type = type;
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
function fillRows(place: Element, { type, id, described, options, isChecked, isFull }: Options): () => void {
  let rows = rowsOf.get(place);
  // The same question of another form may have other options; otherwise the rows stay, and with them focus.
  if (rows?.length !== options.length) {
    rows = options.map(() => createRow(type));
    rowsOf.set(place, rows);
    place.replaceChildren(...rows.map(({ label }) => label));
  }
  rows.forEach((row, index) => {
    const option = options[index];
    Object.assign(row.input, { type, name: id });
    if (index === 0) {
      row.input.id = id;
      row.input.setAttribute('aria-describedby', described);
    }
    if (option) write(row, option);
  });
  return effect(() => {
    const full = isFull?.() ?? false;
    place.toggleAttribute('data-full', full);
    rows.forEach(({ label, input }, index) => {
      input.checked = isChecked(index);
      // For the styles: with `:has(:checked)` a chain of fifty took a fifth more time for its styles.
      label.toggleAttribute('data-checked', input.checked);
      if (full && !input.checked) input.setAttribute('aria-disabled', 'true');
      else input.removeAttribute('aria-disabled');
    });
  });
}

/** Only what is new: a press on words that are replaced before the release is lost. */
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

const wideSigns = /[\u2e80-\uffef]/g;

/** Natively, with values that browsers can fill in. Below it is what was chosen where it has no room for that. */
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
              line?.style.setProperty('--af-letters', `${chosen.replace(wideSigns, 'xx').length}`)
            }
          >
            {chosen}
          </p>
        </div>
      )}
    </div>
  );
}
