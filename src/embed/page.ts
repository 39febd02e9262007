/** What stands on the page now: one form, or none yet. A changed question set replaces it. */
import type { FileLimits, Form } from '../form/contract.ts';
import type { Revision } from '../model/ids.ts';

export interface Page {
  readonly form: Form;
  readonly limits: FileLimits;
  /** No network: nothing can be sent. */
  readonly preview: boolean;
  /** Of the question set that is filled in; the proxy refuses another one with `form_changed`. */
  readonly revision: Revision;
  /** Ends what listens to the form. */
  readonly close: () => void;
  /** Makes the same form anew, empty. */
  readonly again: () => unknown;
}

/** What was typed into it is nowhere else. */
export const hasBegun = ({ form, preview }: Page): boolean =>
  !preview &&
  (form.submission.peek().kind !== 'accepted' || form.correcting.peek()) &&
  form.order.some(({ entry }) => entry.peek() !== null);
