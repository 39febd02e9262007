import type { ComponentChildren } from 'preact';
import { type Code, textOf } from './code.ts';

interface CodeBlockProps {
  readonly title: string;
  readonly code: Code;
  /** Whether this text was copied last. */
  readonly isCopied: boolean;
  readonly onCopy: (title: string, text: string) => void;
  /** Long code scrolls instead of pushing other content away. */
  readonly isLong?: boolean;
  /** Hints about the code. */
  readonly children?: ComponentChildren;
}

/** Text with a button that copies all of it, including what is shown shortened. */
export function CodeBlock({ title, code, isCopied, onCopy, isLong, children }: CodeBlockProps) {
  return (
    <div class="code-block">
      <div class="code-head">
        <h3>{title}</h3>
        <button type="button" onClick={() => onCopy(title, textOf(code))}>
          {isCopied ? 'Copied' : 'Copy'}
          <span class="unseen"> {title}</span>
        </button>
      </div>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reached by keyboard */}
      <section class={`code-text ${isLong ? 'long' : ''}`} aria-label={title} tabIndex={0}>
        <pre>
          <code>
            {code.map(({ kind, text }, index) => (
              <span key={`${index} ${kind}`} class={`code-${kind}`}>
                {text}
              </span>
            ))}
          </code>
        </pre>
      </section>
      {children}
    </div>
  );
}
