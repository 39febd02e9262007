interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Titles by name. */
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (name: string) => void;
}

export const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
  <label class="choice">
    <span>{label}</span>
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(options).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  </label>
);
