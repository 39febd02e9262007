/** A submission that was made before this page was loaded. */

import type { documentsQuestion } from '../../core/model/details.ts';
import type { Submission } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import type { withDescendants } from '../../form/correct.ts';
import type { detailFields } from '../../form/given-details.ts';
import type { readReceipt } from '../api/follow.ts';
import type { Keeping, LoadTools, Platform, Renewal, Resume } from '../contract.ts';
import type { Following } from './following.ts';
import type { partsOf, sentAnswers } from './sent.ts';

/** Passed in rather than imported, because a file that the lazy file loads shares no module with it. */
interface ResumeModules {
  readonly documentsQuestion: typeof documentsQuestion;
  readonly withDescendants: typeof withDescendants;
  readonly detailFields: typeof detailFields;
  readonly readReceipt: typeof readReceipt;
  readonly partsOf: typeof partsOf;
  readonly sentAnswers: typeof sentAnswers;
}

export interface ResumeTools extends Pick<LoadTools, 'turnTo'>, Pick<Keeping, 'restore'> {
  readonly renewal: Renewal;
  readonly loadRareStyles: Platform['loadRareStyles'];
  readonly loadOutcomeScreens: () => Promise<void>;
}

export const createResume =
  (tools: ResumeTools & ResumeModules, { follow }: Following): Resume =>
  async (loaded, reference, isOver) => {
    const { renewal, restore, turnTo, loadRareStyles, loadOutcomeScreens, readReceipt } = tools;
    const reading = renewal.authorised((connection) => readReceipt(connection, reference));
    // The receipt needs these: loading them later would shift the layout.
    const [receipt] = await Promise.all([reading, loadRareStyles(), loadOutcomeScreens()]);
    if (!receipt.ok) return receipt.error;
    if (isOver()) return null;
    const takeOver = await restore(loaded);
    if (isOver()) return null;
    const { form } = turnTo(loaded, (empty) => {
      takeOver?.(empty);
      return null;
    });
    // Without a draft nothing of it is here, and answers typed in another tab since then are not what was sent.
    const sent = takeOver && isWhole(tools, form, receipt.value) ? tools.sentAnswers(form) : null;
    void follow({ form, sent, isBack: true }, receipt.value);
    return null;
  };

/**
 * Whether the form holds every answer of the submission, apart from what a correction may change, and, where it makes an
 * application, what that says. Documents that the service did not refuse stay with it, also where they are asked no more.
 */
function isWhole(
  { documentsQuestion, withDescendants, detailFields, partsOf }: ResumeModules,
  form: Form,
  { answers, application }: Submission,
): boolean {
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
