/** What is known of an applicant already: as a host gives it, and as it is kept for one session until its form is sent. */
import { textDetailNames } from './details.ts';
import type { SessionId, Subject, Tenant } from './ids.ts';

/** As it is stored: nothing of it can be read without the server's secret. */
export interface StoredPrefill {
  readonly tenant: Tenant;
  readonly session: SessionId;
  /** Whose form it fills in. */
  readonly subject: Subject;
  readonly sealed: string;
}

export interface PrefillStore {
  /** @param lifetime milliseconds */
  add(prefill: StoredPrefill, lifetime: number): Promise<void>;
  /** null: there is none, or its time is over. */
  find(tenant: Tenant, session: SessionId): Promise<string | null>;
  /**
   * Nothing where there is none.
   *
   * @param lifetime milliseconds from now
   */
  extend(tenant: Tenant, session: SessionId, lifetime: number): Promise<void>;
  removeSession(tenant: Tenant, session: SessionId): Promise<void>;
  /** Of all sessions of one subject. */
  removeSubject(tenant: Tenant, subject: Subject): Promise<void>;
}

/** Names of details that can be filled in; `phone_iso2`: of the country in whose writing the phone number is. */
export const prefilledDetailNames = [...textDetailNames, 'phone_iso2'] as const;

/** null: not known. */
export type PrefilledDetails = {
  readonly [Name in (typeof prefilledDetailNames)[number]]?: string | null | undefined;
};

/**
 * By the type of its question: a text; true or false; a number, or its decimal text; an ISO day; `{from, to}` of ISO
 * days; an option's text, or a list of them. null: not known.
 */
export type PrefilledValue =
  | string
  | number
  | boolean
  | readonly string[]
  | { readonly from?: string | undefined; readonly to?: string | undefined }
  | null
  | undefined;

/** What is known of an applicant before they type: `answers` by the ids of the questions. */
export interface Prefill {
  readonly details?: PrefilledDetails | null | undefined;
  readonly answers?: { readonly [question: string]: PrefilledValue } | null | undefined;
}
