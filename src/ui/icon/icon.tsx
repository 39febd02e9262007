/** A 20 × 20 outline in the colour of the text around it. */
export interface Shape {
  readonly name: string;
  readonly path: string;
}

/** Hidden from screen readers, because there is always text beside it. */
export const Icon = ({ shape }: { readonly shape: Shape }) => (
  <svg class={`af-icon af-is-${shape.name}`} viewBox="0 0 20 20" aria-hidden="true">
    <path d={shape.path} />
  </svg>
);
