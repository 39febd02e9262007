import { type ComponentChildren, h } from 'preact';

interface HeadingProps {
  /** 1 to 6: the host knows where the form stands in its page. */
  readonly level: number;
  readonly children: ComponentChildren;
}

export const Heading = ({ level, children }: HeadingProps) =>
  h(`h${Math.min(6, Math.max(1, level))}`, { class: 'heading', dir: 'auto' }, children);
