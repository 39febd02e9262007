/** What the applicant may know of a submission (`src/server/http/README.md#get-submissions`). */
import type { FieldName } from '../../core/model/details.ts';
import type { QuestionId } from '../../core/model/ids.ts';
import {
  type AnswerCode,
  type AnswerState,
  type ApplicationCode,
  answerCodes,
  applicationCodes,
  type DeliveredAnswer,
  type DeliveredApplication,
  type Submission,
  type SubmissionState,
  submissionState,
} from '../../core/model/submission.ts';
import type { StoredSubmission } from '../ports.ts';
import { fieldsOf, missedFields } from '../service/refusals.ts';
import type { Cipher } from './cipher.ts';
import { type AnswerItem, answersOf, makingOf } from './next-step.ts';
import { openDestination } from './payload.ts';
import type { Item, StoredRecord } from './record.ts';

export function toStored(cipher: Cipher, record: StoredRecord): StoredSubmission {
  const making = makingOf(record);
  return {
    submission: describe(record),
    fingerprint: record.fingerprint,
    missed: missedOf(cipher, record),
    ...(making?.state === 'delivered' ? { madeOf: making.fingerprint } : {}),
    ...(record.erasedAt === null ? {} : { isErased: true }),
  };
}

/** What was sent is told from what was not by what is sealed; once that is wiped, all that was named is missed. */
function missedOf(cipher: Cipher, record: StoredRecord): readonly FieldName[] {
  const making = makingOf(record);
  if (making?.state !== 'refused') return [];
  const sent = openDestination(cipher, record, making);
  return sent.ok ? missedFields(making.members, sent.value) : fieldsOf(making.members);
}

/** Of what its items are, without the rest. */
export function presentState(
  record: Pick<StoredRecord, 'items'>,
  answers: readonly DeliveredAnswer[] = describeAnswers(record),
): SubmissionState {
  return submissionState(answers, describeApplication(record));
}

export function describe(record: StoredRecord): Submission {
  const answers = describeAnswers(record);
  return {
    reference: record.reference,
    state: presentState(record, answers),
    acceptedAt: new Date(record.acceptedAt).toISOString(),
    application: describeApplication(record),
    answers,
  };
}

/** null: it was there before. */
function describeApplication(record: Pick<StoredRecord, 'items'>): DeliveredApplication | null {
  const making = makingOf(record);
  return (
    making && { state: stateOf(making), code: applicationCode(making.code), fields: fieldsOf(making.members) }
  );
}

/** `unclear` is internal: applicants are told that it is being checked. */
const stateOf = ({ state }: Item): Exclude<AnswerState, 'held'> => (state === 'unclear' ? 'checking' : state);

const applicationCode = (code: Item['code']): ApplicationCode | null =>
  applicationCodes.find((one) => one === code) ?? null;

const answerCode = (code: Item['code']): AnswerCode | null => answerCodes.find((one) => one === code) ?? null;

export function describeAnswers(record: Pick<StoredRecord, 'items'>): readonly DeliveredAnswer[] {
  const answers = answersOf(record);
  const stopped = stoppedQuestions(answers);
  // Every answer depends on the application.
  const making = makingOf(record);
  const isAllStopped = making !== null && hasStopped(making);
  return answers.map((item) => {
    const isBelow = item.parent !== null && stopped.has(item.parent);
    const isHeld = item.state === 'queued' && (isAllStopped || isBelow);
    const { question, part } = item;
    return { question, part, state: isHeld ? 'held' : stateOf(item), code: answerCode(item.code) };
  });
}

/** Those that were refused or parked, and all below: what stands under them waits. */
function stoppedQuestions(answers: readonly AnswerItem[]): ReadonlySet<QuestionId> {
  const stopped = new Set<QuestionId>();
  for (const { question, parent, state } of answers) {
    const isBelow = parent !== null && stopped.has(parent) && state === 'queued';
    if (isBelow || hasStopped({ state })) stopped.add(question);
  }
  return stopped;
}

const hasStopped = ({ state }: Pick<Item, 'state'>): boolean => state === 'refused' || state === 'parked';
