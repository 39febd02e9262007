import { at, isObject, type JsonObject } from './json.ts';
import type { Document, Resource } from './json-api.ts';
import { isLocale } from './query-parameters.ts';
import type { ApplicationRecord } from './record-store.ts';
import { applications } from './resource-types/applications.ts';
import type { SampleJob } from './sample-form.ts';
import { findJob, jobState, type SandboxState } from './sandbox-state.ts';
import { accepted, badRequest, type Checked, invalid, refused, type ServiceFault } from './service-fault.ts';
import { applicationDocument } from './stored-application.ts';

/** What every application needs (`service-facts.md`, 4). */
const demanded = ['first_name', 'last_name', 'email'] as const;

/** `POST /api/v1/applications`, beyond the document: nothing is made unless everything about it is right. */
export function createApplication(
  state: SandboxState,
  body: unknown,
): Checked<Document & { readonly data: Resource }> {
  const { applications_forbidden: forbidden, bare_errors: bare } = state.faults.current();
  if (forbidden) return refused({ code: 'forbidden', detail: 'The key may not write applications' });
  const malformed = findMalformed(body);
  if (malformed !== null) return refused(malformed);
  const written = at(body, 'data', 'attributes');
  const attributes = isObject(written) ? written : {};
  const job = jobOf(state, body);
  const faults = [...jobFaults(state, job), ...attributeFaults(state, attributes, job)];
  if (job === undefined || faults.length > 0) return refused(...(bare ? faults.map(withoutMembers) : faults));
  const readable = Object.entries(attributes).filter(([name]) => accessOf(name) === 'read-write');
  const record = hold(state, job, Object.fromEntries(readable));
  return record.ok ? accepted(applicationDocument(state, record.value)) : record;
}

const accessOf = (name: string) => applications.attributes.get(name)?.access;

/** A second one with the same reference of an external system: the document says nothing, as of second answers. */
function hold(state: SandboxState, job: SampleJob, attributes: JsonObject): Checked<ApplicationRecord> {
  const { records, duplicates } = state;
  const reference = attributes['external_system_reference'] ?? null;
  const before = records
    .applications()
    .find((one) => reference !== null && (one.attributes['external_system_reference'] ?? null) === reference);
  if (before === undefined || duplicates === 'accept')
    return accepted(records.createApplication(job.id, { attributes }));
  if (duplicates === 'replace') return accepted(records.replaceApplication(before, { attributes }));
  const pointer = '/data/attributes/external_system_reference';
  return refused(told('external_system_reference', 'has already been taken', pointer));
}

/** The members of the body that no application has, or not in this shape: 400, as for every other body. */
function findMalformed(body: unknown): ServiceFault | null {
  if (at(body, 'data', 'type') !== 'applications')
    return badRequest('The body must be a document whose data has the type applications');
  const attributes = at(body, 'data', 'attributes') ?? {};
  if (!isObject(attributes)) return badRequest('data.attributes must be an object');
  const stranger = Object.keys(attributes).find((name) => (accessOf(name) ?? 'read-only') === 'read-only');
  if (stranger !== undefined)
    return badRequest(
      accessOf(stranger) === 'read-only'
        ? `${stranger} is read-only`
        : `${stranger} is not an attribute of applications`,
    );
  const { locale } = attributes;
  if (typeof locale === 'string' && !isLocale(locale)) return badRequest(`"${locale}" is not a valid locale`);
  const related = Object.keys(Object(at(body, 'data', 'relationships'))).find((name) => name !== 'job');
  return related === undefined
    ? null
    : badRequest(`${related} is no relationship that the sandbox takes with an application`);
}

function jobOf(state: SandboxState, body: unknown): SampleJob | undefined {
  const identifier = at(body, 'data', 'relationships', 'job', 'data');
  const id = at(identifier, 'id');
  return at(identifier, 'type') === 'jobs' && typeof id === 'string' ? findJob(state, id) : undefined;
}

function jobFaults(state: SandboxState, job: SampleJob | undefined): readonly ServiceFault[] {
  if (job !== undefined && jobState(state, job) === 'open') return [];
  const message = job === undefined ? 'must exist' : 'is not open for applications';
  return [told('job', message, '/data/relationships/job')];
}

function attributeFaults(
  state: SandboxState,
  attributes: JsonObject,
  job: SampleJob | undefined,
): readonly ServiceFault[] {
  const { refuse_attributes: refusedNames } = state.faults.current();
  const needed = [...demanded, ...(job?.requires ?? [])];
  const names = new Set([...needed, ...Object.keys(attributes)]);
  return [...names].flatMap((name) => {
    const message = complaintOf(name, attributes, needed.includes(name));
    const found = message ?? (refusedNames.includes(name) ? 'is invalid' : null);
    return found === null ? [] : [told(name, found, `/data/attributes/${name}`)];
  });
}

/** null and a missing member are the same: nothing is written. */
function complaintOf(name: string, attributes: JsonObject, isNeeded: boolean): string | null {
  const value = Object.hasOwn(attributes, name) ? (attributes[name] ?? null) : null;
  if (value === null || (typeof value === 'string' && value.trim() === ''))
    return isNeeded ? "can't be blank" : null;
  return applications.attributes.get(name)?.rule?.(value) ?? addressComplaint(name, attributes['country']);
}

/** The document: one is for addresses in the United States, the other for all others. */
function addressComplaint(name: string, country: unknown): string | null {
  if (name === 'address2' && country === 'US') return "can't be written for an address in the US";
  if (name === 'state_province' && country !== 'US') return 'can only be written for an address in the US';
  return null;
}

/** With what the library adds that the service seems to be built on (`service-facts.md`, 4). */
const told = (attribute: string, message: string, pointer: string): ServiceFault => ({
  ...invalid(attribute, message, pointer),
  meta: { attribute, message },
});

const withoutMembers = ({ code, detail }: ServiceFault): ServiceFault => ({ code, detail });
