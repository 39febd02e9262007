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
