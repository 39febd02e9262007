/** What can be tried with a press: a picture and one word each. */
import type { ComponentChildren } from 'preact';
import { brands, type Choices, devices, embeds, languages, oneOf } from './choices.ts';
import { Picture, type PictureName } from './picture.tsx';

interface Pick {
  readonly value: string;
  readonly word: string;
  readonly picture: PictureName;
}

const samplePicks: readonly Pick[] = [
  { value: 'nurse', word: 'Nurse', picture: 'cross' },
  { value: 'engineer', word: 'Engineer', picture: 'code' },
  { value: 'graduate', word: 'Graduate', picture: 'cap' },
  { value: 'thousand', word: 'Huge', picture: 'many' },
];

const brandPicks: readonly Pick[] = [
  { value: 'none', word: 'Plain', picture: 'letter' },
  { value: 'bank', word: 'Bank', picture: 'letter' },
  { value: 'hospital', word: 'Hospital', picture: 'letter' },
  { value: 'studio', word: 'Studio', picture: 'letter' },
];

const devicePicks: readonly Pick[] = [
  { value: 'desktop', word: devices.desktop, picture: 'desktop' },
  { value: 'phone', word: devices.phone, picture: 'phone' },
];

const embedPicks: readonly Pick[] = [
  { value: 'element', word: 'Element', picture: 'element' },
  { value: 'script', word: 'Script', picture: 'script' },
  { value: 'iframe', word: 'Iframe', picture: 'frame' },
  { value: 'code', word: 'Code', picture: 'braces' },
];

interface PicksProps {
  readonly choices: Choices;
  readonly onChoose: (choices: Choices) => void;
}

export function Picks({ choices, onChoose }: PicksProps) {
  const { lang } = choices;
  return (
    <div class="picks">
      <PickGroup
        name="Form"
        picks={samplePicks}
        value={choices.form}
        onPick={(form) => onChoose({ ...choices, form })}
      />
      <PickGroup
        name="Brand"
        picks={brandPicks}
        value={choices.brand}
        onPick={(name) => onChoose({ ...choices, brand: oneOf(brands, name, choices.brand) })}
      />
      <PickGroup
        name="Device"
        picks={devicePicks}
        value={choices.device}
        onPick={(name) => onChoose({ ...choices, device: oneOf(devices, name, choices.device) })}
      />
      <PickGroup
        name="Embed"
        picks={embedPicks}
        value={choices.embed}
        onPick={(name) => onChoose({ ...choices, embed: oneOf(embeds, name, choices.embed) })}
      />
      <label class="pick-language">
        <span class="group-name">Language</span>
        <span class="pick-select">
          <Picture name="globe" />
          <select
            value={lang}
            onChange={(event) =>
              onChoose({ ...choices, lang: oneOf(languages, event.currentTarget.value, lang) })
            }
          >
            {Object.entries(languages).map(([name, title]) => (
              <option key={name} value={name}>
                {title}
              </option>
            ))}
          </select>
        </span>
      </label>
    </div>
  );
}

interface PickGroupProps {
  readonly name: string;
  readonly picks: readonly Pick[];
  readonly value: string;
  readonly onPick: (value: string) => void;
}

/** None is chosen where the choice was made among all, behind *More*. */
function PickGroup({ name, picks, value, onPick }: PickGroupProps) {
  return (
    <fieldset class="pick-group">
      <legend class="group-name">{name}</legend>
      <div class="pick-row">
        {picks.map((pick) => (
          <label key={pick.value} class="pick" data-pick={`${name.toLowerCase()}-${pick.value}`}>
            <input
              type="radio"
              class="unseen"
              name={`pick-${name}`}
              value={pick.value}
              checked={pick.value === value}
              onChange={() => onPick(pick.value)}
            />
            <Word picture={pick.picture}>{pick.word}</Word>
          </label>
        ))}
      </div>
    </fieldset>
  );
}

const Word = ({
  picture,
  children,
}: {
  readonly picture: PictureName;
  readonly children: ComponentChildren;
}) => (
  <>
    <Picture name={picture} />
    <span class="pick-word">{children}</span>
  </>
);
