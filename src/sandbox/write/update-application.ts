import type { JsonObject } from '../json.ts';
import { type Checked, type Document, notFound, refused, type ServiceFault } from '../json-api.ts';
import { readApplication, readJobSeeker } from '../read/reads.ts';
import type { ApplicationRecord, AttachmentRecord } from '../records/record-store.ts';
import { applications, jobSeekers } from '../resource-types/resource-types.ts';
import type { Place, SandboxState } from '../sandbox-state.ts';
import { applyTagChanges, findTagFaults, readTagChanges } from '../tags/tag-changes.ts';
import { changedContent, findContentFaults, storeUploads } from './application-content.ts';
import { attributeFault, findAttributeFaults, requiredNames } from './attribute-faults.ts';
import { clearedDemands, type JudgedWrite } from './demand-faults.ts';
import { readWriteBody, type WriteRequest } from './write-body.ts';

/**
 * `PATCH` and `PUT /api/v1/applications/{id}`, which do the same: attributes that the body omits do not change.
 * Nothing changes unless body and query are valid. The reply is a read of the result.
 */
export async function updateApplication(place: Place, request: WriteRequest): Promise<Checked<Document>> {
  const { state } = place;
  const { id, query, body } = request;
  const attributes = readWriteBody(body, { type: applications, id, relationships: [] });
  if (!attributes.ok) return attributes;
  const read = () => readApplication(place, id, query);
  const before = read();
  if (!before.ok) return before;
  const record = state.records.findApplication(id);
  if (record === undefined) return refused(notFound);
  const { country } = { country: undefined, ...record.attributes, ...attributes.value };
  const change = { job: record.jobId, attributes: attributes.value, country };
  const faults = findFaults(state, record, change);
  if (faults.length > 0) return refused(...faults);
  const cleared = clearedDemands(state.settings.demands, change);
  if (cleared.length > 0) return refused(...cleared);
  request.stored(await write(state, id, attributes.value));
  return read();
}

function findFaults(
  state: SandboxState,
  record: ApplicationRecord,
  { attributes, country }: JudgedWrite,
): readonly ServiceFault[] {
  const demands = { needed: requiredNames, expected: [], country };
  return [...findContentFaults(state, attributes, demands), ...referenceFaults(state, record, attributes)];
}

/** As for new applications, a second use of a reference is refused only if `duplicates` is `reject`. */
function referenceFaults(
  { duplicates, records }: SandboxState,
  { id }: ApplicationRecord,
  attributes: JsonObject,
): readonly ServiceFault[] {
  const reference = attributes['external_system_reference'] ?? null;
  if (duplicates !== 'reject' || reference === null) return [];
  const isTaken = records
    .applications()
    .some((other) => other.id !== id && other.attributes['external_system_reference'] === reference);
  return isTaken ? [attributeFault('external_system_reference', 'has already been taken')] : [];
}

/** Reads the record only after the files are stored, because another write may have changed it meanwhile. */
async function write(
  state: SandboxState,
  id: string,
  attributes: JsonObject,
): Promise<readonly AttachmentRecord[]> {
  const attachments = await storeUploads(state.files, attributes);
  const record = state.records.findApplication(id);
  if (record === undefined) return [];
  state.records.replaceApplication(record, changedContent(record, { attributes, attachments }));
  state.tags.createByWriting(readTagChanges(attributes).add);
  return attachments;
}

/** `PATCH /api/v1/job_seekers/{id}` changes only tags. `PUT` is a reading: it does the same, as for applications. */
export function updateJobSeeker(place: Place, { id, query, body }: WriteRequest): Checked<Document> {
  const { records, tags } = place.state;
  const attributes = readWriteBody(body, { type: jobSeekers, id, relationships: [] });
  if (!attributes.ok) return attributes;
  const read = () => readJobSeeker(place, id, query);
  const before = read();
  if (!before.ok) return before;
  const record = records.findJobSeeker(id);
  if (record === undefined) return refused(notFound);
  const shapeFaults = findAttributeFaults(jobSeekers, attributes.value, noRequirements);
  const faults = shapeFaults.length > 0 ? shapeFaults : findTagFaults(attributes.value, tags);
  if (faults.length > 0) return refused(...faults);
  const changes = readTagChanges(attributes.value);
  tags.createByWriting(changes.add);
  records.replaceJobSeeker(record, applyTagChanges(record.tags, changes));
  return read();
}

const noRequirements = { needed: [], expected: [], country: null };
