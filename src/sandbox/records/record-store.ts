/** Applications, answers and job seekers, in memory for the life of one sandbox. */
import type { StoredFile } from '../files/file-store.ts';
import type { Linkage } from '../resources/stored-resource.ts';

export interface TagRecord {
  /** null: a system tag, applied by the service alone. */
  readonly context: string | null;
  readonly name: string;
}

/** A file that an application keeps. */
export interface AttachmentRecord {
  /** As `cv`, `cover_letter`, `document`. */
  readonly context: string;
  readonly file: StoredFile;
}

/** What a client may change about an application; a change puts a new record in place of the old one. */
export interface ApplicationContent {
  /** The readable ones of the attributes that were written; a phone when the control made it. */
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly tags: readonly TagRecord[];
  readonly attachments: readonly AttachmentRecord[];
}

export interface ApplicationRecord extends ApplicationContent {
  readonly id: string;
  readonly uuid: string;
  readonly jobId: string;
  readonly candidateId: string;
  /** Read-only attributes that differ from those of a fresh application. */
  readonly told: Readonly<Record<string, unknown>>;
  /** null: nobody has scored it, nobody has rated it. */
  readonly aiScore: Readonly<Record<string, unknown>> | null;
  readonly averageRating: number | null;
  /** When it came to its stage: an ISO date-time. */
  readonly stagedAt: string;
  /** Relationships that differ from those of a fresh application. */
  readonly links: Readonly<Record<string, Linkage>>;
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** One person in the service's eyes: every candidate has one. */
export interface JobSeekerRecord {
  readonly id: string;
  readonly candidateId: string;
  readonly tags: readonly TagRecord[];
  /** ISO date-times. */
  readonly createdAt: string;
  readonly updatedAt: string;
}

/** What one answer holds: exactly the attributes that were written, the options by their text. */
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

/** What is there before the first request. */
export type SampleRecords = HeldRecords;

export const noSampleRecords: SampleRecords = { applications: [], answers: [], jobSeekers: [] };

export interface RecordStore {
  /** With a candidate and a job seeker of its own. */
  createApplication(jobId: string, content: Partial<ApplicationContent>): ApplicationRecord;
  /** For the control: nobody stands behind it, but every one has a phone number of its own. */
  applyTo(jobId: string): ApplicationRecord;
  /** What is left out stays; `attributes` is the whole set, not the difference. `told` is for the control. */
  replaceApplication(
    before: ApplicationRecord,
    changes: Partial<ApplicationContent & Pick<ApplicationRecord, 'told'>>,
  ): ApplicationRecord;
  findApplication(id: string): ApplicationRecord | undefined;
  /** The samples, then the others in the order in which they came. */
  applications(): readonly ApplicationRecord[];
  /** Of one candidate, oldest first. */
  applicationsOf(candidateId: string): readonly ApplicationRecord[];
  findJobSeeker(id: string): JobSeekerRecord | undefined;
  jobSeekersOf(candidateId: string): readonly JobSeekerRecord[];
  replaceJobSeeker(before: JobSeekerRecord, tags: readonly TagRecord[]): JobSeekerRecord;
  /** In the order in which they came; when `applicationId` is null of all applications, the samples' own left out. */
  answers(applicationId: string | null): readonly AnswerRecord[];
  findAnswer(id: string): AnswerRecord | undefined;
  createAnswer(answer: NewAnswer): AnswerRecord;
  replaceAnswer(before: AnswerRecord, value: AnswerValue): AnswerRecord;
  /** The samples too: they may have been changed. */
  snapshot(): HeldRecords;
  /** Puts these beside what is there, or in its place where an id is the same. */
  restore(kept: HeldRecords): void;
}
