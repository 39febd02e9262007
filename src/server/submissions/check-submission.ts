/**
 * Checks that a submission is what the form would send. The conditions are evaluated again here with the browser's
 * own code, so that an answer to a hidden or foreign question is never delivered.
 */
import {
  answerKinds,
  furtherFault,
  normaliseAnswer,
  outgoingAnswers,
  requiredLines,
  type TextFault,
  UNITED_STATES,
  validate,
  visibleQuestions,
} from '../../core/answers/answers.ts';
import { readPhone } from '../../core/answers/phone-number.ts';
import {
  addressNames,
  countryCodes,
  type Details,
  detailName,
  documentsQuestion,
  EQUALITY,
  type FieldName,
  type FileDetailName,
  fileDetailNames,
  type TextDetailName,
  textDetailNames,
  unitedStates,
} from '../../core/model/details.ts';
import { type ErrorCode, failure, success } from '../../core/model/failure.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import type { Answer, OutgoingAnswer, OutgoingValue, Question } from '../../core/model/question.ts';
import type { GivenConsent } from '../../core/model/submission.ts';
import type { QuestionTree } from '../../core/tree/question-tree.ts';
import { detailFiles } from '../files/types.ts';
import type { CachedForm } from '../forms/form-cache.ts';
import { type Asked, type AskedForm, type ConsentSetting, pickText } from '../forms/form-settings.ts';
import { type FoundForm, findAsked } from '../forms/jobs.ts';
import {
  LONGEST_FIGURE,
  LONGEST_LINE,
  LONGEST_TEXT,
  MOST_DOCUMENTS,
  MOST_FILES_A_SUBJECT,
} from '../http/limits.ts';
import {
  type Checked,
  type FieldFault,
  type Refusal,
  refused,
  refusedAt,
  refusedFields,
} from '../http/replies.ts';
import type { StoredSubmission } from '../ports.ts';
import { type Call, sha256 } from '../sessions/tokens.ts';
import {
  idOf,
  isFileFor,
  readDetails,
  type SentAnswer,
  type SentConsent,
  type SentContent,
  type SentDetails,
  type SubmissionDocument,
  withStaged,
} from './body.ts';

interface Sent {
  readonly body: SubmissionDocument;
  /** An earlier submission of this applicant. */
  readonly stored: StoredSubmission | null;
}

export async function check(call: Call, form: Checked<CachedForm>, sent: Sent) {
  if (!form.ok) return form;
  const { context, session } = call;
  const { body, stored } = sent;
  const { tree, revision } = form.value;
  if (revision !== body.meta.revision) return refused('form_changed');
  const found = await findAsked(call, stored);
  const checkedDetails = checkDetailsAndConsents(call, sent, found);
  if (!checkedDetails.ok) return checkedDetails;
  const checked = checkSubmission(tree, body.data.answers);
  if (!checked.ok) return checked;
  const content = await withStaged(body.data, session, context.staging);
  const details = content.details ?? noDetails;
  const files = checkFiles([...details.files, ...content.answers]);
  if (!files.ok) return files;
  const follow = documentsFollow(found.asked, stored);
  const { consent = [], locale = null } = body.meta;
  // Documents sent with the application cannot follow it.
  const bringsFollowing =
    content.details !== null &&
    Object.keys(details.texts).length + details.equality.length === 0 &&
    details.files.every((file) => follow && isFileFor('documents')(file));
  return success({
    revision,
    tree,
    answers: checked.value,
    /** Documents are added to the application before its first answer. */
    follow,
    keepsApplication: session.application === null && (correctsOnlyAnswers(sent) || hasDetailsOfMade(sent)),
    /** The fingerprint of the unchanged details, if only documents are corrected. */
    madeOf: bringsFollowing ? (stored?.madeOf ?? null) : null,
    consents: correctsOnlyAnswers(sent) ? [] : recordConsents(consent, found.settings.consent, locale),
    /** The sent content with its staged files. */
    content,
  });
}

const noDetails = readDetails({});

/** Whether only answers are corrected: details and consents stay. */
function correctsOnlyAnswers({ body, stored }: Sent): boolean {
  const application = stored?.submission.application ?? null;
  return body.data.details === null && application !== null && application.state !== 'refused';
}

