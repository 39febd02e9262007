/** A button that copies a text, and says so where it stands. */
import { type Signal, signal } from '@preact/signals';

/** Which button was pressed last, and what came of it. */
export interface Copying {
  readonly last: Signal<Copied | null>;
}

interface Copied {
  readonly button: string;
  /** To read; or the text itself, where the browser does not let us copy it. */
  readonly said: string;
  readonly text: string | null;
}

export const createCopying = (): Copying => ({ last: signal(null) });

/** What to copy, or why there is nothing. */
export type Copyable = { readonly text: string } | { readonly absent: string };

interface CopyButtonProps {
  readonly copying: Copying;
  /** Of this button among all. */
  readonly name: string;
  readonly label: string;
  /** What is copied, for those who hear the button without its surroundings. */
  readonly of: string;
  readonly read: () => Promise<Copyable>;
}

export function CopyButton({ copying, name, label, of, read }: CopyButtonProps) {
  const last = copying.last.value;
  const mine = last?.button === name ? last : null;
  return (
    <>
      <button
        type="button"
        class="copy"
        aria-label={`${label}: ${of}`}
        onClick={async () => {
          copying.last.value = await copy(name, await read());
        }}
      >
        {label}
      </button>
      <span class={mine === null ? 'unseen' : 'copied'} role="status">
        {mine?.said}
      </span>
      {mine?.text && <pre class="to-copy">{mine.text}</pre>}
    </>
  );
}

async function copy(button: string, what: Copyable): Promise<Copied> {
  if ('absent' in what) return { button, said: what.absent, text: null };
  try {
    await navigator.clipboard.writeText(what.text);
    return { button, said: 'Copied.', text: null };
  } catch {
    return { button, said: 'This browser does not let the page copy. Here it is:', text: what.text };
  }
}
