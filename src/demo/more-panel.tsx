/** What is rarely tried: every sample form, how the applicant comes, and the form in other places. */
import { Choice } from './choice.tsx';
import { applicants, type Choices, layouts, oneOf, themes } from './choices.ts';
import { hostPages } from './host-pages.ts';
import { panelIds } from './panel.ts';
import { onOtherOrigin, places } from './places.ts';
import type { Sample } from './sample-jobs.ts';
import type { Access } from './snippet/snippet.ts';

interface MorePanelProps {
  readonly samples: readonly Sample[];
  readonly choices: Choices;
  /** null while the form cannot be opened. */
  readonly access: Access | null;
  readonly onChoose: (choices: Choices) => void;
  readonly onRestart: () => void;
}

export function MorePanel({ samples, choices, access, onChoose, onRestart }: MorePanelProps) {
  const { form, theme, layout, applicant } = choices;
  return (
    <section class="tool panel" id={panelIds.more} aria-labelledby="demo-more-title">
      <h2 id="demo-more-title" class="unseen">
        More to try
      </h2>
      <div class="more-choices">
        <Choice
          label="Sample form"
          value={form}
          options={titles(samples)}
          onChange={(name) => onChoose({ ...choices, form: name })}
        />
        <Choice
          label="Applicant"
          value={applicant}
          options={applicants}
          onChange={(name) => onChoose({ ...choices, applicant: oneOf(applicants, name, applicant) })}
        />
        <Choice
          label="Theme"
          value={theme}
          options={themes}
          onChange={(name) => onChoose({ ...choices, theme: oneOf(themes, name, theme) })}
        />
        <Choice
          label="Layout"
          value={layout}
          options={layouts}
          onChange={(name) => onChoose({ ...choices, layout: oneOf(layouts, name, layout) })}
        />
        <button type="button" onClick={onRestart}>
          Start again
        </button>
      </div>
      <h3>The same form elsewhere</h3>
      <ul class="more-links">
        {places(choices, access).map(({ name, address, words }) => (
          <PageLink key={name} {...{ name, address, words }} />
        ))}
      </ul>
      <h3>Pages that try to break it</h3>
      <ul class="more-links">
        {hostPages.map(({ page, name, ordeal }) => (
          <PageLink key={page} name={name} address={onOtherOrigin(page).href} words={ordeal} />
        ))}
      </ul>
    </section>
  );
}

interface PageLinkProps {
  readonly name: string;
  readonly address: string;
  readonly words: string;
}

const PageLink = ({ name, address, words }: PageLinkProps) => (
  <li>
    <a href={address} target="_blank" rel="noopener">
      {name}
    </a>{' '}
    <span>{words}</span>
  </li>
);

const titles = (samples: readonly Sample[]) =>
  Object.fromEntries(samples.map(({ name, title }) => [name, title]));
