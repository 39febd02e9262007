import type { StoredFile } from '../files/file-store.ts';
import type { Linkage } from '../resources/stored-resource.ts';

export interface TagRecord {
  /** null for a system tag, which only the service applies. */
  readonly context: string | null;
  readonly name: string;
}

/** A file of an application. */
export interface AttachmentRecord {
  /** `cv`, `cover_letter` or `document`. */
  readonly context: string;
  readonly file: StoredFile;
}

/** The parts of an application that a client may change; a change replaces the record. */
export interface ApplicationContent {
  /** The written attributes without files and tags. Applications that the control created have a phone number. */
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
  readonly changed: Readonly<Record<string, unknown>>;
  /** null for an application that is not scored or not rated. */
  readonly aiScore: Readonly<Record<string, unknown>> | null;
  readonly averageRating: number | null;
  /** ISO date-time at which the application reached its stage. */
  readonly stagedAt: string;
  /** Relationships that differ from those of a new application. */
  readonly links: Readonly<Record<string, Linkage>>;
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** A person in the service. Every candidate has one. */
export interface JobSeekerRecord {
  readonly id: string;
  readonly candidateId: string;
  readonly tags: readonly TagRecord[];
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** The content of one answer: exactly the written attributes, and the texts of its options. */
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

/** Everything that a store contains. */
export interface RecordSnapshot {
  readonly applications: readonly ApplicationRecord[];
  readonly answers: readonly AnswerRecord[];
  readonly jobSeekers: readonly JobSeekerRecord[];
}

export const noRecords: RecordSnapshot = { applications: [], answers: [], jobSeekers: [] };

/** The first ids are far above those of questions and jobs, so that no test can confuse them. */
const FIRST_APPLICATION = 90_001;
const FIRST_ANSWER = 700_001;
const FIRST_JOB_SEEKER = 60_001;

/** The first 999 numbers belong to no one, because Ofcom reserves them for drama. */
const phoneOf = (number: number): string => `+4477009${String(number).padStart(5, '0')}`;

export type RecordStore = ReturnType<typeof createRecordStore>;

/** Stores applications, answers and job seekers in memory. @param onChange called after each change */
export function createRecordStore(now: () => number, samples: RecordSnapshot, onChange: () => void) {
  const clock = () => new Date(now()).toISOString();
  const candidateOf = ({ candidateId }: { readonly candidateId: string }) => candidateId;
  const applications = createTable(samples.applications, candidateOf, onChange);
  const jobSeekers = createTable(samples.jobSeekers, candidateOf, onChange);
  const answers = createTable(samples.answers, ({ applicationId }) => applicationId, onChange);
  return {
    ...applicationRecords(applications, jobSeekers, clock),
    ...answerRecords(answers, clock),
    /** Includes the samples, because they may have been changed. */
    snapshot: (): RecordSnapshot => ({
      applications: applications.all(),
      answers: answers.all(),
      jobSeekers: jobSeekers.all(),
    }),
    /** Adds these records; one with an existing id replaces the old one. */
    restore(kept: RecordSnapshot): void {
      kept.applications.forEach(applications.put);
      kept.answers.forEach(answers.put);
      kept.jobSeekers.forEach(jobSeekers.put);
    },
  };
}

function applicationRecords(
  applications: Table<ApplicationRecord>,
  jobSeekers: Table<JobSeekerRecord>,
  clock: () => string,
) {
  /** Creates the candidate and the job seeker, too: except in the samples, each applicant applies once. */
  function createApplication(jobId: string, content: Partial<ApplicationContent>): ApplicationRecord {
    const at = clock();
    const times = { createdAt: at, updatedAt: at };
    const id = String(FIRST_APPLICATION + applications.createdCount());
    const jobSeekerId = String(FIRST_JOB_SEEKER + jobSeekers.createdCount());
    jobSeekers.put({ id: jobSeekerId, candidateId: id, tags: [], ...times });
    const ids = { id, uuid: crypto.randomUUID(), jobId, candidateId: id };
    const rest = { changed: {}, aiScore: null, averageRating: null, stagedAt: at, links: {} };
    return applications.put({ ...ids, ...emptyContent, ...content, ...rest, ...times });
  }
  return {
    createApplication,
    /** For the control: the application has no applicant, but a unique phone number. */
    applyTo: (jobId: string): ApplicationRecord =>
      createApplication(jobId, {
        attributes: { phone: phoneOf(applications.createdCount() + 1), phone_iso2: 'GB' },
      }),
    /** Omitted members do not change. `attributes` is the whole set, not a difference. Only the control sets `changed`. */
    replaceApplication: (
      before: ApplicationRecord,
      changes: Partial<ApplicationContent & Pick<ApplicationRecord, 'changed'>>,
    ): ApplicationRecord => applications.put({ ...before, ...changes, updatedAt: clock() }),
    findApplication: applications.find,
    /** Returns the samples, then the others in order of arrival. */
    applications: applications.all,
    /** Returns the applications of one candidate, oldest first. */
    applicationsOf: applications.of,
    findJobSeeker: jobSeekers.find,
    jobSeekersOf: jobSeekers.of,
    replaceJobSeeker: (before: JobSeekerRecord, tags: readonly TagRecord[]): JobSeekerRecord =>
      jobSeekers.put({ ...before, tags, updatedAt: clock() }),
  };
}

function answerRecords(answers: Table<AnswerRecord>, clock: () => string) {
  return {
    /** Returns answers in order of arrival; for null those of all applications except the samples. */
    answers: (applicationId: string | null): readonly AnswerRecord[] =>
      applicationId === null
        ? answers.all().filter(({ id }) => !answers.isSample(id))
        : answers.of(applicationId),
    findAnswer: answers.find,
    createAnswer(answer: NewAnswer): AnswerRecord {
      const at = clock();
      const id = String(FIRST_ANSWER + answers.createdCount());
      return answers.put({ ...answer, id, createdAt: at, updatedAt: at });
    },
    replaceAnswer: (before: AnswerRecord, value: AnswerValue): AnswerRecord =>
      answers.put({ ...before, value, updatedAt: clock() }),
  };
}

type Table<Item extends { readonly id: string }> = ReturnType<typeof createTable<Item>>;

/** Records of one kind, by id and by owner, in order of arrival. */
function createTable<Item extends { readonly id: string }>(
  samples: readonly Item[],
  ownerOf: (item: Item) => string,
  onChange: () => void,
) {
  const items = new Map(samples.map((item) => [item.id, item]));
  const byOwner = new Map<string, string[]>();
  const addToIndex = (item: Item) => {
    const ids = byOwner.get(ownerOf(item));
    if (ids === undefined) byOwner.set(ownerOf(item), [item.id]);
    else ids.push(item.id);
  };
  samples.forEach(addToIndex);
  const sampleIds = new Set(items.keys());
  return {
    /** Adds a record, or replaces the one with the same id. */
    put(item: Item): Item {
      if (!items.has(item.id)) addToIndex(item);
      items.set(item.id, item);
      onChange();
      return item;
    },
    find: (id: string): Item | undefined => items.get(id),
    all: (): readonly Item[] => [...items.values()],
    of: (owner: string): readonly Item[] => (byOwner.get(owner) ?? []).flatMap((id) => items.get(id) ?? []),
    isSample: (id: string): boolean => sampleIds.has(id),
    /** Number of records that are not samples. */
    createdCount: (): number => items.size - sampleIds.size,
  };
}
