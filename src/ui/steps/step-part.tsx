import type { ComponentChildren } from 'preact';
import type { Journey } from './journey.ts';

interface StepPartProps {
  readonly journey: Journey;
  readonly place: number;
  readonly children: ComponentChildren;
}

/** Some questions of one step. They stay drawn while another step is shown, so nothing half typed or uploading is lost. */
export function StepPart({ journey, place, children }: StepPartProps) {
  const isHidden = journey.isOn.value && (journey.current.value?.place ?? journey.end) !== place;
  // Sent by what is about to show a question of it (`focus/focus-field.ts`), which needs it at once.
  const turn = {
    'onapply-turn'({ target }: Event) {
      journey.show(place);
      if (!(target instanceof HTMLElement)) return;
      for (const part of target.closest('.af-blocks')?.querySelectorAll<HTMLElement>('.af-step') ?? [])
        part.hidden = part.dataset['step'] !== `${place}`;
    },
  };
  return (
    <div class="af-step" data-step={place} hidden={isHidden} {...turn}>
      {children}
    </div>
  );
}
