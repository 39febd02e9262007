import { at, isObject, type JsonObject } from '../json.ts';
import { accepted, badRequest, type Checked, refused, type ServiceFault } from '../json-api.ts';
import { isLocale, localeRule, type ParameterRules } from '../query/parameters.ts';
import { fieldParameterRules } from '../query/read-parameters.ts';
import { LOCALE } from '../readings.ts';
import type { AttachmentRecord } from '../records/record-store.ts';
import type { ResourceType } from '../resource-types/resource-types.ts';

/** A request to change one resource. */
export interface WriteRequest {
  readonly id: string;
  readonly query: URLSearchParams;
  readonly body: unknown;
  /** Told what the request stored, for the log. */
  readonly stored: (attachments: readonly AttachmentRecord[]) => void;
}

/** The parameters of a create: only what it related can be included. */
export const createdRules: ParameterRules = new Map([...fieldParameterRules, [LOCALE, localeRule]]);

/** What the body of a write must be before its values are checked: anything else is a malformed request. */
interface ExpectedBody {
  readonly type: ResourceType;
  /** The id in the path; null when the write creates the resource. */
  readonly id: string | null;
  /** The relationships that can be written. */
  readonly relationships: readonly string[];
}

/** The attributes of the body, each known and writable; empty when the body has none. */
export function readWriteBody(body: unknown, expected: ExpectedBody): Checked<JsonObject> {
  const attributes = at(body, 'data', 'attributes') ?? {};
  const misaddressed = addressFault(body, expected);
  if (misaddressed !== null) return refused(misaddressed);
  if (!isObject(attributes)) return refused(badRequest('data.attributes must be an object'));
  const fault =
    nameFault(attributes, expected.type) ?? localeFault(attributes) ?? relationshipFault(body, expected);
  return fault === null ? accepted(attributes) : refused(fault);
}

/** JSON:API requires both in a change; the document names no status, so a wrong one is malformed and not a conflict. */
function addressFault(body: unknown, { type: { type }, id }: ExpectedBody): ServiceFault | null {
  if (at(body, 'data', 'type') !== type)
    return badRequest(`The body must be a document whose data has the type ${type}`);
  if (id === null || at(body, 'data', 'id') === id) return null;
  return badRequest('data.id must be the id of the path, as a text');
}

function nameFault(attributes: JsonObject, { type, attributes: known }: ResourceType): ServiceFault | null {
  for (const name of Object.keys(attributes)) {
    const access = known.get(name)?.access;
    if (access === undefined) return badRequest(`${name} is not an attribute of ${type}`);
    if (access === 'read-only') return badRequest(`${name} is read-only`);
  }
  return null;
}

/** The document: an invalid locale is a malformed request, and the detail says which one was given. */
function localeFault({ locale }: JsonObject): ServiceFault | null {
  return typeof locale === 'string' && !isLocale(locale)
    ? badRequest(`"${locale}" is not a valid locale`)
    : null;
}

function relationshipFault(body: unknown, { type, relationships }: ExpectedBody): ServiceFault | null {
  const stranger = Object.keys(Object(at(body, 'data', 'relationships'))).find(
    (name) => !relationships.includes(name),
  );
  return stranger === undefined
    ? null
    : badRequest(`${stranger} is no relationship that the sandbox takes with ${type.type}`);
}
