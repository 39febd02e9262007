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
  /** Called with the stored files, for the log. */
  readonly stored: (attachments: readonly AttachmentRecord[]) => void;
}

/** The parameters of a create, which has no `include`. */
export const createdRules: ParameterRules = new Map([...fieldParameterRules, [LOCALE, localeRule]]);

/** The required shape of the body of a write; any other body is a malformed request. */
interface ExpectedBody {
  readonly type: ResourceType;
  /** The id in the path; null when the write creates the resource. */
  readonly id: string | null;
  /** The relationships that can be written. */
  readonly relationships: readonly string[];
}

/** Returns the attributes of the body, all known and writable; an empty object if the body has none. */
export function readWriteBody(body: unknown, expected: ExpectedBody): Checked<JsonObject> {
  const attributes = at(body, 'data', 'attributes') ?? {};
  const wrongTarget = targetFault(body, expected);
  if (wrongTarget !== null) return refused(wrongTarget);
  if (!isObject(attributes)) return refused(badRequest('data.attributes must be an object'));
  const fault =
    nameFault(attributes, expected.type) ?? localeFault(attributes) ?? relationshipFault(body, expected);
  return fault === null ? accepted(attributes) : refused(fault);
}

/** JSON:API requires type and id in a change. The document names no status for wrong ones, so the request is malformed. */
function targetFault(body: unknown, { type: { type }, id }: ExpectedBody): ServiceFault | null {
  if (at(body, 'data', 'type') !== type)
    return badRequest(`The body must be a document whose data has the type ${type}`);
  if (id === null || at(body, 'data', 'id') === id) return null;
  return badRequest('data.id must be the id of the path, as a string');
}

function nameFault(attributes: JsonObject, { type, attributes: known }: ResourceType): ServiceFault | null {
  for (const name of Object.keys(attributes)) {
    const access = known.get(name)?.access;
    if (access === undefined) return badRequest(`${name} is not an attribute of ${type}`);
    if (access === 'read-only') return badRequest(`${name} is read-only`);
  }
  return null;
}

/** In the document an invalid locale is a malformed request whose detail quotes it. */
function localeFault({ locale }: JsonObject): ServiceFault | null {
  return typeof locale === 'string' && !isLocale(locale)
    ? badRequest(`"${locale}" is not a valid locale`)
    : null;
}

function relationshipFault(body: unknown, { type, relationships }: ExpectedBody): ServiceFault | null {
  const unknownName = Object.keys(Object(at(body, 'data', 'relationships'))).find(
    (name) => !relationships.includes(name),
  );
  return unknownName === undefined
    ? null
    : badRequest(`${unknownName} is not a relationship that can be written with ${type.type}`);
}
