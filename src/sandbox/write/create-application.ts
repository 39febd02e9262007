import { at, type JsonObject } from '../json.ts';
import type { Document, Resource } from '../json-api.ts';
import { accepted, type Checked, refused, type ServiceFault } from '../json-api.ts';
import { checkParameters } from '../query/parameters.ts';
import { readFieldChoice } from '../query/read-parameters.ts';
import { type ApplicationContent, type ApplicationRecord, emptyContent } from '../records/record-store.ts';
import { applications } from '../resource-types/resource-types.ts';
import { applicationDocument } from '../resources/stored-application.ts';
import type { SampleJob } from '../sample-form.ts';
import { findJob, jobState, type Place, type SandboxState } from '../sandbox-state.ts';
import { readTagChanges } from '../tags/tag-changes.ts';
import { changedContent, findContentFaults, storeUploads } from './application-content.ts';
import { attributeFault, faultOf, requiredNames } from './attribute-faults.ts';
import { missingDemands } from './demand-faults.ts';
import { createdRules, readWriteBody, type WriteRequest } from './write-body.ts';

/** `POST /api/v1/applications`, beyond the document: nothing is created unless all of it is valid. */
export async function createApplication(
  place: Place,
  { query, body, stored }: Omit<WriteRequest, 'id'>,
): Promise<Checked<Document & { readonly data: Resource }>> {
  const { state } = place;
  const attributes = readWriteBody(body, { type: applications, id: null, relationships: ['job'] });
  if (!attributes.ok) return attributes;
  const malformed = checkParameters(query, createdRules);
  if (malformed !== null) return refused(malformed);
  const job = jobOf(state, body);
  const faults = [...jobFaults(state, job), ...contentFaults(state, attributes.value)];
  if (job === undefined || faults.length > 0) return refused(...faults);
  const { country } = attributes.value;
  const write = { job: job.id, attributes: attributes.value, country };
  const missing = missingDemands(state.settings.demands, write);
  if (missing.length > 0) return refused(...missing);
  const attachments = await storeUploads(state.files, attributes.value);
  const content = changedContent(emptyContent, { attributes: attributes.value, attachments });
  const record = store(state, job, content);
  if (!record.ok) return record;
  stored(attachments);
  state.tags.createByWriting(readTagChanges(attributes.value).add);
  return accepted(applicationDocument(place, record.value, readFieldChoice(query)));
}

/**
 * The document does not say what happens to a second application with the same `external_system_reference`, nor to a second
 * answer. The option `duplicates` decides on both.
 */
function store(
  { records, duplicates }: SandboxState,
  job: SampleJob,
  content: ApplicationContent,
): Checked<ApplicationRecord> {
  const reference = content.attributes['external_system_reference'] ?? null;
  const before = records
    .applications()
    .find(({ attributes }) => reference !== null && attributes['external_system_reference'] === reference);
  if (before === undefined || duplicates === 'accept')
    return accepted(records.createApplication(job.id, content));
  if (duplicates === 'replace') return accepted(records.replaceApplication(before, content));
  return refused(attributeFault('external_system_reference', 'has already been taken'));
}

function jobOf(state: SandboxState, body: unknown): SampleJob | undefined {
  const identifier = at(body, 'data', 'relationships', 'job', 'data');
  const id = at(identifier, 'id');
  return at(identifier, 'type') === 'jobs' && typeof id === 'string' ? findJob(state, id) : undefined;
}

function jobFaults(state: SandboxState, job: SampleJob | undefined): readonly ServiceFault[] {
  if (job !== undefined && jobState(state, job) === 'open') return [];
  const message = job === undefined ? 'must exist' : 'is not open for applications';
  return [faultOf('job', message, '/data/relationships/job')];
}

function contentFaults(state: SandboxState, attributes: JsonObject): readonly ServiceFault[] {
  const { country } = attributes;
  return findContentFaults(state, attributes, { needed: requiredNames, expected: requiredNames, country });
}
