/** Applications, answers and job seekers, in memory for the life of one sandbox. */
import type { StoredFile } from '../files/file-store.ts';
import type { Linkage } from '../resources/stored-resource.ts';

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

/** The initial records. */
export type SampleRecords = HeldRecords;

export const noSampleRecords: SampleRecords = { applications: [], answers: [], jobSeekers: [] };

export interface RecordStore {
  /** Creates a candidate and a job seeker for it. */
  createApplication(jobId: string, content: Partial<ApplicationContent>): ApplicationRecord;
  /** For the control: the application has no person, but a unique phone number. */
  applyTo(jobId: string): ApplicationRecord;
  /** What is omitted stays unchanged; `attributes` is the whole set, not a difference. `told` is for the control. */
  replaceApplication(
    before: ApplicationRecord,
    changes: Partial<ApplicationContent & Pick<ApplicationRecord, 'told'>>,
  ): ApplicationRecord;
  findApplication(id: string): ApplicationRecord | undefined;
  /** The samples, then the others in order of arrival. */
  applications(): readonly ApplicationRecord[];
  /** Of one candidate, oldest first. */
  applicationsOf(candidateId: string): readonly ApplicationRecord[];
  findJobSeeker(id: string): JobSeekerRecord | undefined;
  jobSeekersOf(candidateId: string): readonly JobSeekerRecord[];
  replaceJobSeeker(before: JobSeekerRecord, tags: readonly TagRecord[]): JobSeekerRecord;
  /** In order of arrival; when `applicationId` is null those of all applications except the samples. */
  answers(applicationId: string | null): readonly AnswerRecord[];
  findAnswer(id: string): AnswerRecord | undefined;
  createAnswer(answer: NewAnswer): AnswerRecord;
  replaceAnswer(before: AnswerRecord, value: AnswerValue): AnswerRecord;
  /** Includes the samples, since they may have been changed. */
  snapshot(): HeldRecords;
  /** Adds these records; one with an existing id replaces the old one. */
  restore(kept: HeldRecords): void;
}
