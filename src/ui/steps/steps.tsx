import type { Steps } from '../screen.ts';
import { CheckAnswers } from './check-answers.tsx';
import { createJourney } from './journey.ts';
import { StepHead } from './step-head.tsx';
import { StepPart } from './step-part.tsx';

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
