import type { AttachedFile, OutgoingAnswer } from './answer.ts';
import type { FieldName } from './details.ts';
import type { FileSource } from './file-source.ts';
import type {
  ApplicationId,
  FileId,
  JobId,
  QuestionId,
  Reference,
  Revision,
  SessionId,
  Subject,
  Tenant,
} from './ids.ts';
import type { Outcome } from './outcome.ts';
import type {
  AnswerCode,
  AnswerState,
  ApplicationCode,
  Destination,
  Submission,
  SubmissionState,
} from './submission.ts';

/** One applicant's form at one tenant: all that is stored is stored under it. */
export interface SubjectKey {
  readonly tenant: Tenant;
  readonly subject: Subject;
}

/** An answer with what the ledger must know of it. */
export interface LedgerAnswer extends OutgoingAnswer {
  /** The next question above that is answered; null: none. Nothing is sent below an answer that was refused. */
  readonly parent: QuestionId | null;
  /** With the type, what the service's own copy is known by where it names no question. */
  readonly title: string;
  /** `question_type` as the service calls it. */
  readonly type: string;
  /** No other question of this form has this title and type. */
  readonly isDistinct: boolean;
  /** Keyed hash of question and content (files by their bytes): the same wherever it stands among several files. */
  readonly fingerprint: string;
}

export interface SubmissionToAccept {
  readonly key: SubjectKey;
  readonly destination: Destination;
  /** Keyed hash of all answers, without revision or language. */
  readonly fingerprint: string;
  /** Keyed hash of the details of a job's destination; null: of an application nobody gave any. */
  readonly detailsFingerprint: string | null;
  /** `KEY.HASH` of the email in these details, by which the operator finds a person; without: by reference alone. */
  readonly emailHash?: string | null;
  /** Of the form that was answered: whether a correction is one of the same form. */
  readonly revision: Revision;
  /** In the order of delivery: a parent before its children. */
  readonly answers: readonly LedgerAnswer[];
}

export interface StoredSubmission {
  readonly submission: Submission;
  readonly fingerprint: string;
  /** The operator had it erased: it was sent, and nothing else of it may be told. */
  readonly isErased?: boolean;
}

export type AcceptRefusal =
  /** Another content is stored, and this is no correction of refused answers. */
  | {
      readonly kind: 'already_submitted';
      /** null: what was sent was erased. */
      readonly submission: Submission | null;
    }
  /** Nothing was stored; the browser may send the same again. */
  | { readonly kind: 'store_unavailable' };

/** Takes answers and carries them to the service. It is `src/server/delivery`, over a store on a disk or in memory. */
export interface Delivery {
  find(key: SubjectKey): Promise<StoredSubmission | null>;
  /** All are accepted or none. Resolves when all is delivered or `wait` milliseconds have passed. */
  accept(submission: SubmissionToAccept, wait: number): Promise<Outcome<Submission, AcceptRefusal>>;
  /** Waits like `accept` while something is still under way. */
  read(key: SubjectKey, reference: Reference, wait: number): Promise<Submission | null>;
  /** This tenant's service does not answer and is left alone: nothing waits for a delivery. */
  isDown(tenant: Tenant): boolean;
}

export interface StagedFile extends AttachedFile {
  /** SHA-256 of the bytes, hex. */
  readonly hash: string;
  /** What the file is for: a question's id or a detail's name. */
  readonly purpose: string;
}

export type StagingRefusal =
  | { readonly kind: 'different_content' }
  /** Files of one subject. */
  | { readonly kind: 'too_many' }
  /** All files of one subject together. */
  | { readonly kind: 'too_large' }
  /** This file alone. */
  | { readonly kind: 'over_limit' }
  | { readonly kind: 'empty' }
  | { readonly kind: 'wrong_type' }
  /** By the word of the scanner. */
  | { readonly kind: 'infected' }
  /** The bytes did not come to their end. */
  | { readonly kind: 'broken_off' }
  /** Nothing is wrong with the file: there is no room at the moment. */
  | { readonly kind: 'full' };

