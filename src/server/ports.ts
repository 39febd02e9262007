import type { AttentionEntry } from '../core/model/attention.ts';
import type { FieldName } from '../core/model/details.ts';
import type { Outcome } from '../core/model/failure.ts';
import type { FileId, JobId, QuestionId, Reference, Revision, Subject, Tenant } from '../core/model/ids.ts';
import type { AttachedFile, OutgoingAnswer } from '../core/model/question.ts';
import type { Destination, GivenConsent, Submission } from '../core/model/submission.ts';

/** A stored file: its metadata, and its bytes one chunk at a time. */
export interface FileSource {
  readonly name: string;
  /** The media type detected in the content. */
  readonly type: string;
  /** In bytes: `chunks` yields exactly this many. */
  readonly size: number;
  /** Starts from the beginning at each call. Throws when bytes are missing or were changed. */
  chunks(): AsyncIterable<Uint8Array>;
}

/** One applicant's form at one tenant: everything is stored under this key. */
export interface SubjectKey {
  readonly tenant: Tenant;
  readonly subject: Subject;
}

/** An answer with what the ledger needs to deliver it. */
export interface LedgerAnswer extends OutgoingAnswer {
  /** The nearest answered question above, or null. Nothing is sent below a refused answer. */
  readonly parent: QuestionId | null;
  /** Together with the type it identifies the service's copy of the answer when that names no question. */
  readonly title: string;
  /** `question_type` as the service calls it. */
  readonly type: string;
  /** No other question of this form has this title and type. */
  readonly isDistinct: boolean;
  /** Keyed hash of question and content (files by their bytes): it does not depend on the place among several files. */
  readonly fingerprint: string;
}

export interface SubmissionToAccept {
  readonly key: SubjectKey;
  readonly destination: Destination;
  /** Keyed hash of all answers, without revision or language. */
  readonly fingerprint: string;
  /**
   * Keyed hash of the details of a job's destination; null for an existing application, which needs none, and where an
   * application that is not refused keeps those that it has.
   */
  readonly detailsFingerprint: string | null;
  /** `KEY.HASH` of the email in these details, by which the operator finds a person; without it only the reference does. */
  readonly emailHash?: string | null;
  /** Revision of the form that was answered; tells whether a correction was made on the same form. */
  readonly revision: Revision;
  /** In the order of delivery: a parent before its children; documents of the application (`documentsQuestion`) before all. */
  readonly answers: readonly LedgerAnswer[];
  /** Kept with the submission, and longer. */
  readonly consents?: readonly GivenConsent[];
  /** Whose form it is, where that is known of an application that was there: by it the tags of consents are found. */
  readonly formJob?: JobId | null;
  /** Nothing of this subject was found just now, so that it need not be looked for once more. */
  readonly isFirst?: boolean;
  /** false, and without it: a back end vouches for the applicant, who goes before all visitors. */
  readonly isVisitor?: boolean;
  /** What makes an application was not checked, since the one that there is stays: it may only correct answers of that one. */
  readonly keepsApplication?: boolean;
}

export interface StoredSubmission {
  readonly submission: Submission;
  readonly fingerprint: string;
  /** Of a refused application: what it has to bring that it did not. Other fields that were named may also be left empty. */
  readonly missed?: readonly FieldName[];
  /** Fingerprint of the details that made the application, once it is made. */
  readonly madeOf?: string;
  /** The operator had it erased: nothing but the fact that it was sent may be disclosed. */
  readonly isErased?: boolean;
}

export type AcceptRefusal =
  /** Different content is stored, and this is not a correction of refused answers. */
  | {
      readonly kind: 'already_submitted';
      /** null when what was sent has been erased. */
      readonly submission: Submission | null;
    }
  /** Nothing was stored; the browser may send the same again. */
  | { readonly kind: 'store_unavailable' };

/** Accepts answers and delivers them to the service; implemented by `src/server/ledger` over a disk or memory store. */
export interface Delivery {
  find(key: SubjectKey): Promise<StoredSubmission | null>;
  /**
   * Accepts all answers or none. Resolves when all are delivered or after `wait` milliseconds.
   *
   * @param stored called once they are accepted, before the wait
   */
  accept(
    submission: SubmissionToAccept,
    wait: number,
    stored?: () => void,
  ): Promise<Outcome<Submission, AcceptRefusal>>;
  /** Waits like `accept` while a delivery is in progress. */
  read(key: SubjectKey, reference: Reference, wait: number): Promise<Submission | null>;
  /** The circuit breaker of this tenant's service is open, so nothing should wait for a delivery. */
  isDown(tenant: Tenant): boolean;
  /** Submissions of visitors that are not delivered yet, as a recent count has it. Without this method they have no bound. */
  visitorsQueued?(tenant: Tenant): Promise<number>;
}

