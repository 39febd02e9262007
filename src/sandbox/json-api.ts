/** Every error that the service returns, by code. The first five rows are the document's; the other two are readings (`src/sandbox/README.md#its-readings`). */
export const faultTable = {
  bad_request: { status: 400, title: 'Bad Request' },
  unauthorized: { status: 401, title: 'Unauthorized' },
  forbidden: { status: 403, title: 'Forbidden' },
  too_many_requests: { status: 429, title: 'Too Many Requests' },
  internal_server_error: { status: 500, title: 'Internal Server Error' },
  not_found: { status: 404, title: 'Not Found' },
  unprocessable_entity: { status: 422, title: 'Validation Error' },
} as const;

export type FaultCode = keyof typeof faultTable;

export interface ServiceFault {
  readonly code: FaultCode;
  readonly detail: string;
  /** JSON pointer into the request's body. */
  readonly pointer?: string;
  /** `detail` split into its two parts, where we assume that the service adds them. */
  readonly meta?: { readonly attribute: string; readonly message: string };
  /** In seconds, sent as `Retry-After`. */
  readonly retryAfter?: number;
}

/** A value, or the faults to reply with. */
export type Checked<Value> =
  | { readonly ok: true; readonly value: Value }
  | { readonly ok: false; readonly faults: readonly ServiceFault[] };

export const accepted = <Value>(value: Value): Checked<Value> => ({ ok: true, value });

export const refused = (...faults: readonly ServiceFault[]): Checked<never> => ({ ok: false, faults });

export const badRequest = (detail: string): ServiceFault => ({ code: 'bad_request', detail });

export const notFound: ServiceFault = { code: 'not_found', detail: 'Record not found' };

/** The document quotes the text of this error. */
export const unexpectedFailure: ServiceFault = {
  code: 'internal_server_error',
  detail: 'Something went wrong. Our engineers have been notified',
};

/** An unknown path, or a known one with another method. */
export const noSuchPath: ServiceFault = { code: 'not_found', detail: 'There is no such path' };

/** The body relates a resource that does not exist. */
export const relatedNotFound = (relationship: string, words: string): ServiceFault => ({
  ...notFound,
  detail: `${notFound.detail}: there is no ${words}`,
  pointer: `/data/relationships/${relationship}`,
});

/** A validation failure on one member of the body; its detail is the attribute's name and the message. */
export const invalid = (member: string, message: string, pointer: string): ServiceFault => ({
  code: 'unprocessable_entity',
  detail: `${member} ${message}`,
  pointer,
});

/** Request bodies can contain unknown names: `~` and `/` are escaped as RFC 6901, section 3, requires. */
export const pointerTo = (member: 'attributes' | 'relationships', name: string): string =>
  `/data/${member}/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`;

export const invalidAttribute = (attribute: string, message: string): ServiceFault =>
  invalid(attribute, message, pointerTo('attributes', attribute));

export const invalidRelationship = (relationship: string, message: string): ServiceFault =>
  invalid(relationship, message, pointerTo('relationships', relationship));

/** The JSON:API types that the sandbox writes, and its one media type. */

export const mediaType = 'application/vnd.api+json';

export interface Identifier {
  readonly type: string;
  readonly id: string;
}

/** A relationship that was not loaded has only `meta` and no `data`, as in the real service. */
export type Relationship =
  | { readonly data: Identifier | null | readonly Identifier[] }
  | { readonly meta: { readonly included: false } };

export interface Resource extends Identifier {
  readonly attributes: Readonly<Record<string, unknown>>;
  readonly relationships: Readonly<Record<string, Relationship>>;
}

export interface Document {
  readonly data: Resource | readonly Resource[];
  readonly included?: readonly Resource[];
  readonly meta: Readonly<Record<string, unknown>>;
}

export function respond(document: Document, status = 200): Response {
  return new Response(JSON.stringify(document), { status, headers: { 'content-type': mediaType } });
}

function errorObject(fault: ServiceFault): Readonly<Record<string, unknown>> {
  const { status, title } = faultTable[fault.code];
  const source = fault.pointer === undefined ? {} : { source: { pointer: fault.pointer } };
  const meta = fault.meta === undefined ? {} : { meta: fault.meta };
  return { code: fault.code, status: String(status), title, detail: fault.detail, ...source, ...meta };
}

/** All faults of one request share a status, because they come from one check. */
export function respondFaults(faults: readonly ServiceFault[]): Response {
  const [first] = faults;
  const status = first === undefined ? 500 : faultTable[first.code].status;
  const headers = new Headers({ 'content-type': mediaType });
  if (first?.retryAfter !== undefined) headers.set('retry-after', String(first.retryAfter));
  return new Response(JSON.stringify({ errors: faults.map(errorObject) }), { status, headers });
}
