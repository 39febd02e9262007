/** The latest of a long list: while more comes in, no more than these are drawn again. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Rows that are shown at first, and those that a press adds. */
export const LATEST = 100;

interface LatestProps<Item> {
  /** What the rows are, as “requests”. */
  readonly name: string;
  readonly of: readonly Item[];
  /** How many rows are shown. */
  readonly shown: Signal<number>;
  readonly draw: (items: readonly Item[]) => ComponentChildren;
}

export function Latest<Item>({ name, of, shown, draw }: LatestProps<Item>) {
  const before = of.length - shown.value;
  const more = (button: HTMLElement) => {
    // The last press takes the button away, and focus would go with it.
    if (before <= LATEST) button.closest<HTMLElement>('[role=tabpanel]')?.focus();
    shown.value += LATEST;
  };
  return (
    <>
      {before > 0 && (
        <button type="button" class="before" onClick={({ currentTarget }) => more(currentTarget)}>
          Show {Math.min(before, LATEST)} of the {before} {name} before
        </button>
      )}
      {draw(of.slice(-shown.value))}
    </>
  );
}
