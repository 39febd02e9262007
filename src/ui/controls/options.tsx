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
    if (!(target instanceof HTMLInputElement)) return;
    props.onChoose([...currentTarget.querySelectorAll('input')].indexOf(target), target);
  }
  return (
    <div
      class={props.looks}
      onChange={onChange}
      // A new function runs at each drawing, so that the rows show what was drawn last.
      ref={(rows) => (rows ? fillRows(rows, props) : undefined)}
    />
  );
}

function createRow(type: Options['type']): Element {
  const input = document.createElement('input');
  input.type = type;
  const row = document.createElement('label');
  row.className = 'af-row';
  row.setAttribute('part', 'option');
  row.append(input, '');
  return row;
}

/**
 * Not by Preact: with its objects for each element a chain of fifty questions takes a tenth longer to appear, and each
 * answer would draw its whole question again.
 *
 * @returns a function that stops following the answer
 */
function fillRows(rows: HTMLElement, { type, id, options, isChecked, isFull }: Options): () => void {
  // The same question of another form may have other options; otherwise the rows stay, and with them focus.
  if (rows.childElementCount !== options.length) rows.replaceChildren(...options.map(() => createRow(type)));
  const inputs = [...rows.querySelectorAll('input')];
  inputs.forEach((input, place) => {
    const { shown = '', direction } = options[place] ?? {};
    const words = input.nextSibling;
    Object.assign(input, { type, name: id });
    if (place === 0) input.id = id;
    if (!direction && words instanceof Text) words.data = shown;
    else words?.replaceWith(direction ? apart(shown, direction) : shown);
  });
  return effect(() => {
    const full = isFull?.() ?? false;
    rows.toggleAttribute('data-full', full);
    inputs.forEach((input, place) => {
      input.checked = isChecked(place);
      // For the styles: with `:has(:checked)` a chain of fifty took a sixth more time for its styles.
      input.parentElement?.toggleAttribute('data-checked', input.checked);
      if (full && !input.checked) input.setAttribute('aria-disabled', 'true');
      else input.removeAttribute('aria-disabled');
    });
  });
}

const apart = (textContent: string, dir: string): Element =>
  Object.assign(document.createElement('span'), { textContent, dir });
