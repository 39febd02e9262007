import type { Field } from './contract.ts';

/** Whether an applicant changed what the employer holds; undefined: of this nothing is held. What is hidden is not sent. */
export const isChangedHere = ({ question: { held }, visible, entry }: Field): boolean | undefined =>
  held && visible.value && !held.value.is(entry.value);
