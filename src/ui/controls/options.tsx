import type { TargetedEvent } from 'preact';
import { textOnly } from '../text-only.ts';

interface Option {
  readonly shown: string;
  readonly direction?: 'ltr' | 'rtl' | undefined;
  readonly checked: boolean;
  /** The maximum is chosen: the option can be focused and read, but not chosen. */
  readonly held?: boolean;
}

interface Options {
  readonly looks: string;
  readonly type: 'radio' | 'checkbox';
  /** The id of the first input, where focus goes, and the name of the group. */
  readonly id: string;
  readonly options: readonly Option[];
  readonly onChoose: (place: number, input: HTMLInputElement) => void;
}

/** The whole row is the target of its radio or checkbox. One listener serves all rows: a form may have thousands. */
export function drawOptions({ looks, type, id, options, onChoose }: Options) {
  function onChange({ currentTarget, target }: TargetedEvent<HTMLDivElement>): void {
    if (!(target instanceof HTMLInputElement)) return;
    const inputs = [...currentTarget.querySelectorAll('input')];
    onChoose(inputs.indexOf(target), target);
  }

  const drawOption = ({ shown, direction, checked, held }: Option, place: number) => (
    <label class="af-row" part="option">
      <input
        type={type}
        name={id}
        id={place === 0 ? id : undefined}
        checked={checked}
        aria-disabled={(held && !checked) || undefined}
      />
      {direction ? <span dir={direction} {...textOnly(shown)} /> : shown}
    </label>
  );
  return (
    <div class={looks} onChange={onChange}>
      {options.map(drawOption)}
    </div>
  );
}
