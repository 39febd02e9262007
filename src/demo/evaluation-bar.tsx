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
      <label class="choice">
        <span>Form</span>
        <select value={form} onChange={(event) => props.onForm(event.currentTarget.value)}>
          {samples.map(({ name, title }) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="choice">
        <span>Theme</span>
        <select value={theme} onChange={(event) => props.onTheme(themeOf(event.currentTarget.value))}>
          {Object.entries(themes).map(([name, title]) => (
            <option key={name} value={name}>
              {title}
            </option>
          ))}
        </select>
      </label>
      <label class="choice">
        <span>Language</span>
        <select>
          <option>English</option>
        </select>
      </label>
      <button type="button" class="restart" onClick={props.onRestart}>
        Start again
      </button>
      <PlaceLinks form={form} token={token} />
    </nav>
  );
}

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
