import type { MemberName } from './refusals.ts';

/** The faulty parameter, or member of a change, of a call that is refused before anything is sent. */
export type RefusedParameter =
  | 'id'
  | 'filter.candidate_phone'
  | 'page.size'
  | 'page.number'
  | 'address2'
  | 'state_province';

/** The members of an application that pointers or words identify. */
export interface Named {
  readonly members: readonly MemberName[];
  /** Members whose message is unknown: it may state an alternative or a condition. */
  readonly unsure?: readonly MemberName[];
}

/** Causes of failures at the service, without its own text, which never leaves this folder. */
export type ServiceError =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not_found' }
  /** A 400. `parameter` is present only if nothing was sent: the member that the service could only refuse. */
  | ({ readonly kind: 'bad_request'; readonly parameter?: RefusedParameter } & Partial<Named>)
  /** 409, 413, 415 or 422 with an `errors` body; pointers such as `/data/attributes/text_answer`, if given. */
  | ({ readonly kind: 'invalid'; readonly pointers: readonly string[] } & Named)
  /** `retryAfter` in seconds; null if the service does not state it. */
  | { readonly kind: 'rate_limited'; readonly retryAfter: number | null }
  | { readonly kind: 'server_error'; readonly status: number }
  /** Name resolution, connection or TLS failed: nothing was sent. */
  | { readonly kind: 'unreachable' }
  /** The request's file could not be read: nothing was sent. */
  | { readonly kind: 'unreadable_file' }
  /** An established connection broke: the request may have succeeded. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'timeout' }
  /** A redirect, a body that is not JSON:API, or one over the size limit. */
  | { readonly kind: 'bad_document'; readonly status: number };

export type ServiceErrorKind = ServiceError['kind'];

/** The members that the service refused, as far as it names them. */
export const membersOf = (error: { readonly kind: string } | ServiceError): readonly MemberName[] =>
  ('members' in error && error.members) || [];

/** Members that the service demands of every applicant. */
export function demandedOf(error: ServiceError): readonly MemberName[] {
  const unsure: readonly MemberName[] = ('unsure' in error && error.unsure) || [];
  return membersOf(error).filter((member) => !unsure.includes(member));
}

/** A failed write that was not stored may be repeated; `refused` is final; `unclear` may have been stored. */
export type WriteEffect = 'not_stored' | 'refused' | 'unclear';

/**
 * According to `src/server/ledger/README.md#one-post`: a 5xx, a timeout and a broken reply may all hide a stored
 * answer.
 */
export const writeEffects: Readonly<Record<ServiceErrorKind, WriteEffect>> = {
  unauthorized: 'not_stored',
  forbidden: 'not_stored',
  rate_limited: 'not_stored',
  unreachable: 'not_stored',
  unreadable_file: 'not_stored',
  not_found: 'refused',
  bad_request: 'refused',
  invalid: 'refused',
  server_error: 'unclear',
  interrupted: 'unclear',
  timeout: 'unclear',
  bad_document: 'unclear',
};
