/** Draws a long list piece by piece, so that a form of thousands of questions never stops the page. */
import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export interface Pieces<Item> {
  readonly pieces: readonly (readonly Item[])[];
  /** How many are drawn already. */
  readonly drawn: Signal<number>;
  /** Those that are drawn: the same objects again, so that another piece does not draw these anew. */
  readonly shown: ComponentChildren[];
  /** Draws on as long as the list is on the page. */
  readonly mounted: (element: Element | null) => void;
}

/** Rows of a piece: drawing them takes a few milliseconds. */
const SIZE = 40;

/** @param weight how many rows an item becomes */
export function cutInPieces<Item>(
  items: readonly Item[],
  weight: (item: Item) => number = () => 1,
): Pieces<Item> {
  const pieces: Item[][] = [];
  let room = 0;
  for (const item of items) {
    if (room <= 0) {
      pieces.push([]);
      room = SIZE;
    }
    pieces.at(-1)?.push(item);
    room -= weight(item);
  }
  const drawn = signal(1);
  const shown: ComponentChildren[] = [];
  let timer: ReturnType<typeof setTimeout> | undefined;
  const more = () => {
    drawn.value += 1;
    wait();
  };
  const wait = () => {
    if (drawn.value < pieces.length) timer = setTimeout(more);
  };
  return {
    pieces,
    drawn,
    shown,
    mounted(element) {
      clearTimeout(timer);
      if (element === null) {
        drawn.value = 1;
        shown.length = 0;
      } else wait();
    },
  };
}

interface PiecesProps<Item> {
  readonly of: Pieces<Item>;
  /** Called once for each piece: what changes in it, its own signals tell. */
  readonly draw: (items: readonly Item[], place: number) => ComponentChildren;
}

export function DrawPieces<Item>({ of: { pieces, drawn, shown, mounted }, draw }: PiecesProps<Item>) {
  const count = drawn.value;
  for (const [place, piece] of pieces.entries()) {
    if (place >= shown.length && place < count) shown.push(draw(piece, place));
  }
  return (
    <div class="pieces" ref={mounted}>
      {shown.slice(0, count)}
    </div>
  );
}