/** What a scanner found in a file. `unknown`: it did not say, so the file waits. */
export const fileVerdicts = ['clean', 'infected', 'unknown'] as const;
export type FileVerdict = (typeof fileVerdicts)[number];

/** What is needed of an `AbortSignal`, which is not part of the language itself. */
export interface StopSignal {
  readonly aborted: boolean;
  addEventListener(event: 'abort', listener: () => void): void;
  removeEventListener(event: 'abort', listener: () => void): void;
}

/** Looks into files before they are delivered. */
export interface Scanner {
  /**
   * Rejects when the file itself cannot be read, and else never. `upload`: an applicant waits for it, so it has less time.
   *
   * @param stop ends it early
   */
  scan(
    tenant: Tenant,
    file: FileSource,
    during: 'upload' | 'delivery',
    stop?: StopSignal,
  ): Promise<FileVerdict>;
}

/** Bytes as they lie in the store, to be looked at before they count as a file. */
export interface StoredContent {
  readonly size: number;
  /** Fewer bytes only where the content ends. */
  read(from: number, length: number): Promise<Uint8Array>;
  chunks(): AsyncIterable<Uint8Array>;
}

export interface StagingLimits {
  /** Bytes of one file. */
  readonly file: number;
  /** Files of one subject. */
  readonly files: number;
  /** Bytes of all files of one subject. */
  readonly bytes: number;
}

export interface FileToStage {
  readonly id: FileId;
  readonly name: string;
  readonly purpose: string;
  /** As they come; throws when they break off. They are counted: no length that anybody claims is believed. */
  readonly bytes: AsyncIterable<Uint8Array>;
  readonly limits: StagingLimits;
  /** The media type of what was stored; null: it is not accepted. */
  findType(content: StoredContent): Promise<string | null>;
}

/** Files that wait for their submission, for 24 hours. */
export interface Staging {
  /** Stores the bytes while they come. After a refusal nothing of them stays, and the whole file may come again. */
  put(key: SubjectKey, file: FileToStage): Promise<Outcome<StagedFile, StagingRefusal>>;
  find(key: SubjectKey, id: FileId): Promise<StagedFile | null>;
  /** null when the file, or its bytes, are gone. Rejects with `FileHeldBack` while a scanner has not found it clean. */
  open(key: SubjectKey, id: FileId): Promise<FileSource | null>;
  /**
   * Before each delivery. Asks the scanner, unless it has found the file clean before. `clean` without a scanner too, and
   * for a file that is gone, as `open` tells. Without this method nothing is scanned. Rejects when the file cannot be read.
   *
   * @param stop ends it early
   */
  scan?(key: SubjectKey, id: FileId, stop?: StopSignal): Promise<FileVerdict>;
  /** Forgets a file, unless a submission holds it. */
  remove(key: SubjectKey, id: FileId): Promise<void>;
  /**
   * Before a submission is accepted with this file: from now on it stays until it is released, or for as long as
   * undelivered answers are kept. false: its bytes are gone, and no receipt may stand on them.
   */
  hold(key: SubjectKey, id: FileId): Promise<boolean>;
  /** Delivered, or wiped: the bytes go, what is known of the file stays, so that the same submission is known again. */
  release(key: SubjectKey, id: FileId): Promise<void>;
}

/** An answer, or the application itself, of which the service did not take what was sent. */
export interface AttentionItem {
  /** null: the application. */
  readonly question: QuestionId | null;
  readonly part: number;
  readonly title: string | null;
  readonly state: AnswerState;
  readonly code: AnswerCode | ApplicationCode | null;
  /** Of a refused application: what the service named, by its own names of attributes; else empty. */
  readonly members: readonly string[];
  /** Of these, what an applicant could say, by our names. */
  readonly fields: readonly FieldName[];
  /** What was sent, in the writing of the service; null where it was not asked for, or is wiped. */
  readonly content: Readonly<Record<string, unknown>> | null;
}

