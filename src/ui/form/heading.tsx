import type { ComponentChildren } from 'preact';

interface HeadingProps {
  /** 1 to 6: the host knows where the form stands in its page. */
  readonly level: number;
  /** Opens a further part of the same screen. */
  readonly next?: boolean;
  readonly children: ComponentChildren;
}

const levels = ['h1', 'h2', 'h3', 'h4', 'h5', 'h6'] as const;

export function Heading({ level, next, children }: HeadingProps) {
  const Tag = levels[level - 1] ?? 'h6';
  return (
    <Tag class={next ? 'af-heading af-next' : 'af-heading'} dir="auto">
      {children}
    </Tag>
  );
}
