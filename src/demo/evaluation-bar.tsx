import { type Place, places } from './places.ts';
import type { Sample } from './sample-jobs.ts';

const themes = { auto: 'System', light: 'Light', dark: 'Dark' } as const;

export type Theme = keyof typeof themes;

interface EvaluationBarProps {
  readonly samples: readonly Sample[];
  readonly form: string;
  readonly theme: Theme;
  /** null while there is none. */
  readonly token: string | null;
  readonly onForm: (name: string) => void;
  readonly onTheme: (theme: Theme) => void;
  readonly onRestart: () => void;
}

/** For those who evaluate: everything on this strip is ours, everything below it is the company's. */
export function EvaluationBar(props: EvaluationBarProps) {
  const { samples, form, theme, token } = props;
  return (
    <nav class="bar" aria-label="Demo of Apply Form">
      <p class="bar-title">Apply Form demo</p>
      <Choice label="Form" value={form} options={titles(samples)} onChange={props.onForm} />
      <Choice
        label="Theme"
        value={theme}
        options={themes}
        onChange={(name) => props.onTheme(themeOf(name))}
      />
      <button type="button" class="restart" onClick={props.onRestart}>
        Start again
      </button>
      <PlaceLinks form={form} token={token} />
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

const themeOf = (value: string): Theme => (value === 'light' || value === 'dark' ? value : 'auto');

/** The same form where it can stand: here, on a page of its own, on other people's pages. */
function PlaceLinks({ form, token }: { readonly form: string; readonly token: string | null }) {
  return (
    <ul class="places" aria-label="Place">
      <li>
        <span aria-current="page">Here</span>
      </li>
      {places(form, token).map(({ name, address }: Place) => (
        <li key={name}>
          <a href={address} target="_blank" rel="noopener">
            {name}
          </a>
        </li>
      ))}
    </ul>
  );
}
