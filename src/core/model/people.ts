/** What is held of one person, and how it is erased: for the operator, who is asked for it by that person. */
import type { FileSource } from './file-source.ts';
import type { HeldBackCause } from './held-back.ts';
import type { ApplicationId, FileId, JobId, Reference, Tenant } from './ids.ts';
import type { Outcome } from './outcome.ts';
import type { AttentionItem } from './ports.ts';
import type { SubmissionState } from './submission.ts';

export type PersonQuery =
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** The application's id at the service. */
  | { readonly kind: 'application'; readonly application: ApplicationId }
  /** `KEY.HASH` for each secret: the name of the key, and the keyed hash of the email. */
  | { readonly kind: 'email'; readonly hashes: readonly string[] };

/** A staged file; what stands in it is opened by itself. */
export interface HeldFile {
  readonly id: FileId;
  /** null: sealed with a secret that this process has not. */
  readonly name: string | null;
  readonly type: string | null;
  /** Bytes. */
  readonly size: number;
  /** false: delivered, so that only its size and its hash are known. */
  readonly hasBytes: boolean;
}

export interface HeldItem extends AttentionItem {
  /** Its text is in the store, sealed. */
  readonly isHeld: boolean;
  readonly file: FileId | null;
}

export interface HeldSubmission {
  readonly reference: Reference;
  /** `erasing`: it waits for the outcome of what was being sent. `erased`: nothing of it is here. */
  readonly state: SubmissionState | 'erasing' | 'erased';
  /** null: not made, or erased. */
  readonly application: ApplicationId | null;
  readonly job: JobId | null;
  /** ISO date-times. */
  readonly acceptedAt: string;
  /** When all of it will have gone by itself, unless something happens to it before. */
  readonly keptUntil: string;
  readonly items: readonly HeldItem[];
  readonly files: readonly HeldFile[];
}

export interface PersonData {
  /** Oldest first. */
  readonly submissions: readonly HeldSubmission[];
  /** Files that were put here for this application, and never sent. */
  readonly files: readonly HeldFile[];
  /** Submissions that could not be looked through for this email; more than 10,000 are not counted. */
  readonly unsearched: number;
}

export interface Erasure {
  readonly reference: Reference;
  readonly state: 'erasing' | 'erased';
  /** Answers that reached the service, by all that is known; 0 of what was erased before. */
  readonly delivered: number;
  /** Answers that will never reach it. */
  readonly unsent: number;
  /** Answers of which it is not known yet: erasing waits for them. */
  readonly sending: number;
}

export interface ErasedPerson {
  readonly erasures: readonly Erasure[];
  /** Files of no submission that were removed. */
  readonly files: number;
}

export interface People {
  /** @param content also what was to be sent */
  find(tenant: Tenant, query: PersonQuery, content: boolean): Promise<PersonData>;
  /** `gone`: it is not this person's, or its bytes are not here any more. */
  openFile(
    tenant: Tenant,
    query: PersonQuery,
    file: FileId,
  ): Promise<Outcome<FileSource, 'gone' | HeldBackCause>>;
  /** What was not sent is not sent any more. Asked again, it tells how far it is. */
  erase(tenant: Tenant, query: PersonQuery): Promise<ErasedPerson>;
}
