/**
 * Delivery within this process: at most once. Each answer is one POST; an outcome that nobody knows is never repeated
 * but parked for the operator. What is certain not to be stored waits and goes again. Forgets at a restart.
 */
import { writeAnswer } from '../documents/write-answer.ts';
import type { FileId, Reference } from '../model/ids.ts';
import { reference } from '../model/ids.ts';
import { failure, success } from '../model/outcome.ts';
import type { Delivery, LedgerAnswer, Staging, SubjectKey, SubmissionToAccept } from '../model/ports.ts';
import { type AnswerCode, type AnswerState, type Submission, submissionState } from '../model/submission.ts';
import type { Service } from '../service/create-service.ts';
import { type ServiceError, writeEffects } from '../service/service-error.ts';
import { createBoundedMap } from './bounded-map.ts';
import { correct, type DeliverableAnswer } from './correction.ts';
import { toDataUri } from './data-uri.ts';
import type { Log } from './log.ts';

/** Milliseconds: 24 hours. */
const KEPT_FOR = 86_400_000;
const MOST_SUBMISSIONS = 10_000;
/** Milliseconds before an answer that was certainly not stored goes again; doubles up to the longest. */
const SHORTEST_PAUSE = 500;
const LONGEST_PAUSE = 30_000;
/** Milliseconds after which such an answer is given up: nobody waits for a process's memory much longer. */
const GIVE_UP_AFTER = 900_000;

export interface MemoryDeliveryMeans {
  readonly serviceOf: (key: SubjectKey) => Pick<Service, 'createAnswer'>;
  readonly staging: Staging;
  readonly log: Log;
  readonly now: () => number;
  /** Resolves after so many milliseconds. */
  readonly sleep: (milliseconds: number) => Promise<void>;
}

interface Entry {
  readonly key: SubjectKey;
  readonly destination: SubmissionToAccept['destination'];
  readonly reference: Reference;
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  fingerprint: string;
  answers: readonly DeliverableAnswer[];
  /** null when nothing is under way. */
  run: Promise<void> | null;
}

export function createMemoryDelivery(means: MemoryDeliveryMeans): Delivery {
  const entries = createBoundedMap<string, Entry>(MOST_SUBMISSIONS);
  const find = (key: SubjectKey) => {
    const entry = entries.get(nameOf(key));
    return entry === undefined || entry.acceptedAt + KEPT_FOR <= means.now() ? null : entry;
  };
  return {
    async find(key) {
      const entry = find(key);
      return entry === null ? null : { submission: describe(entry), fingerprint: entry.fingerprint };
    },
    // From the look to the change nothing waits: two requests at once cannot both begin.
    async accept(submission, wait) {
      const known = find(submission.key);
      const entry = known ?? begin(submission, means.now());
      if (known === null) entries.set(nameOf(submission.key), entry);
      else if (known.fingerprint !== submission.fingerprint && !takeCorrection(known, submission))
        return failure({ kind: 'already_submitted', submission: describe(known) });
      await hold(means.staging, submission);
      run(entry, means);
      await settle(entry, wait, means);
      return success(describe(entry));
    },
    async read(key, wanted, wait) {
      const entry = find(key);
      if (entry === null || entry.reference !== wanted) return null;
      await settle(entry, wait, means);
      return describe(entry);
    },
  };
}

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

const begin = ({ key, destination, fingerprint, answers }: SubmissionToAccept, now: number): Entry => ({
  key,
  destination,
  reference: newReference(),
  acceptedAt: now,
  fingerprint,
  answers: answers.map((answer) => ({ ...answer, state: 'queued', code: null })),
  run: null,
});

function takeCorrection(entry: Entry, { fingerprint, answers }: SubmissionToAccept): boolean {
  const corrected = correct(entry.answers, answers);
  if (corrected === null) return false;
  entry.answers = corrected;
  entry.fingerprint = fingerprint;
  return true;
}

async function hold(staging: Staging, { key, answers }: SubmissionToAccept): Promise<void> {
  for (const { value } of answers) if (value.kind === 'document') await staging.hold(key, value.file.id);
}

const describe = ({ reference, acceptedAt, answers }: Entry): Submission => ({
  reference,
  state: submissionState(answers),
  acceptedAt: new Date(acceptedAt).toISOString(),
  answers: answers.map(({ question, part, state, code }) => ({ question, part, state, code })),
});

async function settle(entry: Entry, wait: number, { sleep }: MemoryDeliveryMeans): Promise<void> {
  if (entry.run !== null && wait > 0) await Promise.race([entry.run, sleep(wait)]);
}

