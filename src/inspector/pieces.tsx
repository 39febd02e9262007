/** Draws a long list piece by piece, so that a form of thousands of questions never stops the page. */
import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

export interface Pieces<Item> {
  readonly pieces: readonly (readonly Item[])[];
  /** How many are drawn already. */
  readonly drawn: Signal<number>;
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
    mounted(element) {
      clearTimeout(timer);
      if (element === null) drawn.value = 1;
      else wait();
    },
  };
}

interface PiecesProps<Item> {
  readonly of: Pieces<Item>;
  readonly draw: (items: readonly Item[], place: number) => ComponentChildren;
}

export function DrawPieces<Item>({ of, draw }: PiecesProps<Item>) {
  return (
    <div class="pieces" ref={of.mounted}>
      {of.pieces.slice(0, of.drawn.value).map(draw)}
    </div>
  );
}
