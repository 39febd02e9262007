interface OptionRow {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  /** Set on the first row of a group: where focus goes. */
  readonly id: string | undefined;
  readonly shown: string;
  readonly direction: 'auto' | undefined;
  readonly checked: boolean;
  /** As many as may be are chosen: it can be reached and read, but not chosen. */
  readonly held?: boolean;
  readonly onChoose: (input: HTMLInputElement) => void;
}

/** A whole row as the target of its radio or checkbox; a function, as options are many. */
export const drawOption = ({ type, name, id, shown, direction, checked, held, onChoose }: OptionRow) => (
  <label class="row" part="option">
    <input
      type={type}
      name={name}
      id={id}
      checked={checked}
      aria-disabled={(held && !checked) || undefined}
      onChange={(event) => onChoose(event.currentTarget)}
    />
    <span dir={direction}>{shown}</span>
  </label>
);
