import { useEffect, useRef } from 'preact/hooks';
import type { ApplyFormElement } from '../embed/define.ts';
import type { Choices } from './choices.ts';
import type { DemoSession } from './demo-session.ts';

interface FormPlaceProps extends Pick<Choices, 'lang' | 'theme'> {
  /** null: on its way. */
  readonly session: DemoSession | null | 'refused';
  readonly onElement: (element: ApplyFormElement | null) => void;
}

/** The form as a host has it: `<apply-form token="…" lang="…" theme="…">`. */
export function FormPlace({ session, lang, theme, onElement }: FormPlaceProps) {
  const place = useRef<HTMLDivElement>(null);
  const element = useRef<ApplyFormElement | null>(null);
  const token = session === 'refused' ? null : session?.token;

  useEffect(() => {
    if (!token) return;
    const form = document.createElement('apply-form');
    form.token = token;
    form.lang = lang;
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
    if (element.current !== null) Object.assign(element.current, { lang, theme });
  }, [lang, theme]);

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
