import { faultTable, type ServiceFault } from './service-fault.ts';

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
