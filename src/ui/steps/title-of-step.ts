import type { StepsKey } from '../../locale/catalogue.ts';
import type { Messages } from '../../locale/messages.ts';
import type { Step } from './journey.ts';

/** A form without sections has names of our own for its parts. */
export function titleOfStep(words: Messages<StepsKey>, step: Step | null): string {
  if (step === null) return words.text('steps.check');
  const [first] = step.fields;
  const section = first?.shown.section;
  return section?.title ?? words.text(first?.question.detail ? 'steps.about' : 'steps.questions');
}
