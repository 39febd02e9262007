import type { Field } from './contract.ts';

/** Whether an applicant changed what the employer holds: what is typed in a hidden field is not sent. */
export const isChangedHere = ({ question: { held }, visible, entry }: Field): boolean =>
  held !== undefined && visible.value && !held.value.is(entry.value);
