/** Compares what was sent with the form as it is now: revision, details, consents, answers, files, in this order. */

import { success } from '../../core/model/failure.ts';
import type { Revision } from '../../core/model/ids.ts';
import type { OutgoingAnswer } from '../../core/model/question.ts';
import type { Destination, GivenConsent } from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import type { CachedForm } from '../forms/cached-form.ts';
import { type FoundForm, findAsked } from '../forms/find-asked.ts';
import { type Checked, refused, refusedFields } from '../http/refusal.ts';
import type { StoredSubmission } from '../ports.ts';
import type { Call } from '../sessions/authorise.ts';
import { checkFiles, checkSubmission } from './check-submission.ts';
import { placeFiles } from './ledger-answers.ts';
import { withFiles } from './sent-answers.ts';
import { arePresent, findConsentFaults, recordConsents } from './sent-consents.ts';
import { type SentContent, withStaged } from './sent-content.ts';
import {
  bringsDocumentsAlone,
  documentsFollow,
  findDetailFaults,
  findFileFaults,
  findUnasked,
  readDetails,
  toDestination,
} from './sent-details.ts';
import type { SubmissionDocument } from './submission-body.ts';

interface Sent {
  readonly body: SubmissionDocument;
  readonly content: SentContent;
  /** What this applicant sent before. */
  readonly stored: StoredSubmission | null;
}

export interface CheckedSubmission {
  readonly destination: Destination;
  readonly revision: Revision;
  readonly tree: QuestionTree;
  readonly answers: readonly OutgoingAnswer[];
  /** Documents that are added to the application before its first answer. */
  readonly following: readonly OutgoingAnswer[];
  readonly follow: boolean;
  /** Of a correction of documents alone: the fingerprint of the details that stay. */
  readonly madeOf: string | null;
  readonly consents: readonly GivenConsent[];
  readonly keepsApplication: boolean;
  /** With its files as they are staged. */
  readonly content: SentContent;
}

export async function check(
  call: Call,
  form: Checked<CachedForm>,
  sent: Sent,
): Promise<Checked<CheckedSubmission>> {
  if (!form.ok) return form;
  const { context, session } = call;
  const { body, stored } = sent;
  const { tree, revision } = form.value;
  if (revision !== body.meta.revision) return refused('form_changed');
  const found = await findAsked(call, stored);
  const own = checkOwn(call, sent, found);
  if (!own.ok) return own;
  const checked = checkSubmission(tree, sent.content.answers);
  if (!checked.ok) return checked;
  const content = await withStaged(sent.content, session, context.staging);
  const { details } = content;
  const files = checkFiles([...(details?.files ?? []), ...content.answers]);
  if (!files.ok) return files;
  const faults = details === null ? [] : findFileFaults(details);
  if (faults.length > 0) return refusedFields(faults);
  const follow = documentsFollow(found.asked, stored);
  const placed = placeFiles(details?.files ?? [], follow);
  const { consent = [], locale = null } = body.meta;
  // Documents that were part of what made the application cannot come after it.
  const bringsFollowing =
    details !== null && bringsDocumentsAlone(details) && (follow || details.files.length === 0);
  return success({
    destination: toDestination(session, body, details ?? nothing, placed.files),
    revision,
    tree,
    answers: withFiles(checked.value, content.answers),
    following: placed.following,
    follow,
    keepsApplication: session.application === null && (isOfAnswers(sent) || bringsMade(sent)),
    madeOf: bringsFollowing ? (stored?.madeOf ?? null) : null,
    consents: isOfAnswers(sent) ? [] : await recordConsents(consent, found.settings.consent, locale),
    content,
  });
}

const nothing = readDetails({});

/** A correction of answers: what made the application, and what was agreed to then, stays what it was. */
function isOfAnswers({ content, stored }: Sent): boolean {
  const application = stored?.submission.application ?? null;
  return content.details === null && application !== null && application.state !== 'refused';
}

/** Once an application is made its details and consents stay what they were: the ledger takes no other details. */
const bringsMade = ({ content, stored }: Sent): boolean =>
  content.details !== null && stored?.submission.application?.state === 'delivered';

/** What an applicant says of themselves, and agrees to. */
function checkOwn({ context, session }: Call, sent: Sent, { settings, asked }: FoundForm): Checked<null> {
  if (isOfAnswers(sent)) return success(null);
  const { body, content } = sent;
  const { consent = [] } = body.meta;
  const isMade = bringsMade(sent);
  const details = session.application !== null || isMade ? null : (content.details ?? nothing);
  const unasked = details === null ? [] : findUnasked(details, asked);
  if (unasked.length > 0 || !arePresent(consent, settings.consent))
    return refused('form_changed', unasked.length === 0 ? {} : { fields: unasked });
  const faults = [
    ...(details === null ? [] : findDetailFaults(details, asked, context.now())),
    // Also where an application is corrected: what is agreed to now takes the place of what was agreed to before.
    ...(isMade ? [] : findConsentFaults(consent, settings.consent)),
  ];
  return faults.length === 0 ? success(null) : refusedFields(faults);
}