export interface StagedFile extends AttachedFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** What the file is for: a question's id or a detail's name. */
  readonly purpose: string;
}

/** What is wrong with the content of a file. */
export interface FileFault {
  readonly reason: 'renamed' | 'damaged' | 'macros';
  /** The kind that the content is, as an ending without its dot: of a renamed file. */
  readonly found?: string;
}

export type StagingRefusal =
  | { readonly kind: 'different_content' }
  /** The subject has too many files. */
  | { readonly kind: 'too_many' }
  /** All files of the subject together are too large. */
  | { readonly kind: 'too_large' }
  /** This file alone is too large. */
  | { readonly kind: 'over_limit' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong_type'; readonly fault: FileFault }
  /** The scanner found it infected. */
  | { readonly kind: 'infected' }
  /** The upload broke off before its last byte. */
  | { readonly kind: 'broken_off' }
  /** The file is fine, but the staging area is full at the moment. */
  | { readonly kind: 'full' };

/** What a scanner found in a file. `unknown`: it gave no verdict, so the file waits. */
export const fileVerdicts = ['clean', 'infected', 'unknown'] as const;
export type FileVerdict = (typeof fileVerdicts)[number];

/** Scans files before they are delivered. */
export interface Scanner {
  /**
   * Rejects only when the file itself cannot be read. `upload`: an applicant is waiting, so it has less time.
   *
   * @param stop ends it early
   */
  scan(
    tenant: Tenant,
    file: FileSource,
    during: 'upload' | 'delivery',
    stop?: AbortSignal,
  ): Promise<FileVerdict>;
}

/** Stored bytes, to be examined before they are accepted as a file. */
export interface StoredContent {
  readonly size: number;
  /** Fewer bytes only where the content ends. */
  read(from: number, length: number): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface StagingLimits {
  /** Maximum bytes of one file. */
  readonly file: number;
  /** Maximum number of files of one subject. */
  readonly files: number;
  /** Maximum bytes of all files of one subject together. */
  readonly bytes: number;
}

export interface FileToStage {
  readonly id: FileId;
  readonly purpose: string;
  /** As received; throws when the upload breaks off. The bytes are counted, because a declared length cannot be trusted. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly limits: StagingLimits;
  /** Nothing is known of who sends it: it goes soon after its form is left, and may fill a part of the room alone. */
  readonly isOfVisitor?: boolean;
  /** The name that the stored content is sent on under and its media type, or why it is not accepted. */
  identify(content: StoredContent): Promise<Outcome<Pick<StagedFile, 'name' | 'type'>, FileFault>>;
}

/** Files that wait for their submission: for 24 hours, those of visitors for half an hour after the last sign of their form. */
export interface Staging {
  /** Stores the bytes as they arrive. After a refusal none are kept, and the whole file may be uploaded again. */
  put(key: SubjectKey, file: FileToStage): Promise<Outcome<StagedFile, StagingRefusal>>;
  find(key: SubjectKey, id: FileId): Promise<StagedFile | null>;
  /** null when the file, or its bytes, are gone. Rejects with `FileHeldBack` while a scanner has not found it clean. */
  open(key: SubjectKey, id: FileId): Promise<FileSource | null>;
  /**
   * Called before each delivery; asks the scanner unless it has already found the file clean. Also `clean` without a scanner,
   * and for a missing file, which `open` reports. Rejects when the file is unreadable.
   *
   * @param stop ends it early
   */
  scan(key: SubjectKey, id: FileId, stop?: AbortSignal): Promise<FileVerdict>;
  /** Deletes a file unless a submission has claimed it. */
  remove(key: SubjectKey, id: FileId): Promise<void>;
  /**
   * Called before a submission with this file is accepted: the file then stays until it is released, or as long as
   * undelivered answers are kept. false: its bytes are gone, so no receipt may be given for it.
   */
  hold(key: SubjectKey, id: FileId): Promise<boolean>;
  /** A visitor's form is still open: its files, apart from those that a submission has claimed, stay as long from now on. */
  keep(key: SubjectKey): Promise<void>;
  /** Called after delivery or wiping: deletes the bytes and keeps the metadata, so that the same submission is recognised. */
  release(key: SubjectKey, id: FileId): Promise<void>;
  /** All that is here of a subject, or was. */
  list(key: SubjectKey): Promise<readonly HeldFile[]>;
  /** Whatever holds them: bytes, and what is known of them. How many files that were. */
  erase(key: SubjectKey): Promise<number>;
}

/** A staged file; its content is read separately, with `open`. */
export interface HeldFile {
  readonly id: FileId;
  /** null when it was sealed with a secret that this process does not have. */
  readonly name: string | null;
  readonly type: string | null;
  /** In bytes. */
  readonly size: number;
  /** false once delivered: then only its size and hash are still stored. */
  readonly hasBytes: boolean;
}

/** `not_scanned`: no scanner has found it clean. `other_secret`: this process does not have the secret of its seal. */
export type HeldBackCause = 'not_scanned' | 'other_secret';

/** Opening a staged file rejects with this when its bytes are intact but may not be handed out. */
export class FileHeldBack extends Error {
  override readonly name = 'FileHeldBack';
  readonly reason: HeldBackCause;

  constructor(reason: HeldBackCause) {
    super(`A staged file is held back: ${reason}.`);
    this.reason = reason;
  }
}

/** Selects a page of the submissions that need attention, oldest first. */
export interface AttentionWish {
  /** Whether to include what was to be sent. */
  readonly content: boolean;
  /** Entries per page. */
  readonly size: number;
  /** Page number, starting at 1. */
  readonly number: number;
}

export interface AttentionPage {
  readonly entries: readonly AttentionEntry[];
  /** Number of entries on all pages. */
  readonly total: number;
  /** What a webhook was not told yet, and is tried again by itself. */
  readonly eventsWaiting: number;
}

export const operatorActions = ['retry', 'give_up'] as const;
export type OperatorAction = (typeof operatorActions)[number];

/** What an operator of the proxy can ask of the delivery (`src/server/http/README.md#operations`). */
export interface Operator {
  /** Whether answers can be taken: the store can write. */
  isReady(): Promise<boolean>;
  attention(tenant: Tenant, wish: AttentionWish): Promise<AttentionPage>;
  /** Acts on parked items, refused applications and stopped webhook events; a refused answer is for the applicant to correct. */
  act(
    tenant: Tenant,
    reference: Reference,
    action: OperatorAction,
  ): Promise<Outcome<Submission, 'not_found' | 'nothing_to_do'>>;
}

/** Faults that do not stop receipts from being given. */
export type Degradation = 'service_away' | 'service_key' | 'service_address' | 'staging' | 'scanner';

/** What a process knows about its own health, apart from its store (`src/server/http/README.md#operations`). */
export interface Readiness {
  /** It is shutting down, so new requests should go to another process. */
  isStopping(): boolean;
  /** Since the start every tenant's service has only refused: the key is wrong, or the address is not a service. */
  isRefused(): boolean;
  degradedOf(tenant: Tenant): readonly Degradation[];
}

/** What the service demanded of applications for a job when it refused one: asked of the next visitors from the start. */
export interface Lesson {
  readonly job: JobId;
  readonly field: FieldName;
  /** Milliseconds since 1970. */
  readonly learnedAt: number;
  /** Of the last refusal that named it. */
  readonly refusedAt: number;
  /** The operator agreed that it is asked; what needs no agreement is asked at once. */
  readonly agreed: boolean;
}

/** Milliseconds after the last refusal that a lesson is kept: 30 days. */
export const LESSON_KEPT = 2_592_000_000;

export interface Lessons {
  /** Of one job, or of all; oldest first, without those that are too old. */
  list(tenant: Tenant, job?: JobId): Promise<readonly Lesson[]>;
  /** Adds them, or notes the new refusal. The names that were not known. */
  learn(tenant: Tenant, job: JobId, fields: readonly FieldName[]): Promise<readonly FieldName[]>;
  /** false: there is none. */
  agree(tenant: Tenant, job: JobId, field: FieldName): Promise<boolean>;
  /** @param field null: all of the job. false: there is none */
  clear(tenant: Tenant, job: JobId, field: FieldName | null): Promise<boolean>;
}

/** Counts of what several processes allow together: one table, asked with `$1` and so on for the values. */
export interface LimitStore {
  /** `key varchar, points integer, expire bigint`, in this order. */
  readonly table: string;
  /** Rejects where the store does not answer. */
  query(statement: { readonly text: string; readonly values: readonly unknown[] }): Promise<{
    readonly rows: readonly unknown[];
    readonly rowCount: number;
  }>;
}

/** The metrics of one tenant in the Prometheus text format. */
export type Metrics = (tenant: Tenant) => Promise<string>;

/** The last good question set of each form, as JSON text: serves loads while the service is down. */
export interface TreeStore {
  read(tenant: Tenant, form: string): Promise<string | null>;
  write(tenant: Tenant, form: string, json: string): Promise<void>;
}
