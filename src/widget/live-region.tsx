import type { Signal } from '@preact/signals';

/** What is said now, each sentence a paragraph; `later/say.ts` writes it. */
export type Region = Signal<readonly string[]>;

/**
 * The one polite live region, through which every part of the form speaks. It is there from the first paint to the
 * receipt: a region that comes with its words is often not read out.
 */
export const LiveRegion = ({ region }: { readonly region: Region }) => (
  <div class="hidden" role="status">
    {region.value.map((sentence) => (
      <p>{sentence}</p>
    ))}
  </div>
);
