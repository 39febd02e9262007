/** The data stored about one person and its erasure, for an operator who answers that person's request. */

import type { AttentionItem } from '../core/model/attention.ts';
import type { Outcome } from '../core/model/failure.ts';
import type { ApplicationId, FileId, JobId, Reference, Tenant } from '../core/model/ids.ts';
import type { RecordedConsent, SubmissionState } from '../core/model/submission.ts';
import type { FileSource, StagedFileInfo, UnavailableCause } from './ports.ts';

export type PersonQuery =
  | { readonly kind: 'reference'; readonly reference: Reference }
  /** The application's id at the service. */
  | { readonly kind: 'application'; readonly application: ApplicationId }
  /** `KEY.HASH` for each secret: the name of the key, and the keyed hash of the email. */
  | { readonly kind: 'email'; readonly hashes: readonly string[] };

export interface PersonItem extends AttentionItem {
  /** True if its content is still in the store, sealed. */
  readonly is_held: boolean;
  /** The file, if the item is an answer with a file. */
  readonly file: FileId | null;
  /** All files of the item: an application can have several. */
  readonly files: readonly FileId[];
}

export interface PersonSubmission {
  readonly reference: Reference;
  /** `erasing`: waiting for the outcome of a request in progress. `erased`: none of its content is stored. */
  readonly state: SubmissionState | 'erasing' | 'erased';
  /** null if it was not created, or was erased. */
  readonly application: ApplicationId | null;
  readonly job: JobId | null;
  /** ISO date-times. */
  readonly accepted_at: string;
  /** When retention deletes all of it, unless its state changes before then. */
  readonly kept_until: string;
  readonly items: readonly PersonItem[];
  readonly files: readonly StagedFileInfo[];
  /** Consents outlive everything else of an erased submission. */
  readonly consents: readonly RecordedConsent[];
}

export interface PersonData {
  /** Oldest first. */
  readonly submissions: readonly PersonSubmission[];
  /** Files that were uploaded for this application and never submitted. */
  readonly files: readonly StagedFileInfo[];
  /** Consents of submissions that are no longer stored. */
  readonly consents: readonly RecordedConsent[];
  /** Number of submissions that could not be searched for this email; counting stops at 10,000. */
  readonly unsearched: number;
}

export interface Erasure {
  readonly reference: Reference;
  readonly state: 'erasing' | 'erased';
  /** Number of answers known to have reached the service; 0 for a submission erased earlier. */
  readonly delivered: number;
  /** Number of answers that will never reach it. */
  readonly unsent: number;
  /** Number of answers with an unknown outcome: erasing waits for them. */
  readonly sending: number;
}

export interface ErasedPerson {
  readonly erasures: readonly Erasure[];
  /** Number of removed files that belonged to no submission. */
  readonly files: number;
}

export interface People {
  /** @param content whether to include the content of unsent items */
  find(tenant: Tenant, query: PersonQuery, content: boolean): Promise<PersonData>;
  /** `gone`: the file belongs to another person, or its bytes are no longer stored. */
  openFile(
    tenant: Tenant,
    query: PersonQuery,
    file: FileId,
  ): Promise<Outcome<FileSource, 'gone' | UnavailableCause>>;
  /** Stops everything that has not been sent yet. Calling it again reports the progress. */
  erase(tenant: Tenant, query: PersonQuery): Promise<ErasedPerson>;
}
