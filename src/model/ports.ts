import type { AttachedFile, OutgoingAnswer } from './answer.ts';
import type { FileId, QuestionId, Reference, Subject, Tenant } from './ids.ts';
import type { Outcome } from './outcome.ts';
import type { Destination, Submission } from './submission.ts';

/** One applicant's form at one tenant: all that is stored is stored under it. */
export interface SubjectKey {
  readonly tenant: Tenant;
  readonly subject: Subject;
}

/** An answer with what the ledger must know of it. */
export interface LedgerAnswer extends OutgoingAnswer {
  /** The question above, null for a root: nothing is sent below an answer that was refused. */
  readonly parent: QuestionId | null;
  /** Keyed hash of question and content (files by their bytes): the same wherever it stands among several files. */
  readonly fingerprint: string;
}

export interface SubmissionToAccept {
  readonly key: SubjectKey;
  readonly destination: Destination;
  /** Keyed hash of all answers, without revision or language. */
  readonly fingerprint: string;
  /** In the order of delivery: a parent before its children. */
  readonly answers: readonly LedgerAnswer[];
}

export interface StoredSubmission {
  readonly submission: Submission;
  readonly fingerprint: string;
}

export type AcceptRefusal =
  /** Another content is stored, and this is no correction of refused answers. */
  | { readonly kind: 'already_submitted'; readonly submission: Submission }
  /** Nothing was stored; the browser may send the same again. */
  | { readonly kind: 'store_unavailable' };

/** Takes answers and carries them to the service. The durable one is `src/delivery`; `proxy` has its own in memory. */
export interface Delivery {
  find(key: SubjectKey): Promise<StoredSubmission | null>;
  /** All are accepted or none. Resolves when all is delivered or `wait` milliseconds have passed. */
  accept(submission: SubmissionToAccept, wait: number): Promise<Outcome<Submission, AcceptRefusal>>;
  /** Waits like `accept` while something is still under way. */
  read(key: SubjectKey, reference: Reference, wait: number): Promise<Submission | null>;
}

export interface StagedFile extends AttachedFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** What the file is for: a question's id or a detail's name. */
  readonly purpose: string;
}

export type StagingRefusal =
  | { readonly kind: 'different_content' }
  | { readonly kind: 'too_many' }
  | { readonly kind: 'too_large' }
  /** Nothing is wrong with the file: there is no room at the moment. */
  | { readonly kind: 'full' };

export interface FileToStage {
  readonly id: FileId;
  readonly name: string;
  readonly type: string;
  readonly purpose: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Files that wait for their submission, for 24 hours. */
export interface Staging {
  put(key: SubjectKey, file: FileToStage): Promise<Outcome<StagedFile, StagingRefusal>>;
  find(key: SubjectKey, id: FileId): Promise<StagedFile | null>;
  /** null when the file is gone. */
  read(key: SubjectKey, id: FileId): Promise<Uint8Array | null>;
  /** Forgets a file, unless a submission holds it. */
  remove(key: SubjectKey, id: FileId): Promise<void>;
  /** A submission was accepted with this file: from now on it stays. */
  hold(key: SubjectKey, id: FileId): Promise<void>;
  /** Delivered: the bytes go, what is known of the file stays, so that the same submission is known again. */
  release(key: SubjectKey, id: FileId): Promise<void>;
}

/** The last good question set of each form, as JSON text: serves loads while the service is down. */
export interface TreeStore {
  read(tenant: Tenant, form: string): Promise<string | null>;
  write(tenant: Tenant, form: string, json: string): Promise<void>;
}