/** One run a submission: its answers go one after the other. A correction may come while the last run ends. */
function run(entry: Entry, means: MemoryDeliveryMeans): void {
  if (entry.run !== null) return;
  entry.run = deliverAll(entry, means).finally(() => {
    entry.run = null;
    if (nextAnswer(entry) !== null) run(entry, means);
  });
}

async function deliverAll(entry: Entry, means: MemoryDeliveryMeans): Promise<void> {
  const giveUpAt = means.now() + GIVE_UP_AFTER;
  let pause = SHORTEST_PAUSE;
  for (let next = nextAnswer(entry); next !== null; next = nextAnswer(entry)) {
    const error = await deliver(entry, next, means);
    if (error === null) {
      pause = SHORTEST_PAUSE;
    } else if (means.now() >= giveUpAt) {
      await end(entry, next, ['parked', 'given_up'], means, error.kind);
    } else {
      await means.sleep(pauseAfter(error, pause));
      pause = Math.min(pause * 2, LONGEST_PAUSE);
    }
  }
}

/** `Retry-After` always counts; 0 would be a request without a pause. */
const pauseAfter = (error: ServiceError, pause: number): number =>
  error.kind === 'rate_limited' && error.retryAfter !== null ? Math.max(error.retryAfter * 1000, 250) : pause;

/** The first queued answer whose parent arrived, with all its files; what stands below one that did not is held. */
function nextAnswer(entry: Entry): DeliverableAnswer | null {
  const arrived = new Map<string, boolean>();
  for (const { question, state } of entry.answers)
    arrived.set(question, (arrived.get(question) ?? true) && state === 'delivered');
  for (const answer of entry.answers) {
    if (answer.state !== 'queued') continue;
    if (answer.parent === null || (arrived.get(answer.parent) ?? true)) return answer;
    change(entry, answer, 'held', null);
  }
  return null;
}

/** null when the answer needs nothing more from us; else why it was certainly not stored. */
async function deliver(
  entry: Entry,
  answer: DeliverableAnswer,
  means: MemoryDeliveryMeans,
): Promise<ServiceError | null> {
  const file = await readFile(entry.key, answer, means.staging).catch(() => 'gone' as const);
  if (file === 'gone') return end(entry, answer, ['parked', 'given_up'], means, 'file gone');
  change(entry, answer, 'sending', null);
  const body = writeAnswer(answer, entry.destination.application, file ?? undefined);
  const reply = await means.serviceOf(entry.key).createAnswer(body);
  if (reply.ok) return end(entry, answer, ['delivered', null], means, null);
  switch (writeEffects[reply.error.kind]) {
    case 'refused':
      return end(entry, answer, ['refused', 'invalid_answer'], means, reply.error.kind);
    case 'unclear':
      return end(entry, answer, ['parked', 'unclear'], means, reply.error.kind);
    default:
      change(entry, answer, 'queued', null);
      return reply.error;
  }
}

async function end(
  entry: Entry,
  answer: DeliverableAnswer,
  [state, code]: readonly [AnswerState, AnswerCode | null],
  { staging, log }: MemoryDeliveryMeans,
  cause: string | null,
): Promise<null> {
  change(entry, answer, state, code);
  const { question, value } = answer;
  const delivered = state === 'delivered';
  if (delivered && value.kind === 'document')
    await staging.release(entry.key, value.file.id).catch(() => undefined);
  const fields = { question, tenant: entry.key.tenant, reference: entry.reference };
  if (cause !== null)
    log.warn(state === 'refused' ? 'answer_refused' : 'answer_parked', { ...fields, cause });
  return null;
}

/** A correction may have replaced the list meanwhile: the answer is found by what it is. */
function change(entry: Entry, answer: LedgerAnswer, state: AnswerState, code: AnswerCode | null): void {
  entry.answers = entry.answers.map((each) =>
    each.question === answer.question && each.part === answer.part ? { ...each, state, code } : each,
  );
}

async function readFile(key: SubjectKey, { value }: LedgerAnswer, staging: Staging) {
  if (value.kind !== 'document') return null;
  const { id, name, type }: { id: FileId; name: string; type: string } = value.file;
  const bytes = await staging.read(key, id);
  return bytes === null ? 'gone' : { name, data: toDataUri(type, bytes) };
}

/** Sixty random bits in an alphabet that can be read out on the phone (Crockford's base 32). */
function newReference(): Reference {
  const alphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  const letters = Array.from(crypto.getRandomValues(new Uint8Array(12)), (byte) =>
    alphabet.charAt(byte % 32),
  ).join('');
  return reference(letters.replace(/(.{4})(?=.)/g, '$1-'));
}
