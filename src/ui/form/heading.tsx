import { type ComponentChildren, h } from 'preact';

interface HeadingProps {
  /** 1 to 6: the host knows where the form stands in its page. */
  readonly level: number;
  /** Opens a further part of the same screen. */
  readonly next?: boolean;
  readonly children: ComponentChildren;
}

export const Heading = ({ level, next, children }: HeadingProps) =>
  h(`h${Math.min(6, level)}`, { class: next ? 'af-heading af-next' : 'af-heading', dir: 'auto' }, children);
