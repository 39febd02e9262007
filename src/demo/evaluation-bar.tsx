import { useState } from 'preact/hooks';
import { brands, type Choices, languages, oneOf, themes } from './choices.ts';
import { type Place, places } from './places.ts';
import type { Sample } from './sample-jobs.ts';

interface EvaluationBarProps {
  readonly samples: readonly Sample[];
  readonly choices: Choices;
  /** null while there is none. */
  readonly token: string | null;
  readonly onChoose: (choices: Choices) => void;
  readonly onRestart: () => void;
}

/** For those who evaluate: everything on this strip is ours, everything below it is the company's. */
export function EvaluationBar({ samples, choices, token, onChoose, onRestart }: EvaluationBarProps) {
  const { form, lang, theme, brand } = choices;
  const [isOpen, setOpen] = useState(false);
  return (
    <nav class="bar" aria-label="Demo of Apply Form">
      <p class="bar-title">Apply Form</p>
      <Choice
        label="Form"
        value={form}
        options={titles(samples)}
        onChange={(name) => onChoose({ ...choices, form: name })}
      />
      <button
        type="button"
        class="more"
        aria-expanded={isOpen}
        aria-controls="demo-settings"
        onClick={() => setOpen(!isOpen)}
      >
        Settings
      </button>
      <div class="settings" id="demo-settings" data-open={isOpen || undefined}>
        <Choice
          label="Language"
          value={lang}
          options={languages}
          onChange={(name) => onChoose({ ...choices, lang: oneOf(languages, name, lang) })}
        />
        <Choice
          label="Theme"
          value={theme}
          options={themes}
          onChange={(name) => onChoose({ ...choices, theme: oneOf(themes, name, theme) })}
        />
        <Choice
          label="Brand"
          value={brand}
          options={brands}
          onChange={(name) => onChoose({ ...choices, brand: oneOf(brands, name, brand) })}
        />
        <button type="button" class="restart" onClick={onRestart}>
          Start again
        </button>
        <PlaceLinks choices={choices} token={token} />
      </div>
    </nav>
  );
}

const titles = (samples: readonly Sample[]) =>
  Object.fromEntries(samples.map(({ name, title }) => [name, title]));

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Titles by name. */
  readonly options: Readonly<Record<string, string>>;
  readonly onChange: (name: string) => void;
}

const Choice = ({ label, value, options, onChange }: ChoiceProps) => (
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

interface PlaceLinksProps {
  readonly choices: Choices;
  readonly token: string | null;
}

/** The same form where it can stand: here, on a page of its own, on other people's pages. */
function PlaceLinks({ choices, token }: PlaceLinksProps) {
  return (
    <ul class="places" aria-label="Place">
      <li>
        <span aria-current="page">Here</span>
      </li>
      {places(choices, token).map(({ name, address }: Place) => (
        <li key={name}>
          <a href={address} target="_blank" rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
