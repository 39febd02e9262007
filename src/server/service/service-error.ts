import type { MemberName } from './refusals.ts';

/** What a call is refused for before anything is sent: where it stands in the parameters, or the member of a change. */
export type RefusedParameter =
  | 'id'
  | 'filter.candidate_phone'
  | 'page.size'
  | 'page.number'
  | 'address2'
  | 'state_province';

/** The members of an application that can be told from pointers or words. */
export interface Named {
  readonly members: readonly MemberName[];
  /** Of them, those whose words are not known and may give an alternative or a condition. */
  readonly unsure?: readonly MemberName[];
}

/** Why the service did not do what was asked, by cause; its own words never leave this folder. */
export type ServiceError =
  | { readonly kind: 'unauthorized' }
  | { readonly kind: 'forbidden' }
  | { readonly kind: 'not_found' }
  /** A 400. `parameter` is there exactly when nothing was sent: the member that the service could only refuse. */
  | ({ readonly kind: 'bad_request'; readonly parameter?: RefusedParameter } & Partial<Named>)
  /** 409, 413, 415 or 422 with an `errors` body; pointers as `/data/attributes/text_answer`, when given. */
  | ({ readonly kind: 'invalid'; readonly pointers: readonly string[] } & Named)
  /** `retryAfter` in seconds, null when the service names none. */
  | { readonly kind: 'rate_limited'; readonly retryAfter: number | null }
  | { readonly kind: 'server_error'; readonly status: number }
  /** Name, connection or TLS failed: nothing was sent. */
  | { readonly kind: 'unreachable' }
  /** The file that it was to carry: nothing was sent. */
  | { readonly kind: 'unreadable_file' }
  /** The connection broke after it stood: the request may have been done. */
  | { readonly kind: 'interrupted' }
  | { readonly kind: 'timeout' }
  /** A redirect, a body that is no JSON:API, or one over the size limit. */
  | { readonly kind: 'bad_document'; readonly status: number };

export type ServiceErrorKind = ServiceError['kind'];

/** Of an application: what the service said no to, as far as it says. */
export const membersOf = (error: { readonly kind: string } | ServiceError): readonly MemberName[] =>
  ('members' in error && error.members) || [];

/** What the service demands of everyone. */
export function demandedOf(error: ServiceError): readonly MemberName[] {
  const unsure: readonly MemberName[] = ('unsure' in error && error.unsure) || [];
  return membersOf(error).filter((member) => !unsure.includes(member));
}

/** What a failed write did: not stored, so it may be sent again; a final refusal; or unknown. */
export type WriteEffect = 'not_stored' | 'refused' | 'unclear';

/** As `src/server/ledger/README.md#one-post` has it: a 5xx, a timeout and a broken reply may all hide a stored answer. */
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
