import type { Form, SubmissionPhase } from '../../form/contract.ts';

export type Accepted = Extract<SubmissionPhase, { kind: 'accepted' }>;

const accepted = new WeakMap<Form, Accepted>();

/** What was accepted last, also while a correction of it is under way; null before anything was. */
export function lastAccepted(form: Form): Accepted | null {
  const phase = form.submission.value;
  if (phase.kind === 'accepted') accepted.set(form, phase);
  return accepted.get(form) ?? null;
}
