/** The first thing that a careers-site developer can do here: take the HTML along, and try it in other clothes. */
import { useEffect, useState } from 'preact/hooks';
import { copyText, notCopied } from '../pages/copy-text.ts';
import { brands, type Choices, embeds, languages, oneOf } from './choices.ts';
import type { Sample } from './sample-jobs.ts';

interface StartProps {
  readonly choices: Choices;
  readonly samples: readonly Sample[];
  /** The HTML for a careers page; '' while the job is not known. */
  readonly html: string;
  /** Id of the job. */
  readonly job: string;
  readonly onChoose: (choices: Choices) => void;
}

export function Start({ choices, samples, html, job, onChoose }: StartProps) {
  const { form, brand, embed, lang } = choices;
  const titles = Object.fromEntries(samples.map(({ name, title }) => [name, title]));
  return (
    <section class="tool start" aria-label="Embed it and try it">
      <div class="choices">
        <Choice
          label="Sample"
          value={form}
          options={titles}
          onChange={(name) => onChoose({ ...choices, form: name })}
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
          label="Language"
          value={lang}
          options={languages}
          onChange={(name) => onChoose({ ...choices, lang: oneOf(languages, name, lang) })}
        />
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="start-code" aria-label="HTML of this form" tabIndex={0}>
        <pre>
          <code>{html}</code>
        </pre>
      </section>
      <div class="start-acts">
        <CopyHtml html={html} />
        <p class="start-note">
          The address is that of <a href="./docs/deploying">your Apply Form server</a>, {job} the job in your
          recruitment service.
        </p>
      </div>
    </section>
  );
}

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

/** Milliseconds. */
const COPIED_SHOWN = 5_000;

function CopyHtml({ html }: { readonly html: string }) {
  const [copied, setCopied] = useState({ text: '', said: '' });
  useEffect(() => {
    if (copied.text === '') return;
    const timer = setTimeout(() => setCopied({ text: '', said: '' }), COPIED_SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const isDone = await copyText(html);
    setCopied(
      isDone ? { text: html, said: 'Copied: paste it into your page.' } : { text: '', said: notCopied },
    );
  };
  const isCopied = copied.text !== '' && copied.text === html;
  return (
    <>
      <button
        type="button"
        class="primary"
        aria-disabled={html === ''}
        onClick={html === '' ? undefined : copy}
      >
        {isCopied ? 'HTML copied' : 'Copy the HTML'}
      </button>
      <p class={copied.said === notCopied ? 'copy-fault' : 'unseen'} role="status">
        {copied.said}
      </p>
    </>
  );
}