/** A submission that needs somebody. */
export interface AttentionEntry {
  readonly reference: Reference;
  readonly state: SubmissionState;
  /** null: it could not be made. */
  readonly application: ApplicationId | null;
  readonly job: JobId | null;
  /** ISO date-times. */
  readonly acceptedAt: string;
  /** When what was not delivered will be wiped. */
  readonly keptUntil: string;
  readonly items: readonly AttentionItem[];
}

/** Which of the submissions that need attention, oldest first. */
export interface AttentionWish {
  /** Also what was to be sent. */
  readonly content: boolean;
  /** Entries on a page. */
  readonly size: number;
  /** Of the page, from 1. */
  readonly number: number;
}

export interface AttentionPage {
  readonly entries: readonly AttentionEntry[];
  /** On all pages. */
  readonly total: number;
}

export const operatorActions = ['retry', 'give_up'] as const;
export type OperatorAction = (typeof operatorActions)[number];

/** What whoever runs the proxy may ask of the delivery (`src/server/http/README.md#operations`). */
export interface Operator {
  /** Whether answers can be taken: the store can write. */
  isReady(): Promise<boolean>;
  attention(tenant: Tenant, wish: AttentionWish): Promise<AttentionPage>;
  /** What is parked, and an application that the service refused: a refused answer is for the applicant. */
  act(
    tenant: Tenant,
    reference: Reference,
    action: OperatorAction,
  ): Promise<Outcome<Submission, 'not_found' | 'nothing_to_do'>>;
}

/** What is wrong while receipts can be given all the same. */
export type Degradation = 'service_key' | 'service_address' | 'staging' | 'scanner';

/** What a process knows of itself beside its store (`src/server/http/README.md#operations`). */
export interface Readiness {
  /** It was told to end: new requests are to go elsewhere. */
  isStopping(): boolean;
  /** Since the start the service of every tenant has only said no: to its key, or that this is not its address. */
  isRefused(): boolean;
  degradedOf(tenant: Tenant): readonly Degradation[];
}

/** A code of a link as it is stored: without the code itself nothing of it opens anything. */
export interface StoredCode {
  /** SHA-256 of the code. */
  readonly hash: string;
  readonly tenant: Tenant;
  /** Of the session that it opens. */
  readonly session: SessionId;
  /** Its first exchange spends it. */
  readonly once: boolean;
  /** The session's token, sealed with the code. */
  readonly sealed: string;
}

export interface KnownCode extends StoredCode {
  /** Milliseconds since 1970. */
  readonly madeAt: number;
  readonly expired: boolean;
}

/** Codes of links, and the sessions that were revoked. */
export interface SessionStore {
  /** @param lifetime milliseconds */
  addCode(code: StoredCode, lifetime: number): Promise<void>;
  findCode(hash: string): Promise<KnownCode | null>;
  /**
   * Of several at once exactly one hears yes.
   *
   * @param attempt names the page that asks: the one that spent it hears yes again for a minute, since the reply may
   *   have been lost
   */
  spendCode(hash: string, attempt: string | null): Promise<boolean>;
  revoke(tenant: Tenant, session: SessionId): Promise<void>;
  isRevoked(tenant: Tenant, session: SessionId): Promise<boolean>;
}

/** Milliseconds in which the page that spent a code may ask again. */
export const SPENT_AGAIN = 60_000;
/** Milliseconds after its end in which a code is still known as one that is over: a day. */
export const CODE_KEPT = 86_400_000;
/** Milliseconds that a revocation is kept: a token lives for a day and can be renewed for seven more. */
export const REVOCATION_KEPT = 691_200_000;

/** Of one tenant, in the text format of Prometheus. */
export type Metrics = (tenant: Tenant) => Promise<string>;

/** The last good question set of each form, as JSON text: serves loads while the service is down. */
export interface TreeStore {
  read(tenant: Tenant, form: string): Promise<string | null>;
  write(tenant: Tenant, form: string, json: string): Promise<void>;
}
