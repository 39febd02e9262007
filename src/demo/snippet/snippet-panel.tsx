/** What a page needs to show the form as it is shown below, ready to copy. */

import { useEffect, useState } from 'preact/hooks';
import { pageFolder } from '../../browser/session/endpoint.ts';
import { copyText, notCopied } from '../../pages/copy-text.ts';
import type { Tokens } from '../brand-tokens.ts';
import { Choice } from '../choice.tsx';
import { type Choices, type Embed, oneOf, versions } from '../choices.ts';
import { panelIds } from '../panel.ts';
import { textOf } from './code.ts';
import { CodeBlock } from './code-block.tsx';
import type { Access, Release, Snippet } from './snippet.ts';
import { writeCall } from './write-call.ts';
import { wholeHtml, writeHtml, writeRules, writeStyle } from './write-html.ts';
import { hashOf, writeEnvironment, writePolicy } from './write-policy.ts';

interface SnippetPanelProps {
  readonly choices: Choices;
  readonly access: Access;
  readonly snippet: Snippet;
  /** The same for any visitor of the job. */
  readonly visitors: Snippet;
  /** null when this server has no files that never change. */
  readonly release: Release | null;
  readonly onChoose: (choices: Choices) => void;
}

const explanations: Readonly<Record<Embed, string>> = {
  element: 'Put this where the form should stand. The link is shown whenever the form cannot be.',
  script: 'One tag: the form appears right after it.',
  iframe:
    'The form has a document of its own, which is always the newest; the helper keeps its height right and passes its events on.',
  code: 'A script of yours places the form. Load it after ours, with defer or as a module.',
};

export function SnippetPanel({ choices, access, snippet, visitors, release, onChoose }: SnippetPanelProps) {
  const [copied, setCopied] = useState({ text: '', said: '' });
  const styleHash = useStyleHash(snippet.style);
  const copy = async (title: string, text: string) => {
    const isDone = await copyText(text);
    setCopied(isDone ? { text, said: `${title}: copied` } : { text: '', said: notCopied });
  };
  const block = (title: string, code: Parameters<typeof textOf>[0]) => ({
    title,
    code,
    isCopied: copied.text === textOf(code),
    onCopy: copy,
  });
  return (
    <section class="tool panel builder" id={panelIds.html} aria-labelledby="demo-builder-title">
      <div class="builder-head">
        <h2 id="demo-builder-title">The HTML of this form</h2>
        <p>{explanations[choices.embed]}</p>
        {release !== null && (
          <Choice
            label={choices.embed === 'iframe' ? 'Helper' : 'Script'}
            value={choices.version}
            options={{ ...versions, pinned: `${release.version}, with its hash` }}
            onChange={(name) => onChoose({ ...choices, version: oneOf(versions, name, choices.version) })}
          />
        )}
      </div>
      <div class="builder-page">
        <CodeBlock {...block('HTML', writeHtml(visitors))}>
          <PlaceHint />
        </CodeBlock>
        {visitors.call !== null && <CodeBlock {...block('Your own script', writeCall(visitors.call, ''))} />}
        {access.kind === 'token' && (
          <CodeBlock {...block('HTML for a known applicant', wholeHtml(snippet))}>
            <TokenHint />
          </CodeBlock>
        )}
      </div>
      <div class="builder-around">
        {snippet.style !== null && (
          <CodeBlock {...block('Style, in the head', writeStyle(snippet.style))} isLong>
            <GroundHint tokens={snippet.style.tokens} />
          </CodeBlock>
        )}
        <CodeBlock {...block('Response header of your page', writePolicy(snippet, styleHash))}>
          <PolicyHint hasStyle={snippet.style !== null} hasHash={styleHash !== null} />
        </CodeBlock>
        <CodeBlock {...block('The form’s server', writeEnvironment(access))}>
          <p>Its environment says which pages may embed it. In this demo, any page may.</p>
        </CodeBlock>
      </div>
      <p class="unseen" role="status">
        {copied.said}
      </p>
    </section>
  );
}

/** Computed asynchronously: null until it is ready, and when there is no style. */
function useStyleHash(style: Snippet['style']): string | null {
  const [known, setKnown] = useState<{ readonly text: string; readonly hash: string | null } | null>(null);
  const text = style === null ? '' : textOf(writeRules(style));
  useEffect(() => {
    if (text !== '') void hashOf(text).then((hash) => setKnown({ text, hash }));
  }, [text]);
  return known?.text === text ? known.hash : null;
}

const PlaceHint = () => (
  <p>
    Put the address of <a href="./docs/deploying">your Apply Form server</a> in the place of{' '}
    <code>{pageFolder().slice(0, -1)}</code>, the id that a job has in your recruitment service in the place
    of this one, and a link of your own. Any visitor may apply: the application is made when the form is sent.
  </p>
);

const TokenHint = () => (
  <p>
    As the form below was opened: this token is for the application of this demo, for 24 hours. On your page,
    each applicant has another one: your server asks for it with{' '}
    <code>POST {pageFolder().slice(0, -1)}/sessions</code>, the admin key, and{' '}
    <code>{'{"data":{"type":"sessions","attributes":{"application":"99"}}}'}</code>
  </p>
);

/** A form paints its own background and keeps no distance to its edge. */
const GroundHint = ({ tokens }: { readonly tokens: Tokens }) => (
  <p>
    These colours are made for a page with the background <code>{tokens['--apply-color-bg']}</code>: give it
    to what is around the form, with some padding.
  </p>
);

const PolicyHint = ({ hasStyle, hasHash }: { readonly hasStyle: boolean; readonly hasHash: boolean }) => (
  <p>
    Add this to the policy of your page, if it has one. It is all that the form needs.
    {hasStyle &&
      (hasHash
        ? ' The hash is that of the style block, exactly as it stands. In your own style sheet, the rules need none.'
        : ' Put the rules of the style block into your own style sheet: for its hash, open this page on https or on this machine.')}
  </p>
);
