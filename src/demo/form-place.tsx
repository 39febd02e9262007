import { useEffect, useRef, useState } from 'preact/hooks';
import type { ApplyFormElement } from '../browser/element/define.ts';
import type { Choices } from './choices.ts';
import { endFaults } from './sandbox-traffic.ts';
import { findForm } from './snippet/find-form.ts';
import { dress, plant, wear } from './snippet/plant.ts';
import type { Snippet } from './snippet/snippet.ts';

interface FormPlaceProps extends Pick<Choices, 'lang' | 'theme' | 'device'> {
  /** null while the application is not known yet. */
  readonly snippet: Snippet | null;
  /** The form is inserted again when this key changes. */
  readonly occasion: string;
  readonly isRefused: boolean;
  readonly onElement: (element: ApplyFormElement | null) => void;
  readonly onRestart: () => void;
}

/** The form as on a host page, built from the same description as the snippet. */
export function FormPlace(props: FormPlaceProps) {
  const { snippet, occasion, lang, theme, device, isRefused, onElement, onRestart } = props;
  const place = useRef<HTMLDivElement>(null);
  const [form, setForm] = useState<ApplyFormElement | null>(null);
  const style = snippet?.style ?? null;

  useEffect(() => (style === null ? undefined : wear(style)), [JSON.stringify(style)]);
  useEffect(() => {
    if (snippet === null || place.current === null) return;
    const stopLooking = findForm(place.current, setForm);
    const takeOut = plant(place.current, snippet);
    return () => {
      stopLooking();
      takeOut();
      setForm(null);
    };
  }, [occasion, snippet === null]);
  useEffect(() => onElement(form), [form]);
  useEffect(() => {
    if (place.current !== null) dress(place.current, { lang, theme });
  }, [form, lang, theme]);

  return (
    <section class="apply-here" id="apply" aria-labelledby="apply-title">
      {isRefused && <Refused onRestart={onRestart} />}
      <div class="form-place" data-device={device} ref={place} />
    </section>
  );
}

/** Faults outlive a reload, and the switches stand beside a form: without one they are ended here. */
function Refused({ onRestart }: Pick<FormPlaceProps, 'onRestart'>) {
  const [isEnding, setEnding] = useState(false);
  const end = async () => {
    setEnding(true);
    await endFaults();
    onRestart();
  };
  return (
    <div class="refused">
      <p role="status">
        The recruitment service of this demo made no application for the form. Perhaps a fault is switched on
        there.
      </p>
      <button type="button" aria-disabled={isEnding} onClick={isEnding ? undefined : end}>
        Switch all faults off and start again
      </button>
      <a href="./sandbox/">See the sandbox</a>
    </div>
  );
}
