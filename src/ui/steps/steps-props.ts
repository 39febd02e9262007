import type { StepsKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Screen } from '../screen.ts';
import type { Journey, Step } from './journey.ts';

export interface StepsProps {
  readonly screen: Screen;
  readonly journey: Journey;
  readonly words: Messages<StepsKey>;
}

/** A form without sections has names of our own for its parts. */
export function titleOfStep(words: Messages<StepsKey>, step: Step | null): string {
  if (step === null) return words.text('steps.check');
  const [first] = step.fields;
  const section = first?.shown.section;
  return section?.title ?? words.text(first?.question.detail ? 'steps.about' : 'steps.questions');
}
