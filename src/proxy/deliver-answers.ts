/** Carries the answers of one submission to the service, one after the other, each in a POST of its own. */

import type { DeliverableAnswer } from '../answers/correction.ts';
import { type AnswerBody, writeAnswer } from '../documents/write-answer.ts';
import type { FileSource } from '../model/file-source.ts';
import { failure } from '../model/outcome.ts';
import type { FileVerdict, LedgerAnswer, Staging, SubjectKey } from '../model/ports.ts';
import type { AnswerCode, AnswerState } from '../model/submission.ts';
import type { ServiceError } from '../service/service-error.ts';
import {
  type DeliveryMeans,
  type Ending,
  endingOf,
  GIVE_UP_AFTER,
  givenUp,
  hasStopped,
  LONGEST_PAUSE,
  type Parcel,
  SHORTEST_PAUSE,
} from './delivery-step.ts';
import type { Log } from './log.ts';

export async function deliverAnswers(parcel: Parcel, means: DeliveryMeans): Promise<void> {
  const giveUpAt = means.now() + GIVE_UP_AFTER;
  let pause = SHORTEST_PAUSE;
  for (let next = nextAnswer(parcel); next !== null; next = nextAnswer(parcel)) {
    const ending = await deliver(parcel, next, means);
    if (ending.again !== null && means.now() < giveUpAt) {
      change(parcel, next, 'queued', null);
      await means.sleep(Math.max(ending.again, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    } else {
      const last = ending.again === null ? ending : { ...ending, ...givenUp };
      change(parcel, next, last.state, last.code);
      report(parcel, next, last, means.log);
      if (last.state === 'delivered') await release(parcel.key, next, means.staging);
      pause = SHORTEST_PAUSE;
    }
  }
}

/** The first queued answer whose parent arrived, with all its files; what stands below one that did not is held. */
export function nextAnswer(parcel: Parcel): DeliverableAnswer | null {
  if (parcel.application === null) return holdAll(parcel);
  const arrived = new Map<string, boolean>();
  for (const { question, state } of parcel.answers)
    arrived.set(question, (arrived.get(question) ?? true) && state === 'delivered');
  for (const answer of parcel.answers) {
    if (answer.state !== 'queued') continue;
    if (answer.parent === null || (arrived.get(answer.parent) ?? true)) return answer;
    change(parcel, answer, 'held', null);
  }
  return null;
}

/** All stand below the application: one that is still to be made leaves them queued. */
function holdAll(parcel: Parcel): null {
  if (parcel.making === null || hasStopped(parcel.making))
    for (const answer of parcel.answers) if (answer.state === 'queued') change(parcel, answer, 'held', null);
  return null;
}

async function deliver(
  parcel: Parcel,
  answer: DeliverableAnswer,
  means: DeliveryMeans,
): Promise<Ending<AnswerCode>> {
  // Marked before anything waits: what is under way is not open to a correction.
  change(parcel, answer, 'sending', null);
  const { application } = parcel;
  const scanning = scan(parcel.key, answer, means.staging);
  const verdict = scanning === null ? 'clean' : await scanning;
  if (verdict === 'unknown') return { state: 'queued', code: null, cause: 'not scanned', again: 0 };
  if (verdict === 'infected')
    return { state: 'refused', code: 'invalid_answer', cause: verdict, again: null };
  const file = await openFile(parcel.key, answer, means.staging).catch(() => null);
  if (file === null || application === null) return { ...givenUp, cause: 'file gone' };
  const reply = await post({ key: parcel.key, body: writeAnswer(answer, application), file }, means);
  if (reply.ok) return { state: 'delivered', code: null, cause: null, again: null };
  // The application or the question is gone: no other answer would help, so none is asked for.
  if (reply.error.kind === 'not_found') return { ...givenUp, cause: reply.error.kind };
  return endingOf(reply.error, 'invalid_answer');
}

interface Letter {
  readonly key: SubjectKey;
  readonly body: AnswerBody;
  readonly file: FileSource | undefined;
}

async function post({ key, body, file }: Letter, { serviceOf }: DeliveryMeans) {
  try {
    return await serviceOf(key).createAnswer(body, file);
  } catch {
    // Nothing may stay "sending" for ever; and nobody knows whether it went.
    return failure<ServiceError>({ kind: 'interrupted' });
  }
}

/** A correction may have replaced the list meanwhile: the answer is found by what it is. */
function change(parcel: Parcel, answer: LedgerAnswer, state: AnswerState, code: AnswerCode | null): void {
  parcel.answers = parcel.answers.map((each) =>
    each.question === answer.question && each.part === answer.part ? { ...each, state, code } : each,
  );
}

function report(
  parcel: Parcel,
  { question }: LedgerAnswer,
  { state, cause }: Ending<AnswerCode>,
  log: Log,
): void {
  if (cause === null) return;
  const { tenant } = parcel.key;
  const { reference, application } = parcel;
  const event = state === 'refused' ? 'answer_refused' : 'answer_parked';
  log.warn(event, { tenant, application, reference, question, cause });
}

/** null: there is nothing to scan. */
function scan(key: SubjectKey, { value }: LedgerAnswer, staging: Staging): Promise<FileVerdict> | null {
  if (value.kind !== 'document' || staging.scan === undefined) return null;
  return staging.scan(key, value.file.id).catch(() => 'unknown');
}

async function release(key: SubjectKey, { value }: LedgerAnswer, staging: Staging): Promise<void> {
  if (value.kind === 'document') await staging.release(key, value.file.id).catch(() => undefined);
}

/** undefined: the answer has none. null: it has one, and it is gone. */
async function openFile(
  key: SubjectKey,
  { value }: LedgerAnswer,
  staging: Staging,
): Promise<FileSource | undefined | null> {
  return value.kind === 'document' ? staging.open(key, value.file.id) : undefined;
}
