/** What stands on the page now: one form, or none yet. A changed question set replaces it. */
import type { Form, FormChange, WritableForm } from '../../form/contract.ts';
import type { LoadedForm } from './from-document.ts';

export interface Page {
  readonly form: WritableForm;
  /** Its revision is that of the question set that is filled in; the proxy refuses another one with `form_changed`. */
  readonly meta: LoadedForm['meta'];
  /** No network: nothing can be sent. */
  readonly preview: boolean;
  /** Ends what listens to the form. */
  readonly close: () => void;
  /** Makes the same form anew, empty. */
  readonly again: () => unknown;
}

/** Something was typed or sent. */
export const hasBegun = ({ submission, order }: Form): boolean =>
  submission.peek().kind !== 'editing' || order.some(({ entry }) => entry.peek() !== null);

/** Fills in what is kept of an earlier form; returns what became of it. */
export type TakeOver = (form: WritableForm) => FormChange | null;
