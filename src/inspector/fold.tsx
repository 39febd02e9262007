/** A `details` whose content is drawn when it is opened first: a list may have thousands of them. */
import { type Signal, signal } from '@preact/signals';
import type { ComponentChildren } from 'preact';

/** Which were opened, by name. */
export type Folds = Map<string, Signal<boolean>>;

interface FoldProps {
  readonly folds: Folds;
  /** Of this one among all. */
  readonly name: string;
  readonly summary: ComponentChildren;
  readonly draw: () => ComponentChildren;
  readonly onOpen?: () => void;
}

export function Fold({ folds, name, summary, draw, onOpen }: FoldProps) {
  const isOpen = folds.get(name) ?? signal(false);
  folds.set(name, isOpen);
  return (
    <details
      open={isOpen.peek()}
      onToggle={(event) => {
        isOpen.value = event.currentTarget.open;
        if (isOpen.value) onOpen?.();
      }}
    >
      <summary>{summary}</summary>
      {isOpen.value && draw()}
    </details>
  );
}
