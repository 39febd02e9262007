import type { StoredFile } from '../files/file-store.ts';
import type { Linkage } from '../resources/stored-resource.ts';

/** Applications, answers and job seekers, in memory for the life of one sandbox. */

export interface TagRecord {
  /** null: a system tag, applied by the service alone. */
  readonly context: string | null;
  readonly name: string;
}

/** A file of an application. */
export interface AttachmentRecord {
  /** As `cv`, `cover_letter`, `document`. */
  readonly context: string;
  readonly file: StoredFile;
}

/** What a client may change about an application; a change replaces the record. */
export interface ApplicationContent {
  /** Those that were written, but for files and tags; a phone when the control made it. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly tags: readonly TagRecord[];
  readonly attachments: readonly AttachmentRecord[];
}

export const emptyContent: ApplicationContent = { attributes: {}, tags: [], attachments: [] };

export interface ApplicationRecord extends ApplicationContent {
  readonly id: string;
  readonly uuid: string;
  readonly jobId: string;
  readonly candidateId: string;
  /** Read-only attributes that differ from those of a new application. */
  readonly told: Readonly<Record<string, unknown>>;
  /** null: not scored, not rated. */
  readonly aiScore: Readonly<Record<string, unknown>> | null;
  readonly averageRating: number | null;
  /** When it reached its stage: an ISO date-time. */
  readonly stagedAt: string;
  /** Relationships that differ from those of a new application. */
  readonly links: Readonly<Record<string, Linkage>>;
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One person as the service sees it: every candidate has one. */
export interface JobSeekerRecord {
  readonly id: string;
  readonly candidateId: string;
  readonly tags: readonly TagRecord[];
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The content of one answer: exactly the attributes that were written, the options by their text. */
export interface AnswerValue {
  readonly attributes: Readonly<Record<string, string | boolean>>;
  readonly options: readonly string[] | null;
  readonly document: StoredFile | null;
}

export interface AnswerRecord {
  readonly id: string;
  readonly applicationId: string;
  readonly questionId: string;
  readonly value: AnswerValue;
  /** ISO date-time. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

export type NewAnswer = Pick<AnswerRecord, 'applicationId' | 'questionId' | 'value'>;

/** Everything that a store holds. */
export interface HeldRecords {
  readonly applications: readonly ApplicationRecord[];
  readonly answers: readonly AnswerRecord[];
  readonly jobSeekers: readonly JobSeekerRecord[];
}

export const noRecords: HeldRecords = { applications: [], answers: [], jobSeekers: [] };

/** Ids far above those of questions and jobs, so that no test can confuse them. */
const FIRST_APPLICATION = 90_001;
const FIRST_ANSWER = 700_001;
const FIRST_JOB_SEEKER = 60_001;

/** The first 999 are numbers that Ofcom reserves for drama, so they belong to no one. */
const phoneOf = (number: number): string => `+4477009${String(number).padStart(5, '0')}`;

export type RecordStore = ReturnType<typeof createRecordStore>;

/** @param changed is called after each change */
export function createRecordStore(now: () => number, samples: HeldRecords, changed: () => void) {
  const clock = () => new Date(now()).toISOString();
  const ofCandidate = ({ candidateId }: { readonly candidateId: string }) => candidateId;
  const applications = createTable(samples.applications, ofCandidate, changed);
  const jobSeekers = createTable(samples.jobSeekers, ofCandidate, changed);
  const answers = createTable(samples.answers, ({ applicationId }) => applicationId, changed);
  return {
    ...applicationRecords(applications, jobSeekers, clock),
    ...answerRecords(answers, clock),
    /** Includes the samples, since they may have been changed. */
    snapshot: (): HeldRecords => ({
      applications: applications.all(),
      answers: answers.all(),
      jobSeekers: jobSeekers.all(),
    }),
    /** Adds these records; one with an existing id replaces the old one. */
    restore(kept: HeldRecords): void {
      kept.applications.forEach(applications.hold);
      kept.answers.forEach(answers.hold);
      kept.jobSeekers.forEach(jobSeekers.hold);
    },
  };
}

function applicationRecords(
  applications: Table<ApplicationRecord>,
  jobSeekers: Table<JobSeekerRecord>,
  clock: () => string,
) {
  /** Creates a candidate and a job seeker for it: each applicant applies once here, except in the samples. */
  function createApplication(jobId: string, content: Partial<ApplicationContent>): ApplicationRecord {
    const at = clock();
    const times = { createdAt: at, updatedAt: at };
    const id = String(FIRST_APPLICATION + applications.made());
    const jobSeekerId = String(FIRST_JOB_SEEKER + jobSeekers.made());
    jobSeekers.hold({ id: jobSeekerId, candidateId: id, tags: [], ...times });
    const ids = { id, uuid: crypto.randomUUID(), jobId, candidateId: id };
    const rest = { told: {}, aiScore: null, averageRating: null, stagedAt: at, links: {} };
    return applications.hold({ ...ids, ...emptyContent, ...content, ...rest, ...times });
  }
  return {
    createApplication,
    /** For the control: the application has no person, but a unique phone number. */
    applyTo: (jobId: string): ApplicationRecord =>
      createApplication(jobId, {
        attributes: { phone: phoneOf(applications.made() + 1), phone_iso2: 'GB' },
      }),
    /** What is omitted stays unchanged; `attributes` is the whole set, not a difference. `told` is for the control. */
    replaceApplication: (
      before: ApplicationRecord,
      changes: Partial<ApplicationContent & Pick<ApplicationRecord, 'told'>>,
    ): ApplicationRecord => applications.hold({ ...before, ...changes, updatedAt: clock() }),
    findApplication: applications.find,
    /** The samples, then the others in order of arrival. */
    applications: applications.all,
    /** Of one candidate, oldest first. */
    applicationsOf: applications.of,
    findJobSeeker: jobSeekers.find,
    jobSeekersOf: jobSeekers.of,
    replaceJobSeeker: (before: JobSeekerRecord, tags: readonly TagRecord[]): JobSeekerRecord =>
      jobSeekers.hold({ ...before, tags, updatedAt: clock() }),
  };
}

function answerRecords(answers: Table<AnswerRecord>, clock: () => string) {
  return {
    /** In order of arrival; when `applicationId` is null those of all applications except the samples. */
    answers: (applicationId: string | null): readonly AnswerRecord[] =>
      applicationId === null
        ? answers.all().filter(({ id }) => !answers.isSample(id))
        : answers.of(applicationId),
    findAnswer: answers.find,
    createAnswer(answer: NewAnswer): AnswerRecord {
      const at = clock();
      const id = String(FIRST_ANSWER + answers.made());
      return answers.hold({ ...answer, id, createdAt: at, updatedAt: at });
    },
    replaceAnswer: (before: AnswerRecord, value: AnswerValue): AnswerRecord =>
      answers.hold({ ...before, value, updatedAt: clock() }),
  };
}

type Table<Item extends { readonly id: string }> = ReturnType<typeof createTable<Item>>;

/** Records of one kind, by id and by owner, in order of arrival. */
function createTable<Item extends { readonly id: string }>(
  samples: readonly Item[],
  ownerOf: (item: Item) => string,
  changed: () => void,
) {
  const items = new Map(samples.map((item) => [item.id, item]));
  const byOwner = new Map<string, string[]>();
  const remember = (item: Item) => {
    const before = byOwner.get(ownerOf(item));
    if (before === undefined) byOwner.set(ownerOf(item), [item.id]);
    else before.push(item.id);
  };
  samples.forEach(remember);
  const sampleIds = new Set(items.keys());
  return {
    /** Replaces the record with the same id, if there is one. */
    hold(item: Item): Item {
      if (!items.has(item.id)) remember(item);
      items.set(item.id, item);
      changed();
      return item;
    },
    find: (id: string): Item | undefined => items.get(id),
    all: (): readonly Item[] => [...items.values()],
    of: (owner: string): readonly Item[] => (byOwner.get(owner) ?? []).flatMap((id) => items.get(id) ?? []),
    isSample: (id: string): boolean => sampleIds.has(id),
    /** How many there are beside the samples. */
    made: (): number => items.size - sampleIds.size,
  };
}
