import { useState } from 'preact/hooks';
import { Choice } from './choice.tsx';
import { applicants, brands, type Choices, embeds, languages, oneOf, themes } from './choices.ts';
import { DrawerButton, type DrawerState } from './drawer-button.tsx';
import { PlaceLinks } from './place-links.tsx';
import type { Sample } from './sample-jobs.ts';
import type { Access } from './snippet/snippet.ts';

interface EvaluationBarProps extends DrawerState {
  readonly samples: readonly Sample[];
  readonly choices: Choices;
  /** null while the form cannot be opened. */
  readonly access: Access | null;
  readonly onChoose: (choices: Choices) => void;
  readonly onRestart: () => void;
}

/** For those who evaluate: everything on this strip is ours, everything below it is the company's. */
export function EvaluationBar(props: EvaluationBarProps) {
  const { samples, choices, access, drawer, onChoose, onRestart, onDrawer } = props;
  const { form, lang, theme, brand, embed, applicant } = choices;
  const [isOpen, setOpen] = useState(false);
  return (
    <nav class="tool bar" aria-label="Demo of Apply Form">
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
        <Choice
          label="Embed"
          value={embed}
          options={embeds}
          onChange={(name) => onChoose({ ...choices, embed: oneOf(embeds, name, embed) })}
        />
        <Choice
          label="Applicant"
          value={applicant}
          options={applicants}
          onChange={(name) => onChoose({ ...choices, applicant: oneOf(applicants, name, applicant) })}
        />
        <div class="acts">
          <DrawerButton name="html" controls="demo-builder" {...{ drawer, onDrawer }}>
            Get the HTML
          </DrawerButton>
          <DrawerButton name="hosts" controls="demo-host-pages" {...{ drawer, onDrawer }}>
            Host pages
          </DrawerButton>
          <button type="button" onClick={onRestart}>
            Start again
          </button>
          <PlaceLinks choices={choices} access={access} />
        </div>
      </div>
    </nav>
  );
}

const titles = (samples: readonly Sample[]) =>
  Object.fromEntries(samples.map(({ name, title }) => [name, title]));
