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
  /** Bytes; `chunks` yields exactly this many. */
  readonly size: number;
  /** Starts from the beginning at each call. Throws if bytes are missing or were changed. */
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
  /** Title and type identify the service's copy of the answer if that copy names no question. */
  readonly title: string;
  /** The service's `question_type`. */
  readonly type: string;
  /** True if no other question of this form has this title and type. */
  readonly isDistinct: boolean;
  /** Keyed hash of question and content (the bytes of a file), independent of the position among several files. */
  readonly fingerprint: string;
}

export interface SubmissionToAccept {
  readonly key: SubjectKey;
  readonly destination: Destination;
  /** Keyed hash of all answers, without revision or language. */
  readonly fingerprint: string;
  /**
   * Keyed hash of the details for a job. null for an existing application, and for a correction that keeps the details
   * of an accepted application.
   */
  readonly detailsFingerprint: string | null;
  /**
   * `KEY.HASH` of the email in these details, by which the operator finds a person; otherwise only the reference does.
   */
  readonly emailHash?: string | null;
  /** Revision of the form that was answered; shows whether a correction was made on the same form. */
  readonly revision: Revision;
  /**
   * In order of delivery: documents of the application (`documentsQuestion`) first, then each parent before its
   * children.
   */
  readonly answers: readonly LedgerAnswer[];
  /** Stored with the submission, but for longer. */
  readonly consents?: readonly GivenConsent[];
  /** Job of the form of an existing application, if known: the tags of consents depend on it. */
  readonly formJob?: JobId | null;
  /** True if a lookup has just found nothing of this subject, so that it is not repeated. */
  readonly isFirst?: boolean;
  /** True for a visitor. A back end vouches for all other applicants, who come before visitors. */
  readonly isVisitor?: boolean;
  /** The details were not checked, because an existing application stays: only its answers may be corrected. */
  readonly keepsApplication?: boolean;
}

export interface StoredSubmission {
  readonly submission: Submission;
  readonly fingerprint: string;
  /** Fields of a refused application that it must have and lacked. Other named fields may also be left empty. */
  readonly missed?: readonly FieldName[];
  /** Fingerprint of the details that made the application, once it exists. */
  readonly madeOf?: string;
  /** The operator had it erased: only the fact that it was sent may be disclosed. */
  readonly isErased?: boolean;
}

export type AcceptRefusal =
  /** Different content is stored, and this is not a correction of refused answers. */
  | {
      readonly kind: 'already_submitted';
      /** null if the stored submission has been erased. */
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
   * @param stored called after the answers are accepted, before the wait
   */
  accept(
    submission: SubmissionToAccept,
    wait: number,
    stored?: () => void,
  ): Promise<Outcome<Submission, AcceptRefusal>>;
  /** Waits like `accept` while a delivery is in progress. */
  read(key: SubjectKey, reference: Reference, wait: number): Promise<Submission | null>;
  /** True if the circuit breaker of this tenant's service is open, so nothing should wait for a delivery. */
  isDown(tenant: Tenant): boolean;
  /** A recent count of visitors' undelivered submissions. Without this method they are unlimited. */
  visitorsQueued?(tenant: Tenant): Promise<number>;
}

export interface StagedFile extends AttachedFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** A question's id or a detail's name. */
  readonly purpose: string;
}

/** A fault in the content of a file. */
export interface FileFault {
  readonly reason: 'renamed' | 'damaged' | 'macros';
  /** For a renamed file: the detected type, as an ending without its dot. */
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
  /** The file is fine, but the staging area is full. */
  | { readonly kind: 'full' };

/** Verdict of a scanner. `unknown`: the scanner gave none, so the file waits. */
export const fileVerdicts = ['clean', 'infected', 'unknown'] as const;
export type FileVerdict = (typeof fileVerdicts)[number];

/** Scans files before they are delivered. */
export interface Scanner {
  /**
   * Rejects only if the file itself cannot be read. During an `upload` an applicant waits, so the scan has less time.
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
  /** Reads from an offset; returns fewer bytes only at the end of the content. */
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
  /**
   * Bytes as received; throws if the upload breaks off. They are counted, because a declared length cannot be trusted.
   */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly limits: StagingLimits;
  /** The sender is unknown: the file is deleted soon after its form is left, and visitors share a part of the space. */
  readonly isOfVisitor?: boolean;
  /** Returns the name and media type to send the content with, or the reason to refuse it. */
  identify(content: StoredContent): Promise<Outcome<Pick<StagedFile, 'name' | 'type'>, FileFault>>;
}

/** Files that wait for their submission: 24 hours, or for visitors half an hour after the last sign of their form. */
export interface Staging {
  /** Stores the bytes as they arrive. A refusal deletes them, and the whole file may be uploaded again. */
  put(key: SubjectKey, file: FileToStage): Promise<Outcome<StagedFile, StagingRefusal>>;
  find(key: SubjectKey, id: FileId): Promise<StagedFile | null>;
  /** null if the file or its bytes no longer exist. Rejects with `FileUnavailable` until a scanner has found it clean. */
  open(key: SubjectKey, id: FileId): Promise<FileSource | null>;
  /**
   * Called before each delivery; asks the scanner unless it has already found the file clean. Also `clean` without a
   * scanner, and for a missing file, which `open` reports. Rejects if the file is unreadable.
   *
   * @param stop ends it early
   */
  scan(key: SubjectKey, id: FileId, stop?: AbortSignal): Promise<FileVerdict>;
  /** Deletes a file unless a submission has claimed it. */
  remove(key: SubjectKey, id: FileId): Promise<void>;
  /**
   * Called before a submission with this file is accepted: the file then stays until it is released or its undelivered
   * answers are wiped. false if its bytes no longer exist, so that no receipt may be given for it.
   */
  hold(key: SubjectKey, id: FileId): Promise<boolean>;
  /**
   * A visitor's form is still open: restarts the time limit of its files, except those that a submission has claimed.
   */
  keep(key: SubjectKey): Promise<void>;
  /**
   * Called after delivery or wiping: deletes the bytes but not the metadata, so that the same submission is recognised.
   */
  release(key: SubjectKey, id: FileId): Promise<void>;
  /** Lists all files of a subject, including those whose bytes are deleted. */
  list(key: SubjectKey): Promise<readonly StagedFileInfo[]>;
  /** Deletes bytes and metadata, even of claimed files. Returns the number of files. */
  erase(key: SubjectKey): Promise<number>;
}

/** A staged file; its content is read separately, with `open`. */
export interface StagedFileInfo {
  readonly id: FileId;
  /** null when it was sealed with a secret that this process does not have. */
  readonly name: string | null;
  readonly type: string | null;
  /** In bytes. */
  readonly size: number;
  /** False after delivery: then only size and hash are still stored. */
  readonly hasBytes: boolean;
}

/**
 * `not_scanned`: no scanner has found it clean. `other_secret`: it was sealed with a secret that this process does not
 * have.
 */
export type UnavailableCause = 'not_scanned' | 'other_secret';

/** Opening a staged file rejects with this if its bytes are intact but must not be used yet. */
export class FileUnavailable extends Error {
  override readonly name = 'FileUnavailable';
  readonly reason: UnavailableCause;

