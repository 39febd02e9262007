import type { Signal } from '@preact/signals';

/** The current announcement, at most four paragraphs, written by `announcer.ts`. */
export type Region = Signal<readonly string[]>;

const places = [0, 1, 2, 3];

/**
 * The one polite live region, used by every part of the form. It exists from the first paint to the receipt, because a
 * region inserted together with its text is often not read out.
 */
export const LiveRegion = ({ region }: { readonly region: Region }) => (
  <div class="af-hidden" role="status">
    {places.map((place) => (
      <p key={place}>{region.value[place] ?? ''}</p>
    ))}
  </div>
);
