import { useEffect, useRef } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';

interface InsideProps {
  readonly element: ApplyFormElement | null;
  /** The form opens on a page of its own. */
  readonly isElsewhere: boolean;
  /** It was opened with a button, which is gone. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** Beside the form, on small screens over the lower half of it: why each question is shown, and what is sent. */
export function Inside({ element, isElsewhere, takesFocus, onClose }: InsideProps) {
  const aside = useRef<HTMLElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);

  useEffect(() => (aside.current === null ? undefined : fitInWindow(aside.current)), []);
  useEffect(() => {
    if (takesFocus) close.current?.focus();
  }, []);
  useEffect(
    () => (element === null || place.current === null ? undefined : inspect(element, place.current)),
    [element],
  );

  return (
    <aside class="inside" ref={aside} aria-label="Inside">
      {isElsewhere && (
        <p class="inside-hint">The form opens on a page of its own, which this one cannot look into.</p>
      )}
      <div class="inside-place" ref={place} />
      <button
        type="button"
        ref={close}
        class="inside-close"
        aria-label="Close the look inside"
        onClick={onClose}
      >
        <span aria-hidden="true">×</span>
      </button>
    </aside>
  );
}

/** Beside the form it ends where the window does, also while what stands above it is in view. */
function fitInWindow(aside: HTMLElement): () => void {
  const life = new AbortController();
  const measure = () => {
    const above = aside.parentElement?.getBoundingClientRect().top ?? 0;
    aside.style.setProperty('--above', `${Math.max(0, above)}px`);
  };
  for (const name of ['scroll', 'resize'])
    addEventListener(name, measure, { passive: true, signal: life.signal });
  const observer = new ResizeObserver(measure);
  observer.observe(document.body);
  measure();
  return () => {
    life.abort();
    observer.disconnect();
  };
}

/** Its file comes after the form. */
function inspect(element: ApplyFormElement, place: Element): () => void {
  const address = new URL('./inspector.js', location.href).href;
  const loading: Promise<typeof import('../inspector/inspector.tsx')> = import(/* @vite-ignore */ address);
  let isGone = false;
  let unmount = () => {};
  loading.then(
    ({ mountInspector }) => {
      // Another form may have come meanwhile, whose inspector stands in the same place.
      if (!isGone && element.session)
        unmount = mountInspector(place, { view: element.session.view, element });
    },
    () => {
      if (!isGone) place.textContent = 'The look inside could not be loaded. Close it and open it again.';
    },
  );
  return () => {
    isGone = true;
    unmount();
  };
}
