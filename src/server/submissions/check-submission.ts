/**
 * Checks that a submission is what the form would send. The conditions are evaluated again here with the browser's
 * own code, so that an answer to a hidden or foreign question is never delivered.
 */
import {
  answerKinds,
  normaliseAnswer,
  outgoingAnswers,
  validate,
  visibleQuestions,
} from '../../core/answers/answers.ts';
import { detailName, fileDetailNames } from '../../core/model/details.ts';
import { type ErrorCode, failure, success } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Answer, OutgoingAnswer, Question } from '../../core/model/question.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import { detailFiles } from '../files/types.ts';
import type { CachedForm } from '../forms/form-cache.ts';
import { type FoundForm, findAsked } from '../forms/jobs.ts';
import { type Checked, refused, refusedAt, refusedFields } from '../http/replies.ts';
import type { StoredSubmission } from '../ports.ts';
import type { Call } from '../sessions/authorise.ts';
import type { SentAnswer, SubmissionDocument } from './body.ts';
import {
  arePresent,
  findConsentFaults,
  idOf,
  placeFiles,
  recordConsents,
  type SentContent,
  withStaged,
} from './content.ts';
import {
  bringsDocumentsAlone,
  documentsFollow,
  findDetailFaults,
  findFileFaults,
  findUnasked,
  readDetails,
  toDestination,
} from './details.ts';

interface Sent {
  readonly body: SubmissionDocument;
  readonly content: SentContent;
  /** What this applicant sent before. */
  readonly stored: StoredSubmission | null;
}

export async function check(call: Call, form: Checked<CachedForm>, sent: Sent) {
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
  const details = content.details ?? nothing;
  const files = checkFiles([...details.files, ...content.answers]);
  if (!files.ok) return files;
  const faults = findFileFaults(details);
  if (faults.length > 0) return refusedFields(faults);
  const follow = documentsFollow(found.asked, stored);
  const placed = placeFiles(details.files, follow);
  const { consent = [], locale = null } = body.meta;
  // Documents that were part of what made the application cannot come after it.
  const bringsFollowing =
    content.details !== null && bringsDocumentsAlone(details) && (follow || details.files.length === 0);
  return success({
    destination: toDestination(session, body, details, placed.files),
    revision,
    tree,
    answers: checked.value,
    /** Documents that are added to the application before its first answer. */
    following: placed.following,
    follow,
    keepsApplication: session.application === null && (isOfAnswers(sent) || bringsMade(sent)),
    /** Of a correction of documents alone: the fingerprint of the details that stay. */
    madeOf: bringsFollowing ? (stored?.madeOf ?? null) : null,
    consents: isOfAnswers(sent) ? [] : recordConsents(consent, found.settings.consent, locale),
    /** With its files as they are staged. */
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

/** Returns the answers in the order of delivery: a parent before its children. */
export function checkSubmission(
  tree: QuestionTree,
  sent: readonly SentAnswer[],
): Checked<readonly OutgoingAnswer[]> {
  const groups = new Map<QuestionId, readonly SentAnswer[]>();
  for (const one of sent) groups.set(one.question, [...(groups.get(one.question) ?? []), one]);
  const questionOf = (id: QuestionId) => tree.nodes.get(id)?.question;
  const answers = new Map<QuestionId, Answer | null>();
  for (const [id, values] of groups) {
    const question = questionOf(id);
    answers.set(id, question === undefined ? null : normaliseAnswer(question, toAnswer(values)));
  }
  const visible = visibleQuestions(tree, answers);
  const shown = new Set(visible);
  const findInvalid = (isMissing: boolean) =>
    visible.filter((id) => {
      const question = questionOf(id);
      const invalidity = question && validate(question, answers.get(id) ?? null);
      return invalidity && (invalidity.code === 'required') === isMissing;
    });
  const find = (
    isAt: (question: Question | undefined, group: readonly SentAnswer[], id: QuestionId) => boolean,
  ) => [...groups].flatMap(([id, group]) => (isAt(questionOf(id), group, id) ? [id] : []));
  const faults: readonly (readonly [ErrorCode, readonly QuestionId[]])[] = [
    ['foreign_question', find((question) => question === undefined)],
    ['invalid_answer', find((question, group) => !isOfKind(question, group))],
    ['too_many', find((question, group) => !mayHave(question, group))],
    ['hidden_answer', find((_question, _group, id) => !shown.has(id))],
    ['missing_answer', findInvalid(true)],
    ['invalid_answer', [...findInvalid(false), ...find((_question, _group, id) => answers.get(id) === null)]],
  ];
  const fault = faults.find(([, questions]) => questions.length > 0);
  return fault === undefined
    ? success(outgoingAnswers(tree, answers))
    : refused(fault[0], { questions: fault[1] });
}

/** Several elements for one question are its files; for any other kind a second element is refused. */
function toAnswer(group: readonly SentAnswer[]): Answer | null {
  const files = group.flatMap(({ value }) => (value.kind === 'document' ? [value.file] : []));
  if (files.length > 0) return { kind: 'files', files };
  const [first] = group;
  return first === undefined || first.value.kind === 'document' ? null : first.value;
}

function isOfKind(question: Question | undefined, group: readonly SentAnswer[]): boolean {
  if (question === undefined || question.type === 'unknown') return false;
  const kind = answerKinds[question.type];
  return group.every(({ value }) => (value.kind === 'document' ? 'files' : value.kind) === kind);
}

/** Each file may be named once: it is wiped after delivery, so it could not be sent a second time. */
function mayHave(question: Question | undefined, group: readonly SentAnswer[]): boolean {
  const isEach = new Set(group.map(idOf)).size === group.length;
  return group.length <= 1 || (question?.type === 'multi_document' && isEach);
}

/** Each file must be staged here, and for this question or this document of the application. */
export function checkFiles(sent: readonly SentAnswer[]): Checked<null> {
  const missing = sent.filter(
    ({ question, value, staged }) => value.kind === 'document' && staged?.purpose !== purposeOf(question),
  );
  if (missing.length === 0) return success(null);
  const fields = missing.flatMap(({ question }) => detailName(question) ?? []);
  const answers = missing.filter(({ question }) => detailName(question) === undefined);
  return failure({
    ...refusedAt('file_missing', answers),
    ...(fields.length === 0 ? {} : { fields: [...new Set(fields)] }),
  });
}

function purposeOf(question: QuestionId): string {
  const file = fileDetailNames.find((name) => name === detailName(question));
  return file === undefined ? `question ${question}` : detailFiles[file].purpose;
}
