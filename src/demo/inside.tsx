import { batch, computed, effect, Signal, signal } from '@preact/signals';
import { Fragment, h, render } from 'preact';
import { useEffect, useRef } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import type { Inspector } from '../inspector/inspector.tsx';
import { Picture } from './picture.tsx';
import {
  applicationMadeAfter,
  latestRequest,
  readTraffic,
  sandboxTools,
  watchSandbox,
} from './sandbox-traffic.ts';

interface InsideProps {
  readonly element: ApplyFormElement | null;
  /** null when sending the form creates it. */
  readonly application: string | null;
  /** It was opened with a button, which is gone. */
  readonly takesFocus: boolean;
  readonly onClose: () => void;
}

/** Beside the form, on small screens over the lower half of it: why each question is shown, and what is sent. */
export function Inside({ element, application, takesFocus, onClose }: InsideProps) {
  const aside = useRef<HTMLElement>(null);
  const close = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const began = useRef<Promise<number>>(Promise.resolve(0));

  useEffect(() => (aside.current === null ? undefined : fitInWindow(aside.current)), []);
  useEffect(() => {
    if (takesFocus) close.current?.focus();
  }, []);
  useEffect(() => {
    if (element !== null && application === null) began.current = latestRequest();
  }, [element, application]);
  useEffect(() => {
    if (element === null || place.current === null) return;
    const find = async () => application ?? (await applicationMadeAfter(await began.current));
    return inspect(element, find, place.current);
  }, [element, application]);

  return (
    <aside class="inside" ref={aside} aria-label="Inside">
      {application === null && element !== null && (
        <p class="inside-hint">
          Sending this form makes an application: what went of it is shown from then on.
        </p>
      )}
      <div class="inside-place" ref={place} />
      <button
        type="button"
        ref={close}
        class="inside-close"
        aria-label="Close the look inside"
        onClick={onClose}
      >
        <Picture name="close" />
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

function inspect(
  element: ApplyFormElement,
  findApplication: () => Promise<string | null>,
  place: Element,
): () => void {
  const life = new AbortController();
  let inspector: Inspector | null = null;
  let asked = 0;
  const refresh = async () => {
    const number = ++asked;
    const application = await findApplication();
    const traffic = application === null ? null : await readTraffic(application);
    // Of several replies the one to the latest question counts.
    if (!life.signal.aborted && number === asked) inspector?.show(traffic);
  };
  const stopWatching = watchSandbox({ onTraffic: refresh, onFaults: () => void inspector?.readFaults() });
  element.addEventListener('apply-ready', refresh, { signal: life.signal });
  void openInspector(element, place, life.signal).then(
    (opened) => {
      inspector = opened;
      void refresh();
    },
    () => {
      if (!life.signal.aborted)
        place.textContent = 'The look inside could not be loaded. Close it and open it again.';
    },
  );
  return () => {
    life.abort();
    stopWatching();
    inspector?.unmount();
  };
}

/** A separate file that is given our copy of preact: see `inspector/handed-preact.ts`. */
async function openInspector(
  element: ApplyFormElement,
  place: Element,
  life: AbortSignal,
): Promise<Inspector | null> {
  const { session } = element;
  if (session === null) return null;
  const address = new URL('./inspector.js', location.href).href;
  const loading: Promise<typeof import('../inspector/inspector.tsx')> = import(/* @vite-ignore */ address);
  const [file, sandbox] = await Promise.all([loading, sandboxTools(element.token ? null : element.job)]);
  // Another form may have come meanwhile, whose inspector stands in the same place.
  if (life.aborted) return null;
  return file.mountInspector(place, {
    preact: { h, Fragment, render, Signal, batch, computed, effect, signal },
    view: session.view,
    element,
    ...(sandbox && { sandbox }),
  });
}
