/** The latest of a long list: while more comes in, no more than these are drawn again. */
import type { Signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Rows that are shown at first, and those that a press adds. */
export const LATEST = 100;

interface LatestProps<Item> {
  readonly of: readonly Item[];
  /** How many rows are shown. */
  readonly shown: Signal<number>;
  readonly draw: (items: readonly Item[]) => ComponentChildren;
}

export function Latest<Item>({ of, shown, draw }: LatestProps<Item>) {
  const before = of.length - shown.value;
  return (
    <>
      {before > 0 && (
        <button
          type="button"
          class="before"
          onClick={() => {
            shown.value += LATEST;
          }}
        >
          Show those before ({before})
        </button>
      )}
      {draw(of.slice(-shown.value))}
    </>
  );
}
