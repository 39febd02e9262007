/** What is shown in place of the form when there is nothing to fill in. */

import { plainFailure } from '../../core/jsonapi/read-failure.ts';
import { diagnose, tellError } from '../diagnosis/diagnosis.ts';
import type { Drafts } from '../drafts/drafts.ts';
import { failureOf, type LoadedForm, type Loading } from '../proxy/questions.ts';
import type { Trouble } from '../proxy/request.ts';
import type { FillingTools } from '../proxy/session.ts';
import type { Sending } from '../sending/sending.ts';

export type ShowInstead = ReturnType<typeof createShowInstead>;

/** The session, and not what has it. */
const refused = /^(token_|bad_request)/;

/** If no reply came, or it may not be from our proxy, the true reason still has to be found. */
const unsure = /^(offline|bad_|not_found|blocked)/;

/** @param loadLayout what draws it in steps, where the host wants that */
export function createShowInstead(
  { host, view, renewal, load, show }: FillingTools,
  { sending, drafts }: { readonly sending: Sending; readonly drafts: Drafts },
  loadLayout: () => Promise<void>,
) {
  /** A token that the host has just renewed is not renewed again when refused, which could loop forever. */
  let isRenewing = false;

  async function open(loaded: LoadedForm, isOver: () => boolean): Promise<void> {
    const { submission, state } = loaded.meta;
    if (submission !== null) {
      const reason = await sending.resume(loaded, submission, isOver);
      if (reason !== null && !isOver()) await fail(reason, isOver);
    } else if (state === 'open') {
      const [takeOver] = await Promise.all([drafts.restore(loaded), loadLayout()]);
      if (!isOver()) show(loaded, takeOver);
    } else if (state === 'closed') await fail(plainFailure('job_closed'), isOver);
    else if (!isOver()) view.value = { kind: 'already_sent' };
  }

  async function renewOrFail(trouble: Trouble, isOver: () => boolean): Promise<void> {
    const isRenewable = failureOf(trouble).code === 'token_expired' && !isRenewing;
    isRenewing = isRenewable;
    const left = isRenewable ? await renewal.renew(trouble) : trouble;
    if (isOver()) return;
    // The proxy may no longer know a token stored in this tab: a new session is then begun.
    const isForgotten = left !== null && refused.test(failureOf(left).code) && drafts.forgetToken();
    await (left === null || isForgotten ? load() : fail(left, isOver));
    isRenewing = false;
  }

  async function fail(trouble: Trouble, isOver: () => boolean): Promise<void> {
    const failure = failureOf(trouble);
    const diagnosis = diagnose(host, { trouble, failure, isOver });
    const found = unsure.test(failure.code) ? await diagnosis : failure;
    if (isOver()) return;
    view.value = found.code === 'job_closed' ? { kind: 'closed' } : { kind: 'failed', failure: found };
    tellError(host, found);
  }

  /** Shows why nothing can be filled in, a submission under way, or a form without questions. */
  return (outcome: Loading, isOver: () => boolean) =>
    outcome.ok ? open(outcome.value, isOver) : renewOrFail(outcome.error, isOver);
}
