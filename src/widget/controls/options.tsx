interface OptionRowProps {
  readonly type: 'radio' | 'checkbox';
  readonly name: string;
  /** Set on the first row of a group: where focus goes. */
  readonly id: string | undefined;
  readonly shown: string;
  readonly checked: boolean;
  readonly disabled: boolean;
  readonly onChoose: (checked: boolean) => void;
}

/** A whole row as the target of its radio or checkbox. */
export const OptionRow = ({ type, name, id, shown, checked, disabled, onChoose }: OptionRowProps) => (
  <label class="row" part="option">
    <input
      type={type}
      name={name}
      id={id}
      checked={checked}
      disabled={disabled}
      onChange={(event) => onChoose(event.currentTarget.checked)}
    />
    <span dir="auto">{shown}</span>
  </label>
);
