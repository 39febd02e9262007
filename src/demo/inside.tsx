import { Fragment, h, render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../embed/define.ts';
import type { Inspector } from '../inspector/inspector.tsx';
import { type DemoSession, readTraffic } from './demo-session.ts';

interface InsideProps {
  readonly element: ApplyFormElement | null;
  readonly session: DemoSession | null;
}

/** After these the sandbox has something new to tell. */
const telling = ['apply-ready', 'apply-submitted', 'apply-progress', 'apply-error'];

/** Beside the form, folded: why each question is shown, and what is sent. Loaded when it is opened. */
export function Inside({ element, session }: InsideProps) {
  const [isOpen, setOpen] = useState(false);
  const place = useRef<HTMLDivElement>(null);
  const application = session?.application ?? null;

  useEffect(() => {
    if (!isOpen || element === null || application === null || place.current === null) return;
    return inspect(element, application, place.current);
  }, [isOpen, element, application]);

  return (
    <aside class="inside">
      <details onToggle={(event) => setOpen(event.currentTarget.open)}>
        <summary>
          Look inside <span>why each question is shown, what is sent</span>
        </summary>
        <div ref={place} />
      </details>
    </aside>
  );
}

function inspect(element: ApplyFormElement, application: string, place: Element): () => void {
  const life = new AbortController();
  let inspector: Inspector | null = null;
  const refresh = async () => {
    const traffic = await readTraffic(application);
    if (!life.signal.aborted) inspector?.show(traffic);
  };
  for (const name of telling) element.addEventListener(name, refresh, { signal: life.signal });
  void openInspector(element, place).then((opened) => {
    inspector = opened;
    if (life.signal.aborted) inspector?.unmount();
    else void refresh();
  });
  return () => {
    life.abort();
    inspector?.unmount();
  };
}

/** A file of its own, handed our copy of preact: see `inspector/handed-preact.ts`. */
async function openInspector(element: ApplyFormElement, place: Element): Promise<Inspector | null> {
  const { session } = element;
  if (session === null) return null;
  const address = `${location.origin}/inspector.js`;
  const file: typeof import('../inspector/inspector.tsx') = await import(/* @vite-ignore */ address);
  return file.mountInspector(place, { preact: { h, Fragment, render }, view: session.view });
}
