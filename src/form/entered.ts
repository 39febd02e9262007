import type { Field } from './contract.ts';

type Entered = Pick<Field, 'entry' | 'question'>;

/** The application has the same. */
export const isKnown = ({ entry, question }: Entered): boolean | undefined =>
  question.held?.value.is(entry.value);

/** By the applicant: what the application has was there before. */
export const isEntered = (field: Entered): boolean => field.entry.peek() !== null && !isKnown(field);
