import type { ComponentChildren } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import { pageFolder } from '../browser/host/host.ts';
import { copyText, notCopied } from '../pages/copy-text.ts';
import { brands, type Choices, embeds, languages, oneOf, readChoices, writeChoices } from './choices.ts';
import { writeHtml } from './embed.ts';
import { readSamples, type Sample } from './sandbox.ts';
import { Stage } from './stage.tsx';

const server = pageFolder().slice(0, -1);

export function Demo() {
  const [samples, setSamples] = useState<readonly Sample[]>([]);
  const [choices, setChoices] = useState(() => readChoices(location.search));
  const { brand, embed, lang } = choices;
  const sample = samples.find(({ name }) => name === choices.form) ?? samples[0];
  const form = sample?.name ?? choices.form;
  useEffect(() => void readSamples().then(setSamples), []);

  const choose = (next: Partial<Choices>) => {
    const all = { ...choices, ...next };
    history.replaceState(null, '', `${location.pathname}${writeChoices(all)}`);
    setChoices(all);
  };
  const titles = Object.fromEntries(samples.map(({ name, title }) => [name, title]));
  return (
    <>
      <div class="choices">
        <Choice label="Sample" value={form} of={titles} onChange={(name) => choose({ form: name })} />
        <Choice
          label="Brand"
          value={brand}
          of={brands}
          onChange={(name) => choose({ brand: oneOf(brands, name, brand) })}
        />
        <Choice
          label="Embed"
          value={embed}
          of={embeds}
          onChange={(name) => choose({ embed: oneOf(embeds, name, embed) })}
        />
        <Choice
          label="Language"
          value={lang}
          of={languages}
          onChange={(name) => choose({ lang: oneOf(languages, name, lang) })}
        />
      </div>
      {sample && (
        <Code html={writeHtml({ embed, lang, access: { job: sample.job.id }, server }, brand)}>
          The address is that of <a href="./docs/deploying">your Apply Form server</a>, {sample.job.id} the
          job in your recruitment service.
        </Code>
      )}
      <Stage {...{ form, brand, embed, lang, server }} job={sample?.job} />
    </>
  );
}

interface ChoiceProps {
  readonly label: string;
  readonly value: string;
  /** Titles of the choices, by name. */
  readonly of: Readonly<Record<string, string>>;
  readonly onChange: (name: string) => void;
}

const Choice = ({ label, value, of, onChange }: ChoiceProps) => (
  <label class="choice">
    {label}
    <select value={value} onChange={(event) => onChange(event.currentTarget.value)}>
      {Object.entries(of).map(([name, title]) => (
        <option key={name} value={name}>
          {title}
        </option>
      ))}
    </select>
  </label>
);

interface CodeProps {
  readonly html: string;
  readonly children: ComponentChildren;
}

function Code({ html, children }: CodeProps) {
  const [copied, setCopied] = useState('');
  const [isFault, setFault] = useState(false);
  const copy = async () => {
    const isDone = await copyText(html);
    setCopied(isDone ? html : '');
    setFault(!isDone);
  };
  const isCopied = copied === html;
  return (
    <div class="html">
      <button type="button" class="primary" onClick={copy}>
        {isCopied ? 'HTML copied' : 'Copy the HTML'}
      </button>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="code" aria-label="HTML of this form" tabIndex={0}>
        <pre>{html}</pre>
      </section>
      <p class={isFault ? 'note fault' : 'note'} role="status">
        {isFault ? notCopied : isCopied ? 'Copied: paste it into your page.' : children}
      </p>
    </div>
  );
}
