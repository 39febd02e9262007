import type { Signal } from '@preact/signals';

/** What is said now, at most four paragraphs; `later/say.ts` writes it. */
export type Region = Signal<readonly string[]>;

const places = [0, 1, 2, 3];

/**
 * The one polite live region, through which every part of the form speaks. It is there from the first paint to the
 * receipt: a region that comes with its words is often not read out.
 */
export const LiveRegion = ({ region }: { readonly region: Region }) => (
  <div class="af-hidden" role="status">
    {places.map((place) => (
      <p key={place}>{region.value[place] ?? ''}</p>
    ))}
  </div>
);
