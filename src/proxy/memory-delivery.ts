/**
 * Delivery within this process: at most once. Each answer is one POST; an outcome that nobody knows is never repeated
 * but parked for the operator. What is certain not to be stored waits and goes again. Forgets at a restart.
 */
import type { Revision, Tenant } from '../model/ids.ts';
import { failure, type Outcome, success } from '../model/outcome.ts';
import type {
  AcceptRefusal,
  Delivery,
  Staging,
  StoredSubmission,
  SubjectKey,
  SubmissionToAccept,
} from '../model/ports.ts';
import { type Submission, submissionState } from '../model/submission.ts';
import type { ServiceError, ServiceErrorKind } from '../service/service-error.ts';
import { deliverAnswers, nextAnswer } from './deliver-answers.ts';
import { deliverApplication, newMaking } from './deliver-application.ts';
import type { DeliveryMeans, Parcel } from './delivery-step.ts';
import { createMadeApplications } from './made-applications.ts';
import { newReference } from './new-reference.ts';
import { queue, takeCorrection } from './take-correction.ts';

/** Milliseconds: 24 hours. */
const KEPT_FOR = 86_400_000;
/** Within that time, of about 10 kB each. A further one is refused: forgetting one could send its answers twice. */
const MOST_SUBMISSIONS = 10_000;

interface Entry extends Parcel {
  /** Milliseconds since 1970. */
  readonly acceptedAt: number;
  fingerprint: string;
  revision: Revision;
  /** null when nothing is under way. */
  run: Promise<void> | null;
}

export function createMemoryDelivery(given: DeliveryMeans): Delivery {
  const outage = createOutage();
  const means = { ...given, serviceOf: (key: SubjectKey) => outage.watch(key.tenant, given.serviceOf(key)) };
  const entries = new Map<string, Entry>();
  const made = createMadeApplications(means.now);
  const find = (key: SubjectKey) => {
    for (const [name, entry] of forgetOld(entries, means.now())) made.remember(name, toStored(entry));
    return entries.get(nameOf(key)) ?? null;
  };
  return {
    async find(key) {
      const entry = find(key);
      return entry === null ? made.find(nameOf(key)) : toStored(entry);
    },
    // From the look to the run nothing waits: of two requests at once the second finds what the first began.
    async accept(submission, wait) {
      const known = find(submission.key);
      const before = known === null ? made.find(nameOf(submission.key)) : null;
      if (before !== null) return answerFor(before, submission);
      if (known === null && entries.size >= MOST_SUBMISSIONS) return failure({ kind: 'store_unavailable' });
      const entry = known ?? begin(submission, means.now());
      if (known === null) entries.set(nameOf(submission.key), entry);
      else if (known.fingerprint !== submission.fingerprint && !takeCorrection(known, submission))
        return failure({ kind: 'already_submitted', submission: describe(known) });
      run(entry, means);
      // A file that cannot be held is found gone when its turn comes: the receipt stands.
      await hold(means.staging, submission).catch(() => undefined);
      await settle(entry, wait, { ...means, outage });
      return success(describe(entry));
    },
    async read(key, wanted, wait) {
      const entry = find(key);
      const before = entry === null ? made.find(nameOf(key)) : null;
      if ((entry ?? before?.submission)?.reference !== wanted) return null;
      if (entry === null) return before?.submission ?? null;
      await settle(entry, wait, { ...means, outage });
      return describe(entry);
    },
    isDown: outage.isDown,
  };
}

/** The first in the map is the oldest. What is under way stays: forgotten, it could begin a second time. */
function forgetOld(entries: Map<string, Entry>, now: number): readonly (readonly [string, Entry])[] {
  const forgotten: [string, Entry][] = [];
  for (const [name, entry] of entries) {
    if (entry.acceptedAt + KEPT_FOR > now) break;
    if (entry.run === null && entries.delete(name)) forgotten.push([name, entry]);
  }
  return forgotten;
}

const toStored = (entry: Entry): StoredSubmission => ({
  submission: describe(entry),
  fingerprint: entry.fingerprint,
});

const answerFor = ({ submission, fingerprint }: StoredSubmission, sent: SubmissionToAccept) =>
  fingerprint === sent.fingerprint
    ? success(submission)
    : failure<AcceptRefusal>({ kind: 'already_submitted', submission });

const nameOf = ({ tenant, subject }: SubjectKey): string => JSON.stringify([tenant, subject]);

const begin = (
  { key, destination, fingerprint, revision, answers }: SubmissionToAccept,
  now: number,
): Entry => ({
  key,
  destination,
  reference: newReference(),
  application: destination.kind === 'application' ? destination.application : null,
  making: destination.kind === 'application' ? null : newMaking,
  acceptedAt: now,
  fingerprint,
  revision,
  answers: queue(answers),
  run: null,
});

async function hold(staging: Staging, { key, answers }: SubmissionToAccept): Promise<void> {
  for (const { value } of answers) if (value.kind === 'document') await staging.hold(key, value.file.id);
}

const describe = ({ reference, acceptedAt, answers, making }: Entry): Submission => ({
  reference,
  state: submissionState(answers, making),
  acceptedAt: new Date(acceptedAt).toISOString(),
  secondsLeft: null,
  application: making,
  answers: answers.map(({ question, part, state, code }) => ({ question, part, state, code })),
});

async function settle(
  { run, key: { tenant } }: Entry,
  wait: number,
  { sleep, outage }: Pick<DeliveryMeans, 'sleep'> & { readonly outage: Outage },
): Promise<void> {
  if (run === null || wait <= 0 || outage.isDown(tenant)) return;
  const ear = outage.listen();
  await Promise.race([run, sleep(wait), ear.news]).finally(ear.close);
}

type CarryingService = ReturnType<DeliveryMeans['serviceOf']>;

/** Tenants whose service took nothing when it was asked last. */
interface Outage {
  watch(tenant: Tenant, service: CarryingService): CarryingService;
  isDown(tenant: Tenant): boolean;
  /** Hears of the next service that goes down. */
  listen(): { readonly news: Promise<void>; close(): void };
}

function createOutage(): Outage {
  const down = new Set<Tenant>();
  const ears = new Set<() => void>();

  function judge<Value>(tenant: Tenant, reply: Outcome<Value, ServiceError>): Outcome<Value, ServiceError> {
    if (reply.ok || !downKinds.includes(reply.error.kind)) down.delete(tenant);
    else {
      down.add(tenant);
      for (const hear of ears) hear();
    }
    return reply;
  }

  return {
    watch: (tenant, service) => ({
      createAnswer: async (...sent) => judge(tenant, await service.createAnswer(...sent)),
      createApplication: async (...sent) => judge(tenant, await service.createApplication(...sent)),
    }),
    isDown: (tenant) => down.has(tenant),
    listen() {
      let hear: () => void = () => undefined;
      const news = new Promise<void>((resolve) => {
        hear = resolve;
      });
      ears.add(hear);
      return { news, close: () => ears.delete(hear) };
    },
  };
}

const downKinds: readonly ServiceErrorKind[] = ['unreachable', 'timeout', 'unauthorized', 'forbidden'];

/** One run a submission: its application, then its answers, one after the other. A correction may come while it ends. */
function run(entry: Entry, means: DeliveryMeans): void {
  if (entry.run !== null) return;
  const application = entry.making?.state === 'queued' ? deliverApplication(entry, means) : null;
  const answers = () => deliverAnswers(entry, means);
  entry.run = (application === null ? answers() : application.then(answers)).finally(() => {
    entry.run = null;
    if (entry.making?.state === 'queued' || nextAnswer(entry) !== null) run(entry, means);
  });
}
