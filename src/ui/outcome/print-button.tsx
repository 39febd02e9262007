import { useLayoutEffect, useRef } from 'preact/hooks';
import type { Messages } from '../../locale/messages.ts';
import { Icon } from '../icon/icon.tsx';
import { fileShape } from '../icon/icon-shapes.ts';

/** Nothing can be unfolded on paper: folded parts open while the page is printed, however printing was started. */
export function PrintButton({ messages }: { readonly messages: Messages }) {
  const button = useRef<HTMLButtonElement>(null);
  useLayoutEffect(() => {
    const life = new AbortController();
    const folded = [...(button.current?.parentElement?.querySelectorAll('details') ?? [])];
    let opened: readonly HTMLDetailsElement[] = [];
    const unfold = () => {
      opened = folded.filter((part) => !part.open);
      for (const part of opened) part.open = true;
    };
    const fold = () => {
      for (const part of opened) part.open = false;
    };
    addEventListener('beforeprint', unfold, { signal: life.signal });
    addEventListener('afterprint', fold, { signal: life.signal });
    return () => life.abort();
  }, []);
  return (
    <button type="button" class="af-link" ref={button} onClick={() => print()}>
      <Icon shape={fileShape} />
      {messages.text('receipt.print')}
    </button>
  );
}