/** Whether details come for an application that was made, whose details and consents cannot change. */
const hasDetailsOfMade = ({ body, stored }: Sent): boolean =>
  body.data.details !== null && stored?.submission.application?.state === 'delivered';

/** Checks the applicant's details and consents. */
function checkDetailsAndConsents(
  { context, session }: Call,
  sent: Sent,
  { settings, asked }: FoundForm,
): Checked<null> {
  if (correctsOnlyAnswers(sent)) return success(null);
  const { data, meta } = sent.body;
  const { consent = [] } = meta;
  const isMade = hasDetailsOfMade(sent);
  const details = session.application !== null || isMade ? null : (data.details ?? noDetails);
  const unasked = details === null ? [] : findUnasked(details, asked);
  if (unasked.length > 0 || !arePresent(consent, settings.consent))
    return refused('form_changed', unasked.length === 0 ? {} : { fields: unasked });
  const faults = [
    ...(details === null ? [] : findDetailFaults(details, asked, context.now())),
    // Also for a corrected application, whose new consents replace the earlier ones.
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
  for (const answer of sent) groups.set(answer.question, [...(groups.get(answer.question) ?? []), answer]);
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
  const given = [...groups.keys()];
  const groupOf = (id: QuestionId) => groups.get(id) ?? [];
  const isRepeated = (id: QuestionId) => groupOf(id).length > 1 && questionOf(id)?.type !== 'multi_document';
  const faults: readonly (readonly [ErrorCode, readonly QuestionId[]])[] = [
    ['foreign_question', given.filter((id) => questionOf(id) === undefined)],
    ['invalid_answer', given.filter((id) => !isOfKind(questionOf(id), groupOf(id)))],
    ['too_many', given.filter(isRepeated)],
    ['hidden_answer', given.filter((id) => !shown.has(id))],
    ['missing_answer', findInvalid(true)],
    ['invalid_answer', [...findInvalid(false), ...given.filter((id) => answers.get(id) === null)]],
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

/** Finds what no form would send, whatever its questions, so that it is refused before any store is asked. */
export function findExcess({ answers, details }: SentContent): Refusal | null {
  const tooLong = answers.filter(({ value }) => isTooLong(value));
  if (tooLong.length > 0) return refusedAt('invalid_answer', tooLong);
  const documents = answers.filter(({ value }) => value.kind === 'document');
  if (documents.length > MOST_DOCUMENTS) return refusedAt('too_many', documents);
  const seen = new Set<string>();
  // A question may occur again only with another file: a delivered file is wiped, and cannot be sent again.
  const repeated = answers.filter((answer) => {
    const name = JSON.stringify([answer.question, idOf(answer)]);
    return seen.size === seen.add(name).size;
  });
  if (repeated.length > 0) return refusedAt('too_many', repeated);
  const files = details?.files ?? [];
  const isOver = files.filter(isFileFor('documents')).length > MOST_FILES_A_SUBJECT;
  return isOver || new Set(files.map(idOf)).size < files.length
    ? { code: 'too_many', fields: ['documents'] }
    : null;
}

function isTooLong(value: OutgoingValue): boolean {
  if (value.kind === 'date') return value.day.length > LONGEST_FIGURE;
  if (value.kind === 'date_range') return value.from.length + value.to.length > LONGEST_FIGURE;
  return 'text' in value && value.text.length > (value.kind === 'number' ? LONGEST_FIGURE : LONGEST_TEXT);
}

/**
 * @param details normalised
 * @param now milliseconds since 1970
 */
export function findTextFaults(details: Details, asked: readonly Asked[], now: number) {
  const linesOf = ({ name, required }: Asked): readonly string[] => {
    if (name === 'address') return requiredLines(details, required);
    if (name === 'address2') return details.country === UNITED_STATES ? [] : [name];
    return required ? [name] : [];
  };
  const required = new Set(asked.flatMap(linesOf));
  return textDetailNames.flatMap((name) => {
    const text = details[name] ?? '';
    const isMissing = text === '' && required.has(name);
    const fault = isMissing ? 'required' : text === '' ? null : findTextFault(name, text, now);
    return fault === null ? [] : [{ name, fault }];
  });
}

function findTextFault(name: TextDetailName, text: string, now: number): TextFault | null {
  if (name !== 'summary' && text.length > LONGEST_LINE) return 'too_long';
  const fault = furtherFault(name, text);
  if (fault !== null) return fault;
  if (name === 'phone') return readPhone(text, []) === null ? 'invalid_phone' : null;
  // The local date may be up to 14 hours ahead of UTC.
  if (name === 'date_of_birth')
    return text > new Date(now + 50_400_000).toISOString().slice(0, 10) ? 'in_future' : null;
  const isOption =
    name === 'country' ? countryCodes.has(text) : name !== 'state_province' || unitedStates.includes(text);
  return isOption ? null : 'not_an_option';
}

/**
 * Finds details that this form does not ask for: the form was loaded before the configuration changed, or is not ours.
 */
function findUnasked({ texts, files, equality }: SentDetails, asked: AskedForm): readonly string[] {
  const names = new Set<string>(asked.details.map(({ name }) => name));
  const offered = new Set(asked.equality.flatMap(({ options }) => options.map(({ id }) => id)));
  const isAsked = (name: TextDetailName) =>
    names.has(addressNames.some((addressName) => addressName === name) ? 'address' : name);
  return [
    ...textDetailNames.filter((name) => texts[name] !== undefined && !isAsked(name)),
    ...fileDetailNames.filter((name) => files.some(isFileFor(name)) && !names.has(name)),
    ...(equality.every((id) => offered.has(id)) ? [] : [EQUALITY]),
  ];
}

/** @param now milliseconds since 1970 */
function findDetailFaults(sent: SentDetails, asked: AskedForm, now: number): readonly FieldFault[] {
  const texts = { ...sent.texts, ...(sent.country === '' ? {} : { country: sent.country }) };
  const { details, equality, isEqualityRequired } = asked;
  const isMissing = (name: FileDetailName) =>
    details.some((detail) => detail.name === name && detail.required) && !sent.files.some(isFileFor(name));
  return [
    ...findTextFaults(texts, details, now).map(({ name, fault }) => faultOf(name, fault)),
    ...fileDetailNames.filter(isMissing).map((name) => faultOf(name, 'required')),
    // Equality monitoring is voluntary unless the service demands it; then each question needs an answer.
    ...equality.flatMap(({ id, options }): readonly FieldFault[] => {
      const count = options.filter((option) => sent.equality.includes(option.id)).length;
      if (count === 1 || (count === 0 && !isEqualityRequired)) return [];
      const fault = count === 0 ? 'required' : 'not_an_option';
      return [{ ...faultOf(EQUALITY, fault), field: `equality:${id}` }];
    }),
  ];
}

const faultOf = (field: FieldName, fault: FieldFault['fault']): FieldFault => ({
  field,
  pointer: `/data/0/attributes/${field}`,
  fault,
});

/**
 * Whether documents follow the application one by one: not if the service demands them, or has just refused this
 * applicant without them. Once the application is made, this does not change.
 */
function documentsFollow({ details }: AskedForm, stored: StoredSubmission | null): boolean {
  const { application = null, answers = [] } = stored?.submission ?? {};
  if (application?.state === 'refused' && application.fields.includes('documents')) return false;
  return application === null || application.state === 'refused'
    ? !details.some(({ name, required }) => name === 'documents' && required)
    : answers.some(({ question }) => question === documentsQuestion);
}

/** Whether the form still has every sentence that the applicant agreed to. */
const arePresent = (sent: readonly SentConsent[], settings: readonly ConsentSetting[]): boolean =>
  sent.every(({ id, version, language }) => {
    const setting = settings.find((candidate) => candidate.id === id);
    return setting?.version === version && (language === undefined || Object.hasOwn(setting.text, language));
  });

const findConsentFaults = (
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
): readonly FieldFault[] =>
  settings
    .filter(({ id, required }) => required && !sent.some((consent) => consent.id === id))
    .map(({ id }) => ({ field: `consent:${id}`, pointer: '/meta/consent', fault: 'required' }));

/**
 * Records the sentences as shown. If a language failed to load, the form states which other language it showed.
 *
 * @param locale the form's; null for English
 */
function recordConsents(
  sent: readonly SentConsent[],
  settings: readonly ConsentSetting[],
  locale: string | null,
): readonly GivenConsent[] {
  return settings.flatMap(({ id, version, text }) => {
    const given = sent.find((consent) => consent.id === id);
    const picked = given && pickText(text, given.language ?? locale);
    return picked ? [{ id, version, language: picked.language, hash: sha256(picked.text) }] : [];
  });
}
