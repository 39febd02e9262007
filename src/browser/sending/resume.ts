/** A submission that was made before this page was loaded. */

import { documentsQuestion } from '../../core/model/details.ts';
import type { Failure } from '../../core/model/failure.ts';
import type { Reference } from '../../core/model/ids.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import { withDescendants } from '../../form/correct.ts';
import { detailFields } from '../../form/given-details.ts';
import type { LoadedForm } from '../proxy/questions.ts';
import type { FillingTools, TakeOver } from '../proxy/session.ts';
import { readReceipt } from '../proxy/submissions.ts';
import { type Following, partsOf, sentAnswers } from './following.ts';

export interface ResumeTools extends FillingTools {
  /** Returns what fills in the stored answers of this form; undefined if there are none. */
  readonly restore: (loaded: LoadedForm) => Promise<TakeOver | undefined>;
}

export const createResume =
  ({ renewal, restore, turnTo }: ResumeTools, { follow }: Following) =>
  /** Shows it and follows it; returns why it cannot. */
  async (loaded: LoadedForm, reference: Reference, isOver: () => boolean): Promise<Failure | null> => {
    const receipt = await renewal.authorised((connection) => readReceipt(connection, reference));
    if (!receipt.ok) return receipt.error;
    if (isOver()) return null;
    const takeOver = await restore(loaded);
    if (isOver()) return null;
    const { form } = turnTo(loaded, (empty) => {
      takeOver?.(empty);
      return null;
    });
    // Without a draft nothing of it is here, and answers typed in another tab since then are not what was sent.
    const sent = takeOver && isWhole(form, receipt.value) ? sentAnswers(form) : null;
    void follow({ form, sent, isBack: true }, receipt.value);
    return null;
  };

/**
 * Whether the form holds every answer of the submission, apart from what a correction may change, and, where it makes an
 * application, what that says. Documents that the service did not refuse stay with it, also where they are asked no more.
 */
function isWhole(form: Form, { answers, application }: Submission): boolean {
  const refused = answers.filter((answer) => answer.state === 'refused').map(({ question }) => question);
  const open = withDescendants(form, refused);
  const here = new Set([...partsOf(form), ...open]);
  const sent = new Set([...answers.map(({ question }) => question), ...open]);
  const details = detailFields(form);
  return (
    answers.every(
      ({ question, state }) => here.has(question) || (state !== 'refused' && question === documentsQuestion),
    ) &&
    form.outgoing.peek().every(({ question }) => sent.has(question)) &&
    // A form may demand none of them; what is made anew would be made without those that went.
    (details.some(({ entry }) => entry.peek()) ||
      (application?.state !== 'refused' && !details.some(({ required }) => required)))
  );
}
