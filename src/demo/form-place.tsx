import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import type { Language } from './choices.ts';
import type { Markup } from './embed-markup.ts';
import { findForm, plant, speak, wear } from './plant.ts';

interface FormPlaceProps {
  /** null while the form cannot be opened. */
  readonly markup: readonly Markup[] | null;
  readonly lang: Language;
  /** The brand as a rule of CSS. */
  readonly rule: string;
  /** The form is inserted again when this key changes. */
  readonly occasion: string;
  readonly isRefused: boolean;
  readonly onElement: (element: ApplyFormElement | null) => void;
  readonly onRestart: () => void;
}

/** The form as on a host page, built from the same description as the HTML to be copied. */
export function FormPlace(props: FormPlaceProps) {
  const { markup, lang, rule, occasion, isRefused, onElement, onRestart } = props;
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<ApplyFormElement | null>(null);

  useEffect(() => wear(rule), [rule]);
  useEffect(() => {
    if (markup === null || place.current === null) return;
    const stopLooking = findForm(place.current, setForm);
    const takeOut = plant(place.current, markup);
    return () => {
      stopLooking();
      takeOut();
      setForm(null);
    };
  }, [occasion, markup === null]);
  useEffect(() => onElement(form), [form]);
  useEffect(() => {
    if (place.current !== null) speak(place.current, lang);
  }, [form, lang]);

  return (
    <section class="apply-here" id="apply" aria-labelledby="apply-title">
      {isRefused && (
        <div class="refused">
          <p role="status">
            The recruitment service of this demo made no application for the form. Perhaps a fault is switched
            on <a href="./sandbox/">in the sandbox</a>.
          </p>
          <button type="button" onClick={onRestart}>
            Start again
          </button>
        </div>
      )}
      <div class="form-place" ref={place} />
    </section>
  );
}
