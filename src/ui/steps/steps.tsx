import type { ComponentChildren } from 'preact';
import type { Steps } from '../screen.ts';
import { CheckAnswers } from './check-answers.tsx';
import { createJourney, type Journey } from './journey.ts';
import { StepHead } from './step-head.tsx';

interface StepPartProps {
  readonly journey: Journey;
  readonly place: number;
  readonly children: ComponentChildren;
}

/** Some questions of one step. They stay drawn while another step is shown, so nothing half typed or uploading is lost. */
function StepPart({ journey, place, children }: StepPartProps) {
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

/** All parts of the form stay drawn; those of other steps are hidden. */
const drawSteps: Steps['drawSteps'] = (journey, fields, blocks, drawPart) =>
  [...new Set(fields.map(journey.placeOf))].map((place) => {
    const isHere = (_: unknown, index: number) => {
      const field = fields[index];
      return field !== undefined && journey.placeOf(field) === place;
    };
    return (
      <StepPart key={place} journey={journey} place={place}>
        {drawPart(fields.filter(isHere), blocks.filter(isHere))}
      </StepPart>
    );
  });

export const stepsParts = { createJourney, CheckAnswers, StepHead, drawSteps };
