import type { ComponentChildren } from 'preact';
import { blockOfField, showBlock } from '../focus/focus-field.ts';
import { elementIds, type FieldProps } from '../screen.ts';

interface FieldLinkProps extends FieldProps {
  readonly children: ComponentChildren;
}

/** Leads to a question: the browser's own way finds no id inside a shadow root. */
export const FieldLink = ({ field, screen, children }: FieldLinkProps) => (
  <a
    href={`#${elementIds(screen, field).control}`}
    onClick={(event) => {
      event.preventDefault();
      const block = blockOfField(screen, field);
      if (block) showBlock(block);
    }}
  >
    {children}
  </a>
);