  constructor(reason: UnavailableCause) {
    super(`A staged file is held back: ${reason}.`);
    this.reason = reason;
  }
}

/** Selects a page of the submissions that need attention, oldest first. */
export interface AttentionQuery {
  /** Whether to include the content of unsent items. */
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
  /** Number of webhook events that wait for an automatic retry. */
  readonly eventsWaiting: number;
}

export const operatorActions = ['retry', 'give_up'] as const;
export type OperatorAction = (typeof operatorActions)[number];

/** Lists deliveries for an operator of the proxy, and acts on them (`src/server/http/README.md#operations`). */
export interface Operator {
  /** True if answers can be accepted: the store can write. */
  isReady(): Promise<boolean>;
  attention(tenant: Tenant, query: AttentionQuery): Promise<AttentionPage>;
  /** Acts on parked items, refused applications and stopped webhook events; a refused answer is for the applicant to correct. */
  runAction(
    tenant: Tenant,
    reference: Reference,
    action: OperatorAction,
  ): Promise<Outcome<Submission, 'not_found' | 'nothing_to_do'>>;
}

/** Faults that do not stop receipts from being given. */
export type Degradation = 'service_away' | 'service_key' | 'service_address' | 'staging' | 'scanner';

/** The health of a process, apart from its store (`src/server/http/README.md#operations`). */
export interface Readiness {
  /** True while it shuts down, when new requests should go to another process. */
  isStopping(): boolean;
  /** True if every service has only refused since the start: the key is wrong, or the address is not a service. */
  isRefused(): boolean;
  degradedOf(tenant: Tenant): readonly Degradation[];
}

/** A field that the service demanded when it refused an application for a job: the next visitors are asked for it. */
export interface Lesson {
  readonly job: JobId;
  readonly field: FieldName;
  /** Milliseconds since 1970. */
  readonly learnedAt: number;
  /** Time of the last refusal that named it, in milliseconds since 1970. */
  readonly refusedAt: number;
  /** True if the operator agreed to ask for it; fields that need no agreement are asked for at once. */
  readonly agreed: boolean;
}

/** Milliseconds after the last refusal for which a lesson is stored: 30 days. */
export const LESSON_KEPT = 2_592_000_000;

export interface Lessons {
  /** Lists the lessons of one job or of all, oldest first, without expired ones. */
  list(tenant: Tenant, job?: JobId): Promise<readonly Lesson[]>;
  /** Adds lessons, or notes the new refusal. Returns the fields that were new. */
  learn(tenant: Tenant, job: JobId, fields: readonly FieldName[]): Promise<readonly FieldName[]>;
  /** Returns false if the lesson does not exist. */
  agree(tenant: Tenant, job: JobId, field: FieldName): Promise<boolean>;
  /**
   * @param field null for all lessons of the job
   * @returns false if none exists
   */
  clear(tenant: Tenant, job: JobId, field: FieldName | null): Promise<boolean>;
}

/** Counters that several processes share: one table, with `$1` and so on as placeholders of values. */
export interface LimitStore {
  /** Columns `key varchar, points integer, expire bigint`, in this order. */
  readonly table: string;
  /** Rejects if the store does not answer. */
  query(statement: { readonly text: string; readonly values: readonly unknown[] }): Promise<{
    readonly rows: readonly unknown[];
    readonly rowCount: number;
  }>;
}

/** The metrics of one tenant in the Prometheus text format. */
export type Metrics = (tenant: Tenant) => Promise<string>;

/** The last good question set of each form, as JSON text, for use while the service is down. */
export interface TreeStore {
  read(tenant: Tenant, form: string): Promise<string | null>;
  write(tenant: Tenant, form: string, json: string): Promise<void>;
}
