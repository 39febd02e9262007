import type { RefObject } from 'preact';
import { useLayoutEffect, useRef } from 'preact/hooks';

/** Where what has the focus inside this part goes away, the focus goes to what `instead` finds. */
export function useKeptFocus<Part extends HTMLElement>(
  instead: (part: Part | null) => HTMLElement | null,
): RefObject<Part | null> {
  const part = useRef<Part>(null);
  const hadFocus = part.current?.contains(document.activeElement) === true;
  useLayoutEffect(() => {
    if (hadFocus && document.activeElement === document.body) instead(part.current)?.focus();
  });
  return part;
}
