import { effect } from '@preact/signals';
import type { TargetedEvent } from 'preact';

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
