import { useEffect, useRef } from 'preact/hooks';
import type { ApplyFormElement } from '../embed/define.ts';
import type { DemoSession } from './demo-session.ts';
import type { Theme } from './evaluation-bar.tsx';

interface FormPlaceProps {
  /** null: on its way. */
  readonly session: DemoSession | null | 'refused';
  readonly theme: Theme;
  readonly onElement: (element: ApplyFormElement | null) => void;
}

/** The form as a host has it: `<apply-form token="…" theme="…">`. */
export function FormPlace({ session, theme, onElement }: FormPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const element = useRef<ApplyFormElement | null>(null);
  const token = session === 'refused' ? null : session?.token;

  useEffect(() => {
    if (!token) return;
    const form = document.createElement('apply-form');
    form.token = token;
    form.theme = theme;
    form.headingLevel = 3;
    form.source = 'demo';
    place.current?.replaceChildren(form);
    element.current = form;
    onElement(form);
    return () => {
      form.remove();
      onElement(null);
    };
  }, [token]);
  useEffect(() => {
    if (element.current !== null) element.current.theme = theme;
  }, [theme]);

  return (
    <section class="apply-here" id="apply" aria-labelledby="apply-title">
      <h2 id="apply-title">Apply for this job</h2>
      {session === 'refused' && (
        <p class="refused">
          The demo could not make an application for this form. Choose another form above, or start again.
        </p>
      )}
      <div class="form-place" ref={place} />
    </section>
  );
}
