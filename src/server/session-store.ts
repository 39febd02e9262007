/** The stored data of sessions: codes of links, revocations, and prefills from back ends. */

import type { PrefillStore } from '../core/model/details.ts';
import type { SessionId, Tenant } from '../core/model/ids.ts';

/** A link code as stored: only its hash and a sealed token, which are useless without the code. */
export interface StoredCode {
  /** SHA-256 of the code. */
  readonly hash: string;
  readonly tenant: Tenant;
  /** The session that it opens. */
  readonly session: SessionId;
  /** True if it can be exchanged only once. */
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
   * Of several concurrent calls exactly one gets true.
   *
   * @param attempt identifies the calling page: the one that spent the code gets true again for a minute, because the
   *   reply may have been lost
   */
  spendCode(hash: string, attempt: string | null): Promise<boolean>;
  revoke(tenant: Tenant, session: SessionId): Promise<void>;
  isRevoked(tenant: Tenant, session: SessionId): Promise<boolean>;
  /** Details and answers of applicants that back ends already know. */
  readonly prefills: PrefillStore;
}

/** Milliseconds during which the page that spent a code may spend it again. */
export const SPENT_AGAIN = 60_000;
/** Milliseconds after its expiry during which a code is still recognised as expired: a day. */
export const CODE_KEPT = 86_400_000;
/** Milliseconds that a revocation is stored: a token lives for a day and can be renewed for seven more. */
export const REVOCATION_KEPT = 691_200_000;
