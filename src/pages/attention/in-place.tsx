import { useEffect, useId, useRef } from 'preact/hooks';

interface InPlaceProps {
  readonly title: string;
  readonly text: string;
  readonly yes: string;
  readonly isDanger: boolean;
  confirm(): void;
  cancel(): void;
}

/** Asks once more where the button was. It takes the focus, so that it is heard as a whole; Escape leaves it. */
export function InPlace({ title, text, yes, isDanger, confirm, cancel }: InPlaceProps) {
  const id = useId();
  const box = useRef<HTMLFieldSetElement>(null);
  useEffect(() => box.current?.focus(), []);
  return (
    <fieldset
      ref={box}
      class={isDanger ? 'in-place is-danger' : 'in-place'}
      tabindex={-1}
      aria-labelledby={`${id}-title`}
      aria-describedby={`${id}-text`}
      onKeyDown={({ key }) => key === 'Escape' && cancel()}
    >
      <p id={`${id}-title`}>
        <strong>{title}</strong>
      </p>
      <p id={`${id}-text`}>{text}</p>
      <div class="acts">
        <button type="button" class={isDanger ? 'danger' : ''} onClick={confirm}>
          {yes}
        </button>
        <button type="button" class="quiet" onClick={cancel}>
          Cancel
        </button>
      </div>
    </fieldset>
  );
}
