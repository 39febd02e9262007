interface OptionRow {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  /** Set on the first row of a group: where focus goes. */
  readonly id: string | undefined;
  readonly shown: string;
  readonly direction: 'auto' | undefined;
  readonly checked: boolean;
  readonly onChoose: (checked: boolean) => void;
}

/** A whole row as the target of its radio or checkbox; a function, as options are many. */
export const drawOption = ({ type, name, id, shown, direction, checked, onChoose }: OptionRow) => (
  <label class="row" part="option">
    <input
      type={type}
      name={name}
      id={id}
      checked={checked}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
    <span dir={direction}>{shown}</span>
  </label>
);
