/** A submission that was made before this page was loaded. */

import type { Submission } from '../../core/model/submission.ts';
import type { Form } from '../../form/contract.ts';
import { readReceipt } from '../api/follow.ts';
import type { Keeping, LoadTools, Platform, Renewal, Resume } from '../contract.ts';
import type { Follow } from './following.ts';
import { sentAnswers } from './sent.ts';

export interface ResumeTools extends Pick<LoadTools, 'turnTo'>, Pick<Keeping, 'restore'> {
  readonly renewal: Renewal;
  readonly loadRareStyles: Platform['loadRareStyles'];
}

export const createResume =
  ({ renewal, restore, turnTo, loadRareStyles }: ResumeTools, follow: Follow): Resume =>
  async (loaded, reference, isOver) => {
    const reading = renewal.authorised((connection) => readReceipt(connection, reference));
    // The receipt needs these styles: loading them later would shift the layout.
    const [receipt] = await Promise.all([reading, loadRareStyles()]);
    if (!receipt.ok) return receipt.error;
    if (isOver()) return null;
    const takeOver = await restore(loaded);
    if (isOver()) return null;
    const { form } = turnTo(loaded, (empty) => {
      takeOver?.(empty);
      return null;
    });
    // Answers typed in another tab since then are not what was sent.
    void follow(form, receipt.value, isWhole(form, receipt.value) ? sentAnswers(form) : null);
    return null;
  };

/** Whether the form holds every answer of the submission. */
function isWhole(form: Form, { answers }: Submission): boolean {
  const sent = new Set(answers.map(({ question }) => question));
  const here = new Set(form.outgoing.peek().map(({ question }) => question));
  return sent.size === here.size && [...sent].every((question) => here.has(question));
}
