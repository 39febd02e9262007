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
  const close = useRef<HTMLButtonElement>(null);
  const place = useRef<HTMLDivElement>(null);
  const began = useRef<Promise<number>>(Promise.resolve(0));

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
    <aside class="inside" aria-label="Inside">
      <button
        type="button"
        ref={close}
        class="inside-close"
        aria-label="Close the look inside"
        onClick={onClose}
      >
        <Picture name="close" />
      </button>
      {application === null && element !== null && (
        <p class="inside-hint">
          Sending this form makes an application: what went of it is shown from then on.
        </p>
      )}
      <div class="inside-place" ref={place} />
    </aside>
  );
}

function inspect(
  element: ApplyFormElement,
  findApplication: () => Promise<string | null>,
  place: Element,
): () => void {
  const life = new AbortController();
  let inspector: Inspector | null = null;
  const refresh = async () => {
    const application = await findApplication();
    const traffic = application === null ? null : await readTraffic(application);
    if (!life.signal.aborted) inspector?.show(traffic);
  };
  const stopWatching = watchSandbox(refresh);
  element.addEventListener('apply-ready', refresh, { signal: life.signal });
  void openInspector(element, place).then((opened) => {
    inspector = opened;
    if (life.signal.aborted) inspector?.unmount();
    else void refresh();
  });
  return () => {
    life.abort();
    stopWatching();
    inspector?.unmount();
  };
}

/** A separate file that is given our copy of preact: see `inspector/handed-preact.ts`. */
async function openInspector(element: ApplyFormElement, place: Element): Promise<Inspector | null> {
  const { session } = element;
  if (session === null) return null;
  const address = `${location.origin}/inspector.js`;
  const loading: Promise<typeof import('../inspector/inspector.tsx')> = import(/* @vite-ignore */ address);
  const [file, sandbox] = await Promise.all([loading, sandboxTools(element.token ? null : element.job)]);
  return file.mountInspector(place, {
    preact: { h, Fragment, render, Signal, batch, computed, effect, signal },
    view: session.view,
    element,
    ...(sandbox && { sandbox }),
  });
}
