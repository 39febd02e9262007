/** Buttons that copy a text: each says what came of it where it stands, and one status says it to screen readers. */
import { type Signal, signal } from '@preact/signals';

/** Which button was pressed last, and what came of it. */
export interface Copying {
  readonly last: Signal<Copied | null>;
  /** Of each button alone, so that a press draws two of them again. */
  readonly own: Map<string, Signal<Copied | null>>;
}

interface Copied {
  readonly button: string;
  /** What was copied, in words. */
  readonly of: string;
  /** To read; or the text itself, where the browser does not let us copy it. */
  readonly said: string;
  readonly text: string | null;
}

export const createCopying = (): Copying => ({ last: signal(null), own: new Map() });

/** What to copy, or why there is nothing. */
export type Copyable = { readonly text: string } | { readonly absent: string };

interface CopyButtonProps {
  readonly copying: Copying;
  /** Of this button among all. */
  readonly name: string;
  readonly label: string;
  /** What is copied, for those who hear the button without its surroundings. */
  readonly of: string;
  /** A promise only where the text has to be fetched: some browsers let a page copy only within the press itself. */
  readonly read: () => Copyable | Promise<Copyable>;
}

export function CopyButton({ copying, name, label, of, read }: CopyButtonProps) {
  const mine = ownOf(copying, name).value;
  return (
    <>
      <button
        type="button"
        class="copy"
        aria-label={`${label}: ${of}`}
        onClick={async () => {
          const what = read();
          tell(copying, await copy({ button: name, of }, what instanceof Promise ? await what : what));
        }}
      >
        {label}
      </button>
      {mine !== null && <span class="copied">{mine.said}</span>}
      {mine?.text && <pre class="to-copy">{mine.text}</pre>}
    </>
  );
}

/** Stands once beside all buttons that share it. */
export function CopyStatus({ copying }: Pick<CopyButtonProps, 'copying'>) {
  const last = copying.last.value;
  return (
    <p class="unseen" role="status">
      {last !== null && `${last.said} ${last.of}`}
    </p>
  );
}

function ownOf({ own }: Copying, button: string): Signal<Copied | null> {
  const known = own.get(button) ?? signal<Copied | null>(null);
  own.set(button, known);
  return known;
}

function tell(copying: Copying, copied: Copied): void {
  const before = copying.last.peek();
  if (before !== null) ownOf(copying, before.button).value = null;
  copying.last.value = copied;
  ownOf(copying, copied.button).value = copied;
}

async function copy(button: Pick<Copied, 'button' | 'of'>, what: Copyable): Promise<Copied> {
  if ('absent' in what) return { ...button, said: what.absent, text: null };
  try {
    await navigator.clipboard.writeText(what.text);
    return { ...button, said: 'Copied.', text: null };
  } catch {
    return { ...button, said: 'This browser does not let the page copy. Here it is:', text: what.text };
  }
}
