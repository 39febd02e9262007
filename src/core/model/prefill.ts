/** What a back end knows of an applicant already, kept for one session until its form is sent. */
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
