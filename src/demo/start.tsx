/** The first thing that a careers-site developer can do here: take the HTML along, and try it in other clothes. */
import { useEffect, useState } from 'preact/hooks';
import { copyText, notCopied } from '../pages/copy-text.ts';
import type { Choices } from './choices.ts';
import { type Panel, panelIds } from './panel.ts';
import { Picks } from './picks.tsx';
import { type Code, textOf } from './snippet/code.ts';

interface StartProps {
  readonly choices: Choices;
  /** The HTML for a careers page; null while the job is not known. */
  readonly html: Code | null;
  /** Id of the job. */
  readonly job: string;
  /** The open one. */
  readonly panel: Panel | null;
  readonly onChoose: (choices: Choices) => void;
  readonly onPanel: (panel: Panel | null) => void;
}

export function Start({ choices, html, job, panel, onChoose, onPanel }: StartProps) {
  const opener = (name: Panel, words: string) => (
    <button
      type="button"
      class="opener"
      aria-expanded={panel === name}
      aria-controls={panel === name ? panelIds[name] : undefined}
      onClick={() => onPanel(panel === name ? null : name)}
    >
      {words}
    </button>
  );
  return (
    <section
      class="tool start"
      aria-label="Embed it and try it"
      onKeyDown={({ key }) => key === 'Escape' && onPanel(null)}
    >
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class="start-code" aria-label="HTML of this form" tabIndex={0}>
        <pre>
          <code>
            {(html ?? []).map(({ kind, text }, index) => (
              <span key={`${index} ${kind}`} class={`code-${kind}`}>
                {text}
              </span>
            ))}
          </code>
        </pre>
      </section>
      <div class="start-acts">
        <CopyHtml html={html} />
        {opener('html', 'All it needs')}
        {opener('more', 'More')}
        <p class="start-note">
          The address is that of your Apply Form server, {job} the job in your recruitment service.
        </p>
      </div>
      <Picks choices={choices} onChoose={onChoose} />
    </section>
  );
}

/** Milliseconds. */
const COPIED_SHOWN = 5_000;

function CopyHtml({ html }: { readonly html: Code | null }) {
  const [copied, setCopied] = useState({ text: '', said: '' });
  const text = html === null ? '' : textOf(html);
  useEffect(() => {
    if (copied.text === '') return;
    const timer = setTimeout(() => setCopied({ text: '', said: '' }), COPIED_SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const isDone = await copyText(text);
    setCopied(isDone ? { text, said: 'Copied: paste it into your page.' } : { text: '', said: notCopied });
  };
  const isCopied = copied.text !== '' && copied.text === text;
  return (
    <>
      <button
        type="button"
        class="primary"
        aria-disabled={html === null}
        onClick={html === null ? undefined : copy}
      >
        {isCopied ? 'HTML copied' : 'Copy the HTML'}
      </button>
      <p class={copied.said === notCopied ? 'copy-fault' : 'unseen'} role="status">
        {copied.said}
      </p>
    </>
  );
}
